'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { retryMails } from '@/lib/actions/mail-server'
import { callAction } from '@/lib/browser/call-action'
import { AddressText } from '../ui/address-text'
import { Button } from '../ui/button'
import { rich } from '../ui/rich'
import { toast, toastProblem } from '../ui/toast-store'

/** Says that the mail server takes no emails, and why: `cause` in words, `outcome` as the server said it. */
export function DelayedMails(props: { count: number; outcome: string; cause: string }) {
  const { count, outcome, cause } = props
  const router = useRouter()
  async function retry() {
    const result = await callAction(() => retryMails(null))
    if (!result.ok) return toastProblem(result.message)
    toast({ title: t('dashboard.delayedMails.tryingAgain') })
    router.refresh()
  }
  return (
    <div
      role="alert"
      className="mb-6 flex max-w-prose flex-wrap items-start justify-between gap-x-4 gap-y-3 rounded-lg border border-danger bg-danger-soft p-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">{t('dashboard.delayedMails.title', { count })}</p>
        <p className="break-words" dir="auto">
          {cause}
        </p>
        {cause !== outcome && (
          <p className="mt-1 text-xs break-words text-ink-soft">
            {rich('dashboard.delayedMails.answer', {
              outcome,
              c: (text) => (
                <code key="answer" dir="ltr">
                  <AddressText>{String(text)}</AddressText>
                </code>
              ),
            })}
          </p>
        )}
      </div>
      <Button onClick={() => void retry()}>{t('dashboard.delayedMails.tryNow')}</Button>
    </div>
  )
}

const pace = 2_000
/** The first attempt takes this long at most, unless the worker is away. */
const patience = 60_000

/** Refreshes the page while an email is on its way. */
export function MailWatch({ isBusy }: { isBusy: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (!isBusy) return
    const end = Date.now() + patience
    const timer = setInterval(() => {
      if (Date.now() > end) clearInterval(timer)
      else if (document.visibilityState === 'visible') router.refresh()
    }, pace)
    return () => clearInterval(timer)
  }, [isBusy, router])
  return null
}
