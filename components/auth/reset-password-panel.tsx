'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { hasRecoveryCookie } from '@/lib/session/recovery-cookie'
import { useSession, useViewer } from '@/lib/session/browser/store'
import { resetPassword } from '@/lib/actions/mail-links'
import { resetPasswordSchema, unnamed } from '@/lib/schemas/account'
import { readDraft, signUpDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'
import { takeOverSession } from '@/lib/session/browser/events'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { NewPasswordField, passwordHint } from './account-fields'

/** Stored pages contain both parts; more.css shows the form only to people who came from a recovery link. */
export function ResetPasswordPanel({ onDone }: { onDone?: () => void }) {
  const { status } = useSession()
  const router = useRouter()
  const isRecovering = status === 'signed-in' && hasRecoveryCookie()
  return (
    <>
      {(status === 'unknown' || isRecovering) && (
        <div className={status === 'unknown' ? 'recovering-only' : undefined}>
          <ResetPasswordForm onDone={onDone ?? (() => router.push('/'))} />
        </div>
      )}
      {!isRecovering && (
        <div className={status === 'unknown' ? 'not-recovering-only' : undefined}>
          <p className="mb-4 text-ink-soft">{t('auth.resetPasswordPanel.toChooseANew')}</p>
          <AppLink href="/forgot-password" className={buttonClass('default', 'w-full')}>
            {t('auth.resetPasswordPanel.emailMeALink')}
          </AppLink>
        </div>
      )}
    </>
  )
}

/** Also asks for a name if the address was never confirmed, because the name of the sign-up may be a stranger's. */
export function ResetPasswordForm({ isWide = true, onDone }: { isWide?: boolean; onDone: () => void }) {
  const isUnnamed = useViewer()?.name === unnamed
  const { field, formProps, message, isSending } = useActionForm({
    schema: resetPasswordSchema,
    defaultValues: { password: '', repeatPassword: '' },
    action: resetPassword,
    onDone: async () => {
      forgetDraft(signUpDraft)
      await takeOverSession('USER_UPDATED')
      toast({ title: t('common.passwordChanged'), description: t('common.youveBeenSignedOutOnOtherDevices') })
      onDone()
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      {isUnnamed && (
        <Field
          label={t('common.name')}
          hint={t('common.shownNextToYourPostsAndComments')}
          autoComplete="name"
          required
          defaultValue={readDraft<{ name: string }>(signUpDraft)?.name}
          {...field('name')}
        />
      )}
      <NewPasswordField label={t('common.newPassword')} hint={passwordHint()} {...field('password')} />
      <NewPasswordField label={t('common.repeatPassword')} {...field('repeatPassword')} />
      <SubmitButton isSending={isSending} className={isWide ? 'w-full' : ''}>
        {t('auth.resetPasswordPanel.setNewPassword')}
      </SubmitButton>
    </form>
  )
}
