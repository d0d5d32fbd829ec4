'use client'

import type { AuthSection } from './auth-dialog-store'
import { Dialog } from '../ui/dialog'
import { show } from './auth-dialog-store'
import { ForgotPasswordForm } from './forgot-password-form'
import { ProviderButtons } from './provider-buttons'
import { ResetPasswordPanel } from './reset-password-panel'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'

const titles: Record<AuthSection, string> = {
  'sign-in': 'Sign in',
  'sign-up': 'Sign up',
  'forgot-password': 'Forgot password',
  'reset-password': 'Reset password',
}

/** Sign-in, sign-up, forgot-password and reset-password in one dialog. */
export function AuthDialog(props: {
  section: AuthSection
  next: string
  providers: readonly string[]
  onClose: () => void
  onSignedIn: () => void
}) {
  const { section, next, providers, onClose, onSignedIn } = props
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={titles[section]}>
      {section === 'sign-in' && (
        <>
          <SignInForm onDone={onSignedIn} onForgot={() => show('forgot-password')} />
          <ProviderButtons providers={providers} next={next} />
          <SwitchLine text="Don't have an account?" label="Sign up" to="sign-up" />
        </>
      )}
      {section === 'sign-up' && (
        <>
          <SignUpForm onSignedIn={onSignedIn} />
          <ProviderButtons providers={providers} next={next} />
          <SwitchLine text="Already have an account?" label="Sign in" to="sign-in" />
        </>
      )}
      {section === 'forgot-password' && (
        <>
          <ForgotPasswordForm />
          <SwitchLine text="Remembered your password?" label="Sign in" to="sign-in" />
        </>
      )}
      {section === 'reset-password' && <ResetPasswordPanel onDone={onSignedIn} />}
    </Dialog>
  )
}

function SwitchLine({ text, label, to }: { text: string; label: string; to: AuthSection }) {
  return (
    <p className="mt-4 text-ink-soft">
      {text}{' '}
      <button
        type="button"
        onClick={() => show(to)}
        className="font-medium text-accent-ink underline underline-offset-2"
      >
        {label}
      </button>
    </p>
  )
}
