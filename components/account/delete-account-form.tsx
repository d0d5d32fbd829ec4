'use client'

import { t } from '@/lib/words/t'
import { useRef, useState } from 'react'
import { deleteAccount } from '@/lib/actions/settings'
import { passwordMissing } from '@/lib/schemas/account'
import { deleteAccountSchema } from '@/lib/schemas/account-security'
import { takeOverSession } from '@/lib/session/browser/events'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { CurrentPasswordField } from '../auth/account-fields'
import { useCaptchaForm } from '../auth/use-captcha-form'
import { CodeField } from './two-factor-code-form'

export function DeleteAccountForm(props: { hasPassword: boolean; hasFactor: boolean }) {
  const { hasPassword, hasFactor } = props
  const [content, setContent] = useState<'keep' | 'remove' | null>(null)
  const isSure = useRef(false)
  const { form, formProps, submit, message, error, isSending, check } = useCaptchaForm({
    schema: deleteAccountSchema,
    defaultValues: { password: '', code: '', content: 'keep' as const },
    action: deleteAccount,
    isChecked: hasPassword,
    // Also asks if the button was pressed before the scripts were loaded.
    maySend: (input) => {
      if (hasPassword && !input.password) {
        form.setError('password', { message: passwordMissing() }, { shouldFocus: true })
        return false
      }
      if (!isSure.current) setContent(input.content)
      return isSure.current
    },
    onDone: async () => {
      await takeOverSession('SIGNED_OUT')
      window.location.assign('/auth/goodbye')
    },
  })

  async function answer(yes: boolean) {
    setContent(null)
    isSure.current = yes
    if (yes) await submit()
    isSure.current = false
  }

  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <fieldset>
        <legend className="mb-1 font-medium">{t('account.deleteAccountForm.yourPostsAndComments')}</legend>
        <label className="flex min-h-9 items-center gap-2">
          <input type="radio" value="keep" defaultChecked {...form.register('content')} />
          <span>{t('account.deleteAccountForm.keepThemUnderDeleted')}</span>
        </label>
        <label className="flex min-h-9 items-center gap-2">
          <input type="radio" value="remove" {...form.register('content')} />
          <span>{t('account.deleteAccountForm.deleteThemWithThe')}</span>
        </label>
      </fieldset>
      {hasPassword && <CurrentPasswordField error={error('password')} {...form.register('password')} />}
      {hasPassword && hasFactor && (
        <CodeField label={t('common.codeFromApp')} error={error('code')} {...form.register('code')} />
      )}
      {check}
      <SubmitButton isSending={isSending} look="outline-destructive">
        {t('account.deleteAccountForm.deleteMyAccount')}
      </SubmitButton>
      <ConfirmDialog
        open={content !== null}
        question={t('account.deleteAccountForm.areYouSureYou')}
        detail={t('account.deleteAccountForm.thisCannotBeUndone', { content: content ?? 'keep' })}
        onAnswer={(yes) => void answer(yes)}
      />
    </form>
  )
}
