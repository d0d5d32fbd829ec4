'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { enterCode } from '@/lib/actions/two-factor'
import { Button } from '../ui/button'
import { toast } from '../ui/toast-store'
import { returnAfterSignIn } from './return-after-sign-in'
import { TwoFactorCodeForm } from './two-factor-code-form'

/** The second step of a sign-in, whatever the first one was. */
export function TwoFactorSignIn({ next, start }: { next: string; start?: string }) {
  const router = useRouter()
  const [isRecovery, setRecovery] = useState(false)

  async function goOn({ isRecovered }: { isRecovered: boolean }) {
    const path = await returnAfterSignIn(next, undefined, start)
    if (isRecovered) {
      toast({
        title: t('common.twoFactorIsOff'),
        description: t('account.twoFactor.setUpAgain'),
      })
    }
    router.replace(isRecovered ? '/settings#two-factor' : path)
  }

  return (
    <>
      <p className="mb-4">{isRecovery ? t('account.twoFactor.enterRecovery') : t('common.enterAppCode')}</p>
      <TwoFactorCodeForm
        key={String(isRecovery)}
        label={isRecovery ? t('account.twoFactor.recoveryCode') : undefined}
        isRecovery={isRecovery}
        button={t('common.continue')}
        action={enterCode}
        onDone={goOn}
      />
      <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4">
        <Button onClick={() => setRecovery(!isRecovery)} look="ghost">
          {isRecovery ? t('account.twoFactor.useApp') : t('account.twoFactor.useRecovery')}
        </Button>
        <form action="/sign-out" method="post">
          <Button type="submit" look="ghost">
            {t('common.cancel')}
          </Button>
        </form>
      </div>
      <p className="mt-4 text-ink-soft">{t('account.twoFactor.lostBoth')}</p>
    </>
  )
}
