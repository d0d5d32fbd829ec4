import { useRouter } from 'next/navigation'
import { confirmSignUp } from '@/lib/actions/account'
import { confirmSignUpSchema } from '@/lib/schemas/account'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'
import { CurrentPasswordField, passwordHint } from './account-fields'
import { comeBack } from './come-back'

type Props = { tokenHash: string; next: string; onUsed: (problem: string) => void }

/**
 * Confirms a new account with its password. What stands there may be the password of somebody who signed up with an
 * address of another.
 */
export function ConfirmSignUpForm({ tokenHash, next, onUsed }: Props) {
  const router = useRouter()
  const { form, formProps, error, isSending } = useActionForm({
    schema: confirmSignUpSchema,
    defaultValues: { tokenHash, password: '' },
    action: confirmSignUp,
    tries: 1,
    onDone: async ({ cameFrom }) => {
      router.replace(await comeBack(cameFrom || next, 'Your e-mail address is confirmed.'))
    },
    onRefused: ({ message, fieldErrors }) => {
      if (!fieldErrors) onUsed(message)
    },
  })
  return (
    <form {...formProps} className="space-y-4">
      <p>One more step: confirm with the password you chose, or with a new one.</p>
      <CurrentPasswordField hint={passwordHint} error={error('password')} {...form.register('password')} />
      <SubmitButton isSending={isSending}>Confirm</SubmitButton>
    </form>
  )
}
