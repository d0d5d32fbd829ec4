'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { sendTestMail } from '@/lib/actions/notifications'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'

/** How long its answer is shown, in milliseconds: the server takes another email after a minute. */
const shownFor = 60_000

/** Its answer is in a line of its own, below the buttons of a row (flex-wrap). */
export function TestMail() {
  const router = useRouter()
  const [said, setSaid] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSaid(''), shownFor)
    return () => clearTimeout(timer)
  }, [said])
  async function send() {
    const result = await callAction(() => sendTestMail(null), { tries: 1 })
    // It is in the list of emails now.
    if (result.ok) router.refresh()
    setSaid(result.ok ? t('notification.testMail.aTestEmailIs') : result.message)
  }
  return (
    <>
      <Button onClick={send}>{t('notification.testMail.sendMeATest')}</Button>
      <span role="status" className="order-last not-empty:basis-full">
        {said}
      </span>
    </>
  )
}
