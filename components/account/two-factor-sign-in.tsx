'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { enterCode } from '@/lib/actions/two-factor'
import { Button } from '../ui/button'
import { toast } from '../ui/toast-store'
import { returnAfterSignIn } from './return-after-sign-in'
import { TwoFactorCodeForm } from './two-factor-code-form'

/** The second step of a sign-in, whichever way the first was taken. */
export function TwoFactorSignIn({ next, start }: { next: string; start?: string }) {
  const router = useRouter()
  const [isRecovery, setRecovery] = useState(false)

  async function goOn({ isRecovered }: { isRecovered: boolean }) {
    const path = await returnAfterSignIn(next, undefined, start)
    if (isRecovered) {
      toast({
        title: 'Two-factor authentication is off.',
        description: 'Set it up again with your new device.',
      })
    }
    router.replace(isRecovered ? '/settings#two-factor' : path)
  }

  return (
    <>
      <p className="mb-4">
        {isRecovery
          ? 'Enter one of your recovery codes. It turns two-factor authentication off and signs you out on other devices.'
          : 'Enter the code from your authenticator app.'}
      </p>
      <TwoFactorCodeForm
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : undefined}
        isRecovery={isRecovery}
        button="Continue"
        action={enterCode}
        onDone={goOn}
      />
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
        <Button onClick={() => setRecovery(!isRecovery)} look="ghost">
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
        <form action="/sign-out" method="post">
          <Button type="submit" look="ghost">
            Cancel
          </Button>
        </form>
      </div>
      <p className="mt-4 text-ink-soft">
        Lost your device and your recovery codes? Ask an admin of this site to reset your two-factor
        authentication.
      </p>
    </>
  )
}
