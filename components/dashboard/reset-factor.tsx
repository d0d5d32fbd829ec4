'use client'

import { useState } from 'react'
import { resetFactor } from '@/lib/actions/two-factor'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { toast, toastProblem } from '../ui/toast-store'

/** For somebody who lost their device and their recovery codes. */
export function ResetFactor(props: { id: string; name: string; onChanged: () => void }) {
  const { id, name, onChanged } = props
  const [isAsking, setAsking] = useState(false)

  async function answer(yes: boolean) {
    setAsking(false)
    if (!yes) return
    const result = await callAction(() => resetFactor({ id }))
    if (!result.ok) return toastProblem("Two-factor authentication wasn't reset.", result.message)
    toast({ title: 'Two-factor authentication reset.', description: "We've told them by email." })
    onChanged()
  }

  return (
    <>
      <Button
        aria-label={`Reset two-factor authentication of ${name}`}
        onClick={() => setAsking(true)}
        look="ghost"
      >
        Reset two-factor
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={`Reset two-factor authentication of ${name}?`}
        detail="Make sure it's really them. They're signed out everywhere, and can then sign in without a code."
        onAnswer={(yes) => void answer(yes)}
      />
    </>
  )
}
