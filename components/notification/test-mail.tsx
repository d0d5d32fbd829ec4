'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { sendTestMail } from '@/lib/actions/notifications'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'

export function TestMail() {
  const router = useRouter()
  const [said, setSaid] = useState('')
  async function send() {
    const result = await callAction(() => sendTestMail(null), { tries: 1 })
    // It is in the list of emails now.
    if (result.ok) router.refresh()
    setSaid(result.ok ? t('notification.testMail.aTestEmailIs') : result.message)
  }
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button onClick={send}>{t('notification.testMail.sendMeATest')}</Button>
      <span role="status">{said}</span>
    </p>
  )
}
