'use client'

import { t } from '@/lib/words/t'
import { useEffect, useRef, useState } from 'react'
import type { Intent } from '@/lib/session/browser/intent'
import { startProviderSignIn } from '@/lib/actions/account'
import { callAction } from '@/lib/browser/call-action'
import { Dialog } from '../ui/dialog'
import { Button } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { type AuthSection, leaveForConfirmation, returnPath, show } from './auth-dialog-store'
import { ForgotPasswordForm } from './forgot-password-form'
import { ResetPasswordPanel } from './reset-password-panel'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'

const titles: Record<AuthSection, string> = {
  get 'sign-in'() {
    return t('common.signIn')
  },
  get 'sign-up'() {
    return t('common.signUp')
  },
  get 'forgot-password'() {
    return t('common.forgotPassword')
  },
  get 'reset-password'() {
    return t('common.resetPassword')
  },
}

function aimOf(intent: Intent): string {
  if (intent.kind === 'vote')
    return intent.title ? t('auth.dialog.voteFor', { title: intent.title }) : t('auth.dialog.vote')
  if (intent.kind === 'follow') return t('auth.dialog.followPost', { title: intent.title })
  if (intent.kind === 'comment')
    return intent.parent ? t('auth.dialog.publishYourReply') : t('auth.dialog.publishYourComment')
  return t('auth.dialog.publishYourPost')
}

/** Sign-in, sign-up, forgot-password and reset-password in one dialog, which says why it is there. */
export function AuthDialog(props: {
  section: AuthSection
  intent: Intent | null
  next: string
  providers: readonly string[]
  onClose: () => void
  onSignedIn: () => void
}) {
  const { section, intent, next, providers, onClose, onSignedIn } = props
  // Typed once, there in the other section as well.
  const [email, setEmail] = useState('')
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef(section)
  // The button that led to another section is gone with the one it stood in.
  useEffect(() => {
    if (opened.current !== section) place.current!.querySelector('input')?.focus()
    opened.current = section
  }, [section])
  const leadsOn = section === 'sign-in' || section === 'sign-up'
  const aim = intent ? aimOf(intent) : ''
  const title =
    aim && leadsOn ? t('auth.dialog.titleWithAim', { isSignIn: section === 'sign-in', aim }) : titles[section]
  return (
    <Dialog onClose={onClose} title={<span dir="auto">{title}</span>}>
      <div
        ref={place}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'email') setEmail(target.value)
        }}
      >
        {section === 'sign-in' && (
          <>
            <SignInForm
              email={email}
              next={next}
              onDone={onSignedIn}
              onForgot={() => show('forgot-password')}
            />
            <ProviderButtons providers={providers} next={next} />
            <SwitchLine text={t('auth.dialog.dontHaveAnAccount')} label={t('common.signUp')} to="sign-up" />
          </>
        )}
        {section === 'sign-up' && (
          <>
            <SignUpForm email={email} next={next} aim={aim} onSignedIn={onSignedIn} />
            <ProviderButtons providers={providers} next={next} />
            <SwitchLine
              text={t('auth.dialog.alreadyHaveAnAccount')}
              label={t('common.signIn')}
              to="sign-in"
            />
          </>
        )}
        {section === 'forgot-password' && (
          <>
            <ForgotPasswordForm email={email} />
            <SwitchLine
              text={t('auth.dialog.rememberedYourPassword')}
              label={t('common.signIn')}
              to="sign-in"
            />
          </>
        )}
        {section === 'reset-password' && <ResetPasswordPanel onDone={onSignedIn} />}
      </div>
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
        className="font-medium wide-target text-accent-ink underline underline-offset-2"
      >
        {label}
      </button>
    </p>
  )
}

const names: Record<string, string> = {
  github: 'GitHub',
  google: 'Google',
}

export function ProviderButtons({ providers, next }: { providers: readonly string[]; next: string }) {
  const [message, setMessage] = useState('')
  if (providers.length === 0) return null
  async function start(provider: string) {
    setMessage('')
    const result = await callAction(() => startProviderSignIn(provider, returnPath(next)))
    if (!result.ok) return setMessage(result.message)
    const { url, start: key } = result.data
    await leaveForConfirmation(next, { start: key })
    window.location.assign(url)
  }
  return (
    <div className="mt-4 space-y-2 border-t border-line pt-4">
      <FormMessage>{message}</FormMessage>
      {providers.map((provider) => (
        <Button key={provider} onClick={() => start(provider)} className="w-full">
          {t('auth.dialog.continueWith', { name: names[provider] ?? provider })}
        </Button>
      ))}
    </div>
  )
}
