import { unblockPeople } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { t } from '@/lib/words/t'
import { toast, toastProblem } from '../ui/toast-store'

export async function unblock(people: string[], onDone: () => void): Promise<void> {
  const result = await callAction(() => unblockPeople({ people }))
  if (!result.ok) return void toastProblem(result.message)
  toast({ title: t('dashboard.people.unblocked', { count: people.length }) })
  onDone()
}
