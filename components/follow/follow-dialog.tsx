'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useState } from 'react'
import { followByMail } from '@/lib/actions/follows'
import { mailFollowSchema } from '@/lib/schemas/notification'
import { useCaptchaForm } from '../auth/use-captcha-form'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'

export function FollowDialog(props: {
  id: number
  title: string
  onSignIn: () => void
  onClose: () => void
}) {
  const { id, title, onSignIn, onClose } = props
  const [sentTo, setSentTo] = useState('')
  return (
    <Dialog onClose={onClose} title={<span dir="auto">{t('follow.dialog.follow', { title })}</span>}>
      {sentTo ? (
        <>
          <FormMessage tone="info">
            {rich('follow.dialog.clickTheLinkWe', {
              sentTo,
              b: (text) => <bdi className="font-medium">{text}</bdi>,
            })}
          </FormMessage>
          <div className="mt-4 flex justify-end">
            <Button onClick={onClose}>{t('common.close')}</Button>
          </div>
        </>
      ) : (
        <>
          <MailForm id={id} onSent={setSentTo} />
          <p className="mt-4 text-ink-soft">
            {t('follow.dialog.haveAnAccount')}{' '}
            <button
              type="button"
              onClick={onSignIn}
              className="font-medium wide-target text-accent-ink underline underline-offset-2"
            >
              {t('follow.dialog.signInToFollow')}
            </button>
          </p>
        </>
      )}
    </Dialog>
  )
}

function MailForm({ id, onSent }: { id: number; onSent: (email: string) => void }) {
  const { field, formProps, message, isSending, check } = useCaptchaForm({
    schema: mailFollowSchema,
    defaultValues: { id, email: '' },
    action: followByMail,
    onDone: (_, { email }) => onSent(email.trim()),
    tries: 1,
  })
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field
        label={t('common.email')}
        type="email"
        autoComplete="email"
        required
        hint={t('follow.dialog.wellEmailYouWhen')}
        {...field('email')}
      />
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        {t('follow.dialog.followByEmail')}
      </SubmitButton>
    </form>
  )
}
