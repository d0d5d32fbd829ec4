'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { setExampleBoard } from '@/lib/actions/site'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { toast, toastProblem } from '../ui/toast-store'

export function ExampleBoardButton({ isThere = false }: { isThere?: boolean }) {
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, startTransition] = useTransition()

  function change() {
    startTransition(async () => {
      const result = await callAction(() => setExampleBoard(!isThere))
      if (!result.ok) toastProblem(result.message)
      else
        toast({
          title: isThere ? t('team.exampleBoard.removed') : t('team.exampleBoard.added'),
        })
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
        {isThere ? t('team.exampleBoard.remove') : t('team.exampleBoard.add')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={t('team.exampleBoard.removeQuestion')}
        detail={t('team.exampleBoard.itsPostsVotesAnd')}
        act={t('common.remove')}
        onAnswer={answer}
      />
    </>
  )
}
