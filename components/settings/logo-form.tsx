'use client'

import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { removeLogo } from '@/lib/actions/site'
import { callAction } from '@/lib/browser/call-action'
import { sendFile } from '@/lib/browser/send-file'
import { avatarBytes, imageTypes } from '@/lib/schemas/image'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'

/** The picture in the header: written anew on the server, so that nothing hidden stays in it. */
export function LogoForm({ logo, isSetElsewhere }: { logo: string | null; isSetElsewhere: boolean }) {
  const router = useRouter()
  const input = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function run(action: Parameters<typeof callAction>[0], said: string) {
    setBusy(true)
    setMessage('')
    const result = await callAction(action)
    setBusy(false)
    if (!result.ok) return setMessage(result.message)
    toast({ title: said })
    router.refresh()
  }
  function upload(file: File | undefined) {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > avatarBytes) return setMessage('This file is larger than 2 MB.')
    void run(() => sendFile(file, { for: 'logo' }), 'The logo is saved.')
  }

  return (
    <div role="group" aria-labelledby="logo" className="rounded-lg border border-line bg-surface p-4">
      <h3 id="logo" className="mb-2 font-semibold">
        Logo
      </h3>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {logo && <img src={logo} alt="The logo" className="h-7 max-w-40 object-contain" />}
        {!isSetElsewhere && (
          <div className="flex gap-2">
            <button
              type="button"
              disabled={isBusy}
              onClick={() => input.current?.click()}
              className={buttonClass('outline')}
            >
              {isBusy ? 'Working...' : logo ? 'Change the logo' : 'Add a logo'}
            </button>
            {logo && (
              <button
                type="button"
                disabled={isBusy}
                onClick={() => run(() => removeLogo(null), 'The logo is removed.')}
                className={buttonClass('ghost')}
              >
                Remove
              </button>
            )}
          </div>
        )}
        <input
          ref={input}
          type="file"
          accept={imageTypes.join(',')}
          aria-label="File of the logo"
          onChange={(event) => upload(event.target.files?.[0])}
          className="sr-only"
          tabIndex={-1}
        />
      </div>
      <p className="mt-2 text-ink-soft">
        {isSetElsewhere
          ? 'Set by SITE_LOGO_URL in the environment.'
          : 'Shown 28 pixels high, on light and dark pages. PNG, JPEG, WebP, GIF or AVIF, at most 2 MB.'}
      </p>
      <div className="mt-3 empty:hidden">
        <FormMessage>{message}</FormMessage>
      </div>
    </div>
  )
}
