import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { confirmSignUp } from '@/lib/actions/mail-links'
import { confirmSignUpSchema, type MailLink } from '@/lib/schemas/account'
import { readDraft, signUpDraft } from '@/lib/session/browser/draft'
import { forgetDraft } from '@/lib/session/browser/forget-draft'
import { forgetLink } from '@/lib/session/browser/link-in-address'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'
import { CurrentPasswordField, passwordHint } from '../auth/account-fields'
import { ConfirmOwnSignUp } from './confirm-own-sign-up'
import { returnAfterSignIn } from './return-after-sign-in'

type Props = {
  link: MailLink
  next: string
  email?: string
  /** What this browser signed up with a moment ago. */
  signedUp?: { name: string; email: string } | null
  needsPassword: boolean
  onUsed: (problem: string) => void
}

const withoutPassword = () => ({
  hint: t('account.confirmSignUpForm.optionalPassword'),
  required: false,
})

/**
 * Confirms a new account with its name and password. The existing ones may be those of someone who signed up with
 * another person's address, so only the name that this browser signed up with is suggested.
 */
export function ConfirmSignUpForm({ link, next, email, signedUp, needsPassword, onUsed }: Props) {
  const router = useRouter()
  const [isOwn, setOwn] = useState(Boolean(signedUp))
  const [refusal, setRefusal] = useState('')
  const { form, formProps, message, error, isSending } = useActionForm({
    schema: confirmSignUpSchema,
    defaultValues: { link, name: readDraft<{ name: string }>(signUpDraft)?.name ?? '', password: '' },
    action: confirmSignUp,
    tries: 1,
    onDone: ({ cameFrom }) => finish(cameFrom),
    onRefused: ({ message: problem, reason }) => {
      if (reason === 'gone') giveUp(problem)
    },
  })

  async function finish(cameFrom: string) {
    forgetLink()
    forgetDraft(signUpDraft)
    router.replace(await returnAfterSignIn(cameFrom || next, t('common.emailAddressConfirmed')))
  }

  function giveUp(problem: string) {
    forgetLink()
    onUsed(problem)
  }

  if (isOwn && signedUp) {
    return (
      <ConfirmOwnSignUp
        link={link}
        signedUp={signedUp}
        onDone={finish}
        onRefused={({ message: problem, reason }) => {
          if (reason === 'gone') return giveUp(problem)
          setRefusal(problem)
          setOwn(false)
        }}
        onOther={() => setOwn(false)}
      />
    )
  }
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message || refusal}</FormMessage>
      <p>
        {link.type === 'invite'
          ? t('account.confirmSignUpForm.chooseADisplayName')
          : needsPassword
            ? t('account.confirmSignUpForm.enterYourPasswordTo')
            : t('account.confirmSignUpForm.chooseOnlyAName')}
        {email && (
          <> {rich('account.isForAccount', { email, b: (text) => <strong dir="auto">{text}</strong> })}</>
        )}
      </p>
      {!signedUp && link.type !== 'invite' && (
        <p className="text-ink-soft">{t('account.confirmSignUpForm.enterAgain')}</p>
      )}
      <Field
        label={t('common.name')}
        autoComplete="name"
        required
        error={error('name')}
        {...form.register('name')}
      />
      <CurrentPasswordField
        {...(needsPassword ? { hint: passwordHint() } : withoutPassword())}
        error={error('password')}
        {...form.register('password')}
      />
      <SubmitButton isSending={isSending} className="w-full">
        {t('common.confirm')}
      </SubmitButton>
    </form>
  )
}
