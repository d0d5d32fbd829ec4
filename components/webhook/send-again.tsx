'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { replayDelivery } from '@/lib/actions/webhooks'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'
import { toast, toastProblem } from '../ui/toast-store'

export function SendAgain({ id, name }: { id: number; name: string }) {
  const router = useRouter()

  async function send() {
    const result = await callAction(() => replayDelivery({ id }))
    if (result.ok) toast({ title: t('webhook.sendAgain.sendingAgain') })
    else toastProblem(result.message)
    router.refresh()
  }

  return (
    <Button
      aria-label={t('webhook.sendAgain.sendAgainNamed', { name })}
      onClick={send}
      look="ghost"
      className="-mx-2 sm:mx-0"
    >
      {t('webhook.sendAgain.sendAgain')}
    </Button>
  )
}
