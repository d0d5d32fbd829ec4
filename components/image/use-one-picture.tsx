'use client'

import { t } from '@/lib/words/t'
import { useRef, useState } from 'react'
import { callAction } from '@/lib/browser/call-action'
import { sendFile } from '@/lib/browser/send-file'
import type { ActionResult } from '@/lib/schemas/action-result'
import { avatarBytes, imageTypes } from '@/lib/schemas/image'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'

/** A single image: the buttons that choose and remove it, its file input, and its error. */
export function useOnePicture(options: {
  purpose: 'avatar' | 'logo'
  /** The label of the file input for screen readers, and the button's label. */
  label: string
  button: string
  remove: (() => Promise<ActionResult<unknown>>) | null
  onDone: (what: 'saved' | 'removed') => unknown
}) {
  const { purpose, label, button, remove, onDone } = options
  const input = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function run(action: () => Promise<ActionResult<unknown>>, what: 'saved' | 'removed') {
    setBusy(true)
    setMessage('')
    const result = await callAction(action)
    if (result.ok) await onDone(what)
    else setMessage(result.message)
    setBusy(false)
  }
  function upload(file: File | undefined) {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > avatarBytes) return setMessage(t('image.useOnePicture.thisFileIsLarger'))
    void run(() => sendFile(file, { for: purpose }), 'saved')
  }

  const buttons = (
    <div className="flex max-w-full flex-wrap gap-2">
      <button
        type="button"
        disabled={isBusy}
        onClick={() => input.current?.click()}
        className={buttonClass('outline')}
      >
        {isBusy ? t('image.useOnePicture.working') : button}
      </button>
      {remove && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void run(remove, 'removed')}
          className={buttonClass('ghost')}
        >
          {t('common.remove')}
        </button>
      )}
    </div>
  )
  const file = (
    <input
      ref={input}
      type="file"
      accept={imageTypes.join(',')}
      aria-label={label}
      onChange={(event) => upload(event.target.files?.[0])}
      className="sr-only"
      tabIndex={-1}
    />
  )
  const problem = (
    <div className="mt-3 has-[>:empty]:mt-0">
      <FormMessage>{message}</FormMessage>
    </div>
  )
  return { buttons, file, problem }
}
