'use client'

import { t } from '@/lib/words/t'
import { useRef, useState } from 'react'
import { signInAgain } from '@/lib/actions/settings'
import { signInAgainSchema } from '@/lib/schemas/account-security'
import type { refuse } from '@/lib/schemas/action-result'
import { takeOverSession } from '@/lib/session/browser/events'
import { useViewer } from '@/lib/session/browser/store'
import { CurrentPasswordField } from '../auth/account-fields'
import { useCaptchaForm } from '../auth/use-captcha-form'
import { Button } from '../ui/button'
import { Dialog, DialogButtons } from '../ui/dialog'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { CodeField } from './two-factor-code-form'

/** Why something was refused. If the sign-in is too old for it, one gives the password here, and `again` sends it. */
export function RefusedMessage(props: { refused: ReturnType<typeof refuse> | null; again: () => void }) {
  const { refused, again } = props
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  const isRenewed = useRef(false)
  if (refused?.reason !== 'not-fresh' || !viewer?.hasPassword)
    return <FormMessage>{refused?.message}</FormMessage>

  return (
    <>
      <FormMessage>
        <p>{t('account.signInAgain.tooLongAgo')}</p>
        <Button onClick={() => setOpen(true)} className="mt-2">
          {t('account.signInAgain.title')}
        </Button>
      </FormMessage>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        onClosed={() => {
          if (!isRenewed.current) return
          isRenewed.current = false
          focusNear(document.activeElement)
          again()
        }}
        title={t('account.signInAgain.title')}
        description={<bdi>{viewer.email}</bdi>}
      >
        <SignInAgainForm
          hasFactor={viewer.hasFactor}
          onDone={() => {
            isRenewed.current = true
            setOpen(false)
          }}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  )
}

function SignInAgainForm(props: { hasFactor: boolean; onDone: () => void; onCancel: () => void }) {
  const { hasFactor, onDone, onCancel } = props
  const { form, formProps, message, error, isSending, check } = useCaptchaForm({
    schema: signInAgainSchema,
    defaultValues: { password: '', code: '' },
    action: signInAgain,
    onDone: async () => {
      await takeOverSession('USER_UPDATED')
      onDone()
    },
  })
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        // React would pass it on to the form around the dialog.
        event.stopPropagation()
        void formProps.onSubmit(event)
      }}
      className="space-y-4"
    >
      <FormMessage>{message}</FormMessage>
      <CurrentPasswordField error={error('password')} {...form.register('password')} />
      {hasFactor && (
        <CodeField label={t('common.codeFromApp')} error={error('code')} {...form.register('code')} />
      )}
      {check}
      <DialogButtons onCancel={onCancel} isSending={isSending}>
        {t('common.signIn')}
      </DialogButtons>
    </form>
  )
}
