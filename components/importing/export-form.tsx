'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type ReactNode, type SubmitEvent, useTransition } from 'react'
import { makeExport } from '@/lib/actions/imports'
import { callAction } from '@/lib/browser/call-action'
import { SubmitButton } from '../ui/submit-button'
import { toastProblem } from '../ui/toast-store'

const choiceClass = 'flex min-h-8 items-center gap-2 pointer-coarse:min-h-11'

export function ExportForm({ children }: { children: ReactNode }) {
  const router = useRouter()
  const [isSending, startTransition] = useTransition()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    const form = new FormData(event.currentTarget)
    const wanted = { withNotes: form.has('notes'), withPictures: form.has('pictures') }
    startTransition(async () => {
      const result = await callAction(() => makeExport(wanted), { tries: 1 })
      if (!result.ok) toastProblem(result.message)
      router.refresh()
    })
  }

  return (
    <form onSubmit={submit} aria-label={t('importing.exports.export')}>
      <label className={choiceClass}>
        <input type="checkbox" name="pictures" defaultChecked className="size-4 accent-accent" />
        {t('importing.exports.withPictures')}
      </label>
      <label className={`mb-3 ${choiceClass}`}>
        <input type="checkbox" name="notes" className="size-4 accent-accent" />
        {t('importing.exports.withNotes')}
      </label>
      <div className="flex flex-wrap gap-2">
        <SubmitButton isSending={isSending} look="outline">
          {t('importing.exports.exportBoard')}
        </SubmitButton>
        {children}
      </div>
    </form>
  )
}
