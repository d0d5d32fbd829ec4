'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import { resetFactor } from '@/lib/actions/two-factor'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { toast, toastProblem } from '../ui/toast-store'

/** For someone who lost their device and their recovery codes. */
export function ResetFactor(props: { id: string; name: string; onChanged: () => void }) {
  const { id, name, onChanged } = props
  const [isAsking, setAsking] = useState(false)

  async function answer(yes: boolean) {
    setAsking(false)
    if (!yes) return
    const result = await callAction(() => resetFactor({ id }))
    if (!result.ok) return toastProblem(t('dashboard.resetFactor.failed'), result.message)
    toast({ title: t('dashboard.resetFactor.done'), description: t('dashboard.resetFactor.told') })
    onChanged()
  }

  return (
    <>
      <Button
        aria-label={t('dashboard.resetFactor.resetOf', { name })}
        onClick={() => setAsking(true)}
        look="ghost"
      >
        {t('dashboard.resetFactor.reset')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={t('dashboard.resetFactor.question', { name })}
        detail={t('dashboard.resetFactor.detail')}
        onAnswer={(yes) => void answer(yes)}
      />
    </>
  )
}
