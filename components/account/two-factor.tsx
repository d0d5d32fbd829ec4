'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { removeFactor, renewRecoveryCodes } from '@/lib/actions/two-factor'
import { reloadViewer } from '@/lib/session/browser/events'
import { Button } from '../ui/button'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import { RecoveryCodes } from './two-factor-recovery-codes'
import { TwoFactorCodeForm } from './two-factor-code-form'
import { TwoFactorSetup } from './two-factor-setup'

type Step = 'set-up' | 'renew' | 'turn-off' | null

export function TwoFactor(props: {
  hasFactor: boolean
  hasPassword: boolean
  /** Signed in a moment ago, which is required for an account without a password. */
  isFresh: boolean
  isNeeded: boolean
  codesLeft: number
}) {
  const { hasFactor, hasPassword, isFresh, isNeeded, codesLeft } = props
  const router = useRouter()
  const [step, setStep] = useState<Step>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  function show(made: { codes: string[] }) {
    focusNear(document.activeElement)
    setStep(null)
    setCodes(made.codes)
  }
  async function update() {
    focusNear(document.activeElement)
    setStep(null)
    setCodes(null)
    await reloadViewer()
    router.refresh()
  }

  function cancel() {
    focusNear(document.activeElement)
    setStep(null)
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={update} />
  if (step === 'set-up') {
    return <TwoFactorSetup hasPassword={hasPassword} onDone={show} onCancel={cancel} />
  }
  if (!hasFactor) {
    return (
      <>
        {isNeeded && <FormMessage tone="info">{t('account.twoFactor.teamNeeds')}</FormMessage>}
        {hasPassword || isFresh ? (
          <Button onClick={() => setStep('set-up')}>{t('account.twoFactor.setUp')}</Button>
        ) : (
          <p>{t('account.twoFactor.signInAgain')}</p>
        )}
      </>
    )
  }
  return (
    <>
      <p>
        {rich('account.twoFactor.isOn', {
          codesLeft,
          b: (text) => (
            <strong key="on" className="font-medium">
              {text}
            </strong>
          ),
        })}
      </p>
      {step === 'renew' && (
        <TwoFactorCodeForm
          key="renew"
          label={t('common.codeFromApp')}
          button={t('account.twoFactor.makeCodes')}
          action={renewRecoveryCodes}
          onDone={show}
          onCancel={cancel}
        />
      )}
      {step === 'turn-off' && (
        <TwoFactorCodeForm
          key="turn-off"
          label={t('common.codeFromApp')}
          button={t('common.turnOff')}
          look="outline-destructive"
          action={removeFactor}
          onDone={async () => {
            await update()
            toast({
              title: t('common.twoFactorIsOff'),
              description: t('common.youveBeenSignedOutOnOtherDevices'),
            })
          }}
          onCancel={cancel}
        />
      )}
      {!step && (
        <p className="flex flex-wrap gap-2">
          <Button onClick={() => setStep('renew')}>{t('account.twoFactor.newCodes')}</Button>
          <Button onClick={() => setStep('turn-off')} look="outline-destructive">
            {t('common.turnOff')}
          </Button>
        </p>
      )}
    </>
  )
}
