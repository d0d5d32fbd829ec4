'use client'

import { useRef, useState } from 'react'
import { removeAvatar } from '@/lib/actions/settings'
import { callAction } from '@/lib/browser/call-action'
import { sendFile } from '@/lib/browser/send-file'
import { avatarBytes, imageTypes } from '@/lib/schemas/image'
import { reloadViewer } from '@/lib/session/browser/events'
import { useViewer } from '@/lib/session/browser/store'
import type { Viewer } from '@/lib/session/viewer'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'

/** The picture: cropped to a square and written anew on the server, so that nothing hidden stays in it. */
export function AvatarForm({ viewer: stored }: { viewer: Viewer }) {
  const viewer = useViewer() ?? stored
  const input = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function run(action: Parameters<typeof callAction>[0]) {
    setBusy(true)
    setMessage('')
    const result = await callAction(action)
    if (result.ok) await reloadViewer()
    else setMessage(result.message)
    setBusy(false)
  }

  function upload(file: File | undefined) {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > avatarBytes) return setMessage('This file is larger than 2 MB.')
    void run(() => sendFile(file, { for: 'avatar' }))
  }

  return (
    <div>
      <div className="flex items-center gap-4">
        <Avatar name={viewer.name} src={viewer.avatar} size="lg" />
        <div className="flex min-w-0 flex-wrap gap-2">
          <button
            type="button"
            disabled={isBusy}
            onClick={() => input.current?.click()}
            className={buttonClass('outline')}
          >
            {isBusy ? 'Working...' : viewer.avatar ? 'Change picture' : 'Add a picture'}
          </button>
          {viewer.avatar && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() => run(() => removeAvatar(null))}
              className={buttonClass('ghost')}
            >
              Remove
            </button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={imageTypes.join(',')}
          aria-label="Picture"
          onChange={(event) => upload(event.target.files?.[0])}
          className="sr-only"
          tabIndex={-1}
        />
      </div>
      <div className="mt-3 empty:hidden">
        <FormMessage>{message}</FormMessage>
      </div>
    </div>
  )
}
