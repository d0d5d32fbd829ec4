'use client'

import { type Key, t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { stopImport, undoImport } from '@/lib/actions/imports'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { toastProblem } from '../ui/toast-store'
import { forgetChoices } from './use-kept-choices'

const kinds: Record<
  'undo' | 'stop' | 'stop-board' | 'discard',
  { act: typeof stopImport; name: Key; question: Key; detail: Key }
> = {
  undo: {
    act: undoImport,
    name: 'importing.button.undoImport',
    question: 'importing.button.undoThisImport',
    detail: 'importing.button.whatUndoDoes',
  },
  stop: {
    act: stopImport,
    name: 'importing.button.stopImport',
    question: 'importing.button.stopThisImport',
    detail: 'importing.button.whatStopDoes',
  },
  'stop-board': {
    act: stopImport,
    name: 'importing.button.stopImport',
    question: 'importing.button.stopThisImport',
    detail: 'importing.button.whatStopOfBoardDoes',
  },
  discard: {
    act: stopImport,
    name: 'importing.button.discardFile',
    question: 'importing.button.discardThisFile',
    detail: 'importing.button.whatDiscardDoes',
  },
}

/** `posts` is how many an import has added. */
export function RunButton(props: { kind: keyof typeof kinds; id: string; posts?: number }) {
  const { kind, id, posts = 0 } = props
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, startTransition] = useTransition()
  const { act, name, question, detail } = kinds[kind]

  function answer(yes: boolean) {
    if (!yes) return setAsking(false)
    startTransition(async () => {
      const result = await callAction(() => act({ id }))
      setAsking(false)
      if (!result.ok) toastProblem(result.message)
      if (kind === 'discard') {
        forgetChoices(id)
        router.push('/dashboard/import')
      }
      router.refresh()
    })
  }

  return (
    <>
      <Button look="outline-destructive" onClick={() => setAsking(true)}>
        {t(name)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        question={t(question, { count: posts })}
        detail={t(detail)}
        act={t(name)}
        isBusy={isBusy}
        onAnswer={answer}
      />
    </>
  )
}
