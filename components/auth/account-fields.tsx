import { t } from '@/lib/words/t'
import type { ComponentProps } from 'react'
import { Field } from '../ui/field'

type Props = Omit<Extract<ComponentProps<typeof Field>, { multiline?: false }>, 'label'> & { label?: string }

/** Of a button in a form that looks like a link. */
export const linkClass = 'wide-target text-start text-accent-ink underline underline-offset-2'

export function EmailField(props: Props) {
  return (
    <Field
      label={t('common.email')}
      type="email"
      autoComplete="username"
      inputMode="email"
      required
      {...props}
    />
  )
}

export function CurrentPasswordField(props: Props) {
  return (
    <Field label={t('common.password')} type="password" autoComplete="current-password" required {...props} />
  )
}

export function NewPasswordField(props: Props) {
  return (
    <Field label={t('common.password')} type="password" autoComplete="new-password" required {...props} />
  )
}

/** A message about both fields is shown below the first one. */
export const passwordError = (email?: string, password?: string) =>
  password && password === email ? t('common.enterYourPassword') : password

export const passwordHint = () => t('auth.passwordHint')
