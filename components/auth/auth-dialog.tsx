'use client'

import { type Key, t } from '@/lib/words/t'
import { useEffect, useRef, useState } from 'react'
import { startProviderSignIn } from '@/lib/actions/sign-in-methods'
import { callAction } from '@/lib/browser/call-action'
import type { Intent } from '@/lib/session/browser/intent'
import type { SignInMethod } from '@/lib/queries/sign-in-methods'
import type { Provider } from '@/lib/session/providers'
import { Dialog } from '../ui/dialog'
import { Button } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { Steps } from '../ui/step'
import { type AuthSection, leaveForConfirmation, returnPath, show } from './auth-dialog-store'
import { CompanyForm } from './company-form'
import { EmailCodeForm } from './email-code-form'
import { ForgotPasswordForm } from './forgot-password-form'
import { ResetPasswordPanel } from './reset-password-panel'
import { SignInForm } from './sign-in-form'
import { SignUpForm } from './sign-up-form'
import { SwitchLine } from './switch-line'

const titles = {
  'sign-in': 'common.signIn',
  'sign-up': 'common.signUp',
  'forgot-password': 'common.forgotPassword',
  'reset-password': 'common.resetPassword',
  codes: 'auth.dialog.continueWithEmail',
  company: 'common.companySignIn',
} as const satisfies Record<AuthSection | SignInMethod, Key>

// Every page has these facts (app/layout.tsx).
const readMethods = () => (document.body.dataset.ways?.split(' ') ?? []) as SignInMethod[]

/** "Sign in to vote for …", for what someone was about to do. */
function titleFor(intent: Intent, isNew: boolean): string {
  if (intent.kind === 'vote')
    return intent.title
      ? t('auth.dialog.voteFor', { title: intent.title, isNew })
      : t('auth.dialog.vote', { isNew })
  if (intent.kind === 'follow') return t('auth.dialog.followPost', { title: intent.title, isNew })
  if (intent.kind === 'comment')
    return t(intent.parent ? 'auth.dialog.publishYourReply' : 'auth.dialog.publishYourComment', { isNew })
  return t('auth.dialog.publishYourPost', { isNew })
}

/** Sign-in, sign-up, forgot-password and reset-password in one dialog, which says why it is open. */
export function AuthDialog(props: {
  section: AuthSection
  intent: Intent | null
  next: string
  providers: readonly Provider[]
  onClose: () => void
  onSignedIn: () => void
}) {
  const { section, intent, next, providers, onClose, onSignedIn } = props
  // Typed in one section, kept in the others. An invitation's page says for whom it is.
  const [email, setEmail] = useState(
    () => document.querySelector<HTMLElement>('[data-email]')?.dataset.email ?? '',
  )
  const methods = readMethods()
  const [way, setWay] = useState<SignInMethod | null>(null)
  const shown = way ?? section
  const place = useRef<HTMLDivElement>(null)
  const opened = useRef<string>(shown)
  // The button that led to another section disappears with the section.
  useEffect(() => {
    if (opened.current !== shown) place.current!.querySelector('input')?.focus()
    opened.current = shown
  }, [shown])
  const [step, setStep] = useState('')
  const leadsOn = shown === 'sign-in' || shown === 'sign-up'
  const title = step || (intent && leadsOn ? titleFor(intent, shown === 'sign-up') : t(titles[shown]))
  const otherWays = <OtherWays providers={providers} methods={methods} next={next} onChoose={setWay} />
  const back = (
    <SwitchLine
      text={t('auth.dialog.haveAPassword')}
      label={t('common.signIn')}
      to="sign-in"
      onSwitch={() => setWay(null)}
    />
  )
  return (
    <Dialog
      onClose={onClose}
      title={
        <span dir="auto" title={title} className="line-clamp-2">
          {title}
        </span>
      }
      description={shown === 'sign-up' && !intent && !step ? t('auth.dialog.signUpLead') : undefined}
    >
      <Steps value={setStep}>
        <div
          ref={place}
          onInput={({ target }) => {
            if (target instanceof HTMLInputElement && target.name === 'email') setEmail(target.value)
          }}
        >
          {way === 'codes' && (
            <EmailCodeForm email={email} next={next} onDone={onSignedIn}>
              {back}
            </EmailCodeForm>
          )}
          {way === 'company' && (
            <>
              <CompanyForm email={email} next={next} />
              {back}
            </>
          )}
          {shown === 'sign-in' && (
            <>
              <SignInForm
                email={email}
                next={next}
                onDone={onSignedIn}
                onForgot={() => show('forgot-password')}
              />
              {otherWays}
              <SwitchLine text={t('auth.dialog.dontHaveAnAccount')} label={t('common.signUp')} to="sign-up" />
            </>
          )}
          {shown === 'sign-up' && (
            <>
              <SignUpForm
                email={email}
                next={next}
                aim={intent?.kind ?? ''}
                codes={methods.includes('codes')}
                onSignedIn={onSignedIn}
              >
                {otherWays}
              </SignUpForm>
              <SwitchLine
                text={t('auth.dialog.alreadyHaveAnAccount')}
                label={t('common.signIn')}
                to="sign-in"
              />
            </>
          )}
          {section === 'forgot-password' && <ForgotPasswordForm email={email} />}
          {section === 'reset-password' && <ResetPasswordPanel onDone={onSignedIn} />}
        </div>
      </Steps>
    </Dialog>
  )
}

function OtherWays(props: {
  providers: readonly Provider[]
  methods: readonly SignInMethod[]
  next: string
  onChoose: (way: SignInMethod) => void
}) {
  const { providers, methods, next, onChoose } = props
  const [message, setMessage] = useState('')
  if (providers.length + methods.length === 0) return null
  async function start(provider: string) {
    setMessage('')
    const result = await callAction(() => startProviderSignIn(provider, returnPath(next)))
    if (!result.ok) return setMessage(result.message)
    const { url, start: key } = result.data
    await leaveForConfirmation(next, { start: key })
    window.location.assign(url)
  }
  return (
    <div className="mt-4 space-y-2">
      <p className="flex items-center gap-3 pb-2 text-xs text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('auth.dialog.or')}
      </p>
      <FormMessage>{message}</FormMessage>
      {methods.map((method) => (
        <Button key={method} onClick={() => onChoose(method)} className="w-full">
          {t(titles[method])}
        </Button>
      ))}
      {providers.map(({ id, name }) => (
        <Button key={id} data-provider={id} onClick={() => start(id)} className="w-full">
          {t('auth.dialog.continueWith', { name })}
        </Button>
      ))}
    </div>
  )
}
