'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { replayDelivery, testWebhook } from '@/lib/actions/webhooks'
import { callAction } from '@/lib/browser/call-action'
import { Button } from '../ui/button'
import { toast, toastProblem } from '../ui/toast-store'

/** Sends something, and shows the log as it is then. */
function useSend(action: () => ReturnType<typeof replayDelivery>, said: string, tries?: number) {
  const router = useRouter()
  return async () => {
    const result = await callAction(action, { tries })
    if (result.ok) toast({ title: said })
    else toastProblem(result.message)
    router.refresh()
  }
}

export function SendTest({ webhook }: { webhook: number }) {
  const send = useSend(() => testWebhook({ id: webhook }), t('webhook.row.testQueued'), 1)
  return <Button onClick={send}>{t('webhook.row.sendTest')}</Button>
}

export function SendAgain({ id, name }: { id: number; name: string }) {
  const send = useSend(() => replayDelivery({ id }), t('webhook.sendAgain.sendingAgain'))
  return (
    <Button
      aria-label={t('webhook.sendAgain.sendAgainNamed', { name })}
      onClick={send}
      look="ghost"
      className="-mx-2 sm:mx-0"
    >
      {t('webhook.sendAgain.sendAgain')}
    </Button>
  )
}
