'use client'

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
    <Dialog onClose={onClose} title={<span dir="auto">{`Follow “${title}”`}</span>}>
      {sentTo ? (
        <>
          <FormMessage tone="info">
            Click the link we sent to <bdi className="font-medium">{sentTo}</bdi> to start following.
          </FormMessage>
          <div className="mt-4 flex justify-end">
            <Button onClick={onClose}>Close</Button>
          </div>
        </>
      ) : (
        <>
          <MailForm id={id} onSent={setSentTo} />
          <p className="mt-4 text-ink-soft">
            Have an account?{' '}
            <button
              type="button"
              onClick={onSignIn}
              className="font-medium wide-target text-accent-ink underline underline-offset-2"
            >
              Sign in to follow
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
        label="Email"
        type="email"
        autoComplete="email"
        required
        hint="We'll email you when the post's state changes, with the team's note. You can unsubscribe anytime."
        {...field('email')}
      />
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        Follow by email
      </SubmitButton>
    </form>
  )
}
