'use client'

import { useState } from 'react'
import { startProviderSignIn } from '@/lib/actions/account'
import { callAction } from '@/lib/browser/call-action'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'
import { leaveForConfirmation, returnPath } from './auth-dialog-store'

const names: Record<string, string> = { github: 'GitHub', google: 'Google' }

/** Signing in through another site; only the ones the operator set up. */
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
        <button
          key={provider}
          type="button"
          onClick={() => start(provider)}
          className={buttonClass('outline', 'w-full')}
        >
          Continue with {names[provider]}
        </button>
      ))}
    </div>
  )
}
