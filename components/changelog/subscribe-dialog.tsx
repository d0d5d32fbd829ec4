'use client'

import { rich } from '../ui/rich'
import { t } from '@/lib/words/t'
import { useState } from 'react'
import { setSubscription, subscribeByMail } from '@/lib/actions/changelog-subscriptions'
import { callAction } from '@/lib/browser/call-action'
import { subscribeByMailSchema } from '@/lib/schemas/changelog'
import { useViewer } from '@/lib/session/browser/store'
import { useCaptchaForm } from '../auth/use-captcha-form'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'

/** Members subscribe with a click. An address without an account confirms with the email it gets. */
export function SubscribeDialog({ siteName, onClose }: { siteName: string; onClose: () => void }) {
  const viewer = useViewer()
  const [sentTo, setSentTo] = useState('')
  return (
    <Dialog onClose={onClose} title={t('changelog.subscribe.title')}>
      {viewer ? (
        <MemberForm siteName={siteName} onDone={onClose} />
      ) : sentTo ? (
        <>
          <FormMessage tone="info">
            {rich('changelog.subscribe.sent', {
              sentTo,
              i: (text) => (
                <bdi key="address" className="font-medium">
                  {text}
                </bdi>
              ),
            })}
          </FormMessage>
          <div className="mt-4 flex justify-end">
            <Button onClick={onClose}>{t('common.close')}</Button>
          </div>
        </>
      ) : (
        <MailForm siteName={siteName} onSent={setSentTo} />
      )}
    </Dialog>
  )
}

function MemberForm({ siteName, onDone }: { siteName: string; onDone: () => void }) {
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)

  async function subscribe() {
    setSending(true)
    const result = await callAction(() => setSubscription({ wanted: true }))
    setSending(false)
    if (!result.ok) return setProblem(result.message)
    toast({ title: t('changelog.subscribe.subscribed'), description: t('changelog.subscribe.changeAnytime') })
    onDone()
  }

  return (
    <div className="space-y-4">
      <p className="text-ink-soft">{t('changelog.subscribe.memberText', { siteName })}</p>
      <FormMessage>{problem}</FormMessage>
      <Button look="default" onClick={subscribe} disabled={isSending} className="w-full">
        {t('common.subscribe')}
      </Button>
    </div>
  )
}

function MailForm({ siteName, onSent }: { siteName: string; onSent: (email: string) => void }) {
  const { field, formProps, message, isSending, check } = useCaptchaForm({
    schema: subscribeByMailSchema,
    defaultValues: { email: '' },
    action: subscribeByMail,
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
        hint={t('changelog.subscribe.mailHint', { siteName })}
        {...field('email')}
      />
      {check}
      <SubmitButton isSending={isSending} className="w-full">
        {t('changelog.subscribe.byEmail')}
      </SubmitButton>
    </form>
  )
}
