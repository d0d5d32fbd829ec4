'use client'

import { t } from '@/lib/words/t'
import { useEffect, useState } from 'react'
import { finishFactor, startFactor } from '@/lib/actions/two-factor'
import { startFactorSchema } from '@/lib/schemas/account-security'
import { takeOverSession } from '@/lib/session/browser/events'
import { CurrentPasswordField } from '../auth/account-fields'
import { useCaptchaForm } from '../auth/use-captcha-form'
import { Button } from '../ui/button'
import { copyText } from '../ui/copy-text'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { TwoFactorCodeForm } from './two-factor-code-form'

type Props = { hasPassword: boolean; onDone: (made: { codes: string[] }) => void; onCancel: () => void }
type Key = { picture: string; secret: string }

export function TwoFactorSetup({ hasPassword, onDone, onCancel }: Props) {
  const [key, setKey] = useState<Key | null>(null)
  if (!key) return <PasswordStep hasPassword={hasPassword} onDone={setKey} onCancel={onCancel} />
  const spaced = key.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
  return (
    <>
      <p>{t('account.twoFactor.scan')}</p>
      <img
        src={key.picture}
        alt={t('account.twoFactor.qrCode')}
        width={240}
        height={240}
        className="rounded-md border border-line bg-white"
      />
      <div>
        <p className="text-ink-soft">{t('account.twoFactor.cantScan')}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <code dir="ltr" className="break-all">
            {spaced}
          </code>
          <Button onClick={() => copyText(key.secret, t('account.twoFactor.key'))}>
            {t('account.twoFactor.copyKey')}
          </Button>
        </p>
      </div>
      <TwoFactorCodeForm
        button={t('common.turnOn')}
        look="default"
        action={finishFactor}
        onDone={async (made) => {
          await takeOverSession('USER_UPDATED')
          onDone(made)
        }}
        onCancel={onCancel}
      />
    </>
  )
}

function PasswordStep(props: { hasPassword: boolean; onDone: (key: Key) => void; onCancel: () => void }) {
  const { hasPassword, onDone, onCancel } = props
  const { form, formProps, message, error, isSending, check } = useCaptchaForm({
    schema: startFactorSchema,
    defaultValues: { password: '' },
    action: startFactor,
    isChecked: hasPassword,
    onDone,
  })
  useEffect(() => {
    if (hasPassword) form.setFocus('password')
  }, [form, hasPassword])
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      {hasPassword ? (
        <CurrentPasswordField error={error('password')} {...form.register('password')} />
      ) : (
        <p>{t('account.twoFactor.needApp')}</p>
      )}
      {check}
      <p className="flex flex-wrap gap-2">
        <SubmitButton isSending={isSending}>{t('common.continue')}</SubmitButton>
        <Button onClick={onCancel} look="ghost">
          {t('common.cancel')}
        </Button>
      </p>
    </form>
  )
}
