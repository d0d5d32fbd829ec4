'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callAction } from '@/lib/browser/call-action'
import { sendUpload } from '@/lib/browser/send-upload'
import { importBytes, importEndings, uploadProblem } from '@/lib/schemas/import'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { ProgressBar } from './progress-bar'
import { sampleFile } from './sample-file'

export function UploadForm() {
  const router = useRouter()
  const [sent, setSent] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)

  async function upload(field: HTMLInputElement) {
    const [file] = field.files ?? []
    if (!file || sent !== null) return
    const mistake = uploadProblem(file)
    setProblem(mistake)
    if (!mistake) {
      setSent(0)
      const result = await callAction(() => sendUpload(crypto.randomUUID(), file, setSent), { tries: 1 })
      setSent(null)
      if (result.ok) return router.push(`/dashboard/import?run=${result.data.id}`)
      setProblem(result.message)
    }
    field.value = ''
  }
  // Of a file that was chosen before the scripts were loaded.
  const uploadEarly = useEffectEvent(() => upload(input.current!))
  useEffect(() => void uploadEarly(), [])

  return (
    <section
      aria-labelledby="upload"
      className="relative flex flex-col gap-3 rounded-lg border border-dashed border-line-strong bg-surface p-4 hover:border-accent"
    >
      <div>
        <h2 id="upload" className="font-semibold">
          {t('importing.upload.importAFile')}
        </h2>
        <p className="max-w-prose text-ink-soft">
          {t('importing.upload.whatItTakes', { limit: importBytes / 1024 / 1024 })}{' '}
          {t('importing.upload.trackers')}
        </p>
      </div>
      {sent === null ? (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <label
            className={buttonClass(
              'default',
              'cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent',
            )}
          >
            {t('importing.upload.chooseFile')}
            {/* Over the whole card, because a field takes a dropped file by itself. */}
            <input
              ref={input}
              type="file"
              accept={importEndings}
              onChange={(event) => upload(event.currentTarget)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
          </label>
          <span className="text-ink-soft pointer-coarse:hidden">{t('importing.upload.orDrop')}</span>
          <a
            href={`data:text/csv,${encodeURIComponent(sampleFile)}`}
            download="feedback.csv"
            className="wide-target text-accent-ink underline underline-offset-2"
          >
            {t('importing.upload.sample')}
          </a>
        </p>
      ) : (
        <div className="max-w-md">
          <ProgressBar label={t('importing.upload.uploading')} done={sent} />
        </div>
      )}
      <FormMessage>{problem}</FormMessage>
    </section>
  )
}
