'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useActionForm } from '../ui/use-action-form'
import { useBrowserValue } from '@/lib/browser/create-store'
import { FormMessage } from '../ui/form-message'
import { lazyPart } from '../ui/lazy-part'

type Options<Input extends FieldValues, Data> = Parameters<typeof useActionForm<Input, Data>>[0]

/** A form that asks the auth service for something, with the captcha that this may need. */
export function useCaptchaForm<Input extends FieldValues & { captchaToken?: string }, Data>(
  options: Options<Input, Data> & { isChecked?: boolean },
) {
  const { isChecked, ...rest } = options
  const captcha = useCaptcha(isChecked)
  // One token for all attempts of a request, because a lost response may have used it.
  const taken = useRef<{ captchaToken?: string }>({})
  const made = useActionForm<Input, Data>({
    ...rest,
    maySend: (input) => captcha.isPassed(() => void made.submit()) && (options.maySend?.(input) ?? true),
    onSend: () => (taken.current = captcha.take()),
    action: (input) => options.action({ ...input, ...taken.current }),
    onDone: async (data, input) => {
      captcha.renew()
      await options.onDone(data, input)
    },
    onRefused: (result, input) => {
      captcha.renew()
      options.onRefused?.(result, input)
    },
  })
  return { ...made, captcha, check: captcha.show(made.error('captchaToken' as Path<Input>)) }
}

const CaptchaWidget = lazyPart(() => import('./captcha-widget'), 'CaptchaWidget')

// Every page of a site with a captcha has these facts (app/layout.tsx).
const readCheck = () => document.body.dataset.captcha ?? null

/** The captcha of the auth service: a new token for each request, and nothing at all on a site without one. */
function useCaptcha(isNeeded = true) {
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
    /** Whether a request may be sent now; otherwise `send` is called as soon as the captcha is passed. */
    isPassed(send: () => void): boolean {
      if (!check || token.current) return true
      waiting.current = send
      setHint(t('auth.useCaptchaForm.completeTheBotCheck'))
      return false
    },
    /** The token for the next request, used once. */
    take(): { captchaToken?: string } {
      const captchaToken = token.current
      token.current = undefined
      return captchaToken ? { captchaToken } : {}
    },
    renew: () => setRound((number) => number + 1),
    show(error: string | undefined): ReactNode {
      // Also if the auth service requires a captcha that the site doesn't have.
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
