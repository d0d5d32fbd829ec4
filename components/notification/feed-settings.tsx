'use client'

import { useState } from 'react'
import { renewFeed } from '@/lib/actions/notifications'
import { callAction } from '@/lib/browser/call-action'
import { copyText } from '../ui/copy-text'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'

/** The secret address of what somebody follows: to copy, to change, to switch off. */
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
          label="Address"
          value={address}
          readOnly
          dir="ltr"
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <p className="flex flex-wrap gap-2">
        {address && (
          <button type="button" onClick={() => copyText(address)} className={buttonClass('outline')}>
            Copy address
          </button>
        )}
        <button
          type="button"
          onClick={renew(true, address ? 'The old address has ended.' : 'Your feed has an address now.')}
          className={buttonClass('outline')}
        >
          {address ? 'Give it a new address' : 'Switch it on'}
        </button>
        {address && (
          <button
            type="button"
            onClick={renew(false, 'Your feed is switched off.')}
            className={buttonClass('outline-destructive')}
          >
            Switch it off
          </button>
        )}
      </p>
      <p role="status" className="text-ink-soft empty:hidden">
        {said}
      </p>
    </div>
  )
}
