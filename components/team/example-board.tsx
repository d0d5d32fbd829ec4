'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { setExampleBoard } from '@/lib/actions/site'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { toast, toastProblem } from '../ui/toast-store'

/** Adds the example board, or removes it after a question. */
export function ExampleBoardButton({ isThere = false }: { isThere?: boolean }) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, startTransition] = useTransition()

  function change() {
    startTransition(async () => {
      const result = await callAction(() => setExampleBoard(!isThere))
      if (!result.ok) toastProblem(result.message)
      else toast({ title: isThere ? 'The example board is removed.' : 'The example board is added.' })
      router.refresh()
    })
  }
  function answer(yes: boolean) {
    setAsking(false)
    if (yes) change()
  }

  return (
    <>
      <Button
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && (isThere ? setAsking(true) : change())}
      >
        {isThere ? 'Remove the example board' : 'Add the example board'}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question="Remove the example board?"
        detail="Its posts, votes and comments, and the categories that came with it, are deleted for good."
        onAnswer={answer}
      />
    </>
  )
}
