'use client'

import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useBrowserValue } from '@/lib/browser/create-store'
import { FormMessage } from '../ui/form-message'

const CaptchaWidget = lazy(() => import('./captcha-widget').then((file) => ({ default: file.CaptchaWidget })))

// What every page of a site with a check says of it (app/layout.tsx).
const readCheck = () => document.body.dataset.captcha ?? null

/**
 * The check against robots that the auth service may ask for: each request to it takes a token along, and after the
 * answer there is a new one. On a site without a check nothing is shown, loaded or sent.
 * @param isNeeded false for a form that asks the auth service nothing
 */
export function useCaptcha(isNeeded = true) {
  const configured = useBrowserValue(readCheck, null)
  const check = isNeeded ? configured : null
  const token = useRef<string>(undefined)
  const waiting = useRef<() => void>(undefined)
  const [round, setRound] = useState(0)
  const [hint, setHint] = useState('')

  function receive(given: string | undefined) {
    token.current = given
    if (!given) return
    setHint('')
    waiting.current?.()
    waiting.current = undefined
  }

  return {
    /** Whether a request may be sent now; else `send` is called as soon as the check is passed. */
    isPassed(send: () => void): boolean {
      if (!check || token.current) return true
      waiting.current = send
      setHint('First the check against robots: what you asked for is sent as soon as it is passed.')
      return false
    },
    /** What the next request carries, once. */
    take(): { captchaToken?: string } {
      const captchaToken = token.current
      token.current = undefined
      return captchaToken ? { captchaToken } : {}
    },
    renew: () => setRound((number) => number + 1),
    /** The check, with what is wrong with it beside it. */
    show(error: string | undefined): ReactNode {
      // Also where the auth service asks for a check that the site does not have.
      if (!check) return error && <FormMessage>{error}</FormMessage>
      return (
        <Suspense fallback={<div className="h-20" />}>
          <CaptchaWidget
            key={round}
            check={check}
            message={hint || error}
            onToken={receive}
            onRetry={() => setRound(round + 1)}
          />
        </Suspense>
      )
    },
  }
}
