'use client'

import { t } from '@/lib/words/t'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useIsDark } from '@/lib/browser/color-mode'
import type { CaptchaProvider } from '@/lib/publish/content-policy'
import { FormMessage } from '../ui/form-message'

type Api = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string
  remove: (id: string) => void
}

const scripts: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
}

let loading: Promise<Api> | undefined

/** The provider's own script, once per page; requested again after a failure. */
function loadApi(provider: CaptchaProvider): Promise<Api> {
  loading ??= new Promise<Api>((resolve, reject) => {
    const target = window as unknown as Record<string, unknown>
    target.captchaIsReady = () => resolve(target[provider] as Api)
    const script = document.createElement('script')
    script.src = `${scripts[provider]}?render=explicit&onload=captchaIsReady`
    script.addEventListener('error', () => {
      script.remove()
      loading = undefined
      reject(new Error(`${script.src} could not be loaded.`))
    })
    document.head.append(script)
  })
  return loading
}

/** The provider's widget. `check` is the provider and the site key; an expired token is reported as none. */
export function CaptchaWidget(props: {
  check: string
  message?: string
  onToken: (token?: string) => void
  onRetry: () => void
}) {
  const { check, message, onRetry } = props
  const theme = useIsDark() ? 'dark' : 'light'
  const place = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)
  const onToken = useEffectEvent(props.onToken)

  // Remove the captcha while it is still part of the page.
  useLayoutEffect(() => {
    const [provider, sitekey] = check.split(' ') as [CaptchaProvider, string]
    const fail = () => setBroken(true)
    let isGone = false
    let remove = () => {}
    async function show() {
      const api = await loadApi(provider)
      if (isGone) return
      const id = api.render(place.current!, {
        sitekey,
        theme,
        // Inside the form, because a dialog takes back the focus from anything outside it.
        ...(provider === 'hcaptcha' ? { 'challenge-container': place.current } : { size: 'flexible' }),
        callback: (token: string) => {
          setBroken(false)
          onToken(token)
        },
        'expired-callback': () => onToken(),
        'error-callback': fail,
      })
      remove = () => api.remove(id)
    }
    show().catch(fail)
    return () => {
      isGone = true
      remove()
      onToken()
    }
  }, [check, theme])

  return (
    <div role="group" aria-label={t('auth.captchaWidget.botCheck')} className="space-y-2">
      <div ref={place} className="min-h-20" />
      <FormMessage>
        {isBroken ? (
          <>
            {t('auth.captchaWidget.theBotCheckDidnt')}{' '}
            <button type="button" onClick={onRetry} className="text-accent-ink underline underline-offset-2">
              {t('common.tryAgain')}
            </button>
          </>
        ) : (
          message
        )}
      </FormMessage>
    </div>
  )
}
