'use client'

import { t } from '@/lib/words/t'
import { takeOverSession } from '@/lib/session/browser/events'
import { enterCode } from '@/lib/actions/two-factor'
import { OwnProofForm } from '../account/own-proof-form'
import { TwoFactorCodeForm } from '../account/two-factor-code-form'
import { Button } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { useState } from 'react'

/** What a person still has to do before a token becomes a session. */
export type Step =
  | { kind: 'problem'; message: string }
  | { kind: 'replace'; from: string; to: string; token: string }
  | { kind: 'proof'; claim: string; email: string }
  | { kind: 'code' }

type Props = {
  step: Step
  onDone: () => void
  /** Called once the person agrees to leave the account that they are signed in with. */
  onReplace: (token: string) => void
}

export function SignInStep({ step, onDone, onReplace }: Props) {
  const [needsCode, setNeedsCode] = useState(step.kind === 'code')
  async function finish() {
    await takeOverSession('SIGNED_IN')
    onDone()
  }
  if (step.kind === 'problem') {
    return (
      <div className="mb-4">
        <FormMessage>{step.message}</FormMessage>
      </div>
    )
  }
  if (step.kind === 'replace') {
    const { token, ...names } = step
    return (
      <section
        aria-label={t('common.signIn')}
        className="mb-4 space-y-3 rounded-lg border border-line bg-surface p-4"
      >
        <p role="status">{t('account.ownSignIn.signedInAs', names)}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onReplace(token)}>
            {t('account.ownSignIn.continueAs', { name: step.to })}
          </Button>
          <Button look="ghost" onClick={onDone}>
            {t('common.cancel')}
          </Button>
        </div>
      </section>
    )
  }
  return (
    <section aria-label={t('common.signIn')} className="mb-4 rounded-lg border border-line bg-surface p-4">
      {needsCode ? (
        <>
          <p className="mb-4">{t('common.enterAppCode')}</p>
          <TwoFactorCodeForm button={t('common.continue')} action={enterCode} onDone={finish} />
        </>
      ) : (
        step.kind === 'proof' && (
          <OwnProofForm {...step} onDone={({ awaitsCode }) => (awaitsCode ? setNeedsCode(true) : finish())} />
        )
      )}
    </section>
  )
}
