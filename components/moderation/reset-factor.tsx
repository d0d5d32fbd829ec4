'use client'

import { t } from '@/lib/words/t'
import { resetFactor } from '@/lib/actions/two-factor'
import { callAction } from '@/lib/browser/call-action'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { toast, toastProblem } from '../ui/toast-store'

/** Asks before it resets two-factor authentication, for someone who lost their device and their recovery codes. */
export function ResetFactor(props: { id: string; name: string; onClose: () => void; onChanged: () => void }) {
  const { id, name, onClose, onChanged } = props

  async function answer(yes: boolean) {
    onClose()
    if (!yes) return
    const result = await callAction(() => resetFactor({ id }))
    if (!result.ok) return toastProblem(t('dashboard.resetFactor.failed'), result.message)
    toast({ title: t('dashboard.resetFactor.done'), description: t('dashboard.resetFactor.told') })
    onChanged()
  }

  return (
    <ConfirmDialog
      open
      question={t('dashboard.resetFactor.question', { name })}
      detail={t('dashboard.resetFactor.detail')}
      act={t('dashboard.resetFactor.reset')}
      onAnswer={(yes) => void answer(yes)}
    />
  )
}
