'use client'

import { useRef } from 'react'
import type { FieldValues, Path } from 'react-hook-form'
import { useActionForm } from '../ui/use-action-form'
import { useCaptcha } from './use-captcha'

type Options<Input extends FieldValues, Data> = Parameters<typeof useActionForm<Input, Data>>[0]

/** A form that asks the auth service for something, with the check against robots that this may need. */
export function useCaptchaForm<Input extends FieldValues & { captchaToken?: string }, Data>(
  options: Options<Input, Data> & { isChecked?: boolean },
) {
  const { isChecked, ...rest } = options
  const captcha = useCaptcha(isChecked)
  // One for all tries of a sending: an answer that was lost may have used it up, but only that.
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
