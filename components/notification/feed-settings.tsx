'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import { renewFeed } from '@/lib/actions/notifications'
import { callAction } from '@/lib/browser/call-action'
import { copyText } from '../ui/copy-text'
import { Button } from '../ui/button'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'

export function FeedSettings(props: { address: string | null }) {
  const [address, setAddress] = useState(props.address)
  const [problem, setProblem] = useState('')
  const [said, setSaid] = useState('')

  const renew = (wanted: boolean, done: string) => async () => {
    const result = await callAction(() => renewFeed({ wanted }), { tries: 1 })
    setProblem(result.ok ? '' : result.message)
    setSaid(result.ok ? done : '')
    if (result.ok) setAddress(result.data.feed)
  }

  return (
    <div className="space-y-3">
      <FormMessage>{problem}</FormMessage>
      {address && (
        <Field
          label={t('notification.feedSettings.address')}
          value={address}
          readOnly
          dir="ltr"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <p className="flex flex-wrap gap-2">
        {address && (
          <Button onClick={() => copyText(address)}>{t('notification.feedSettings.copyAddress')}</Button>
        )}
        <Button
          onClick={renew(
            true,
            address ? t('notification.feedSettings.oldGone') : t('notification.feedSettings.isOn'),
          )}
        >
          {address ? t('notification.feedSettings.getANewAddress') : t('common.turnOn')}
        </Button>
        {address && (
          <Button onClick={renew(false, t('notification.feedSettings.isOff'))} look="outline-destructive">
            {t('common.turnOff')}
          </Button>
        )}
      </p>
      <p role="status" className="text-ink-soft empty:hidden">
        {said}
      </p>
    </div>
  )
}
