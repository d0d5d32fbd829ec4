'use client'

import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { endOtherSessions, endSession } from '@/lib/actions/sessions'
import { callAction } from '@/lib/browser/call-action'
import type { SignedInDevice } from '@/lib/queries/account-security'
import type { ActionResult } from '@/lib/schemas/action-result'
import { Button } from '../ui/button'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { RelativeTime } from '../ui/relative-time'
import { toast } from '../ui/toast-store'

/** With more devices than this, the rest is shown on demand. */
const most = 5

export function Sessions({ sessions: all }: { sessions: SignedInDevice[] }) {
  const router = useRouter()
  const [showsAll, setShowsAll] = useState(false)
  const [ended, setEnded] = useState<string[]>([])
  const sessions = all.filter(({ id }) => !ended.includes(id))
  const shown = showsAll || sessions.length <= most ? sessions : sessions.slice(0, most - 1)
  const others = sessions.flatMap(({ id, isCurrent }) => (isCurrent ? [] : id))
  const [problem, setProblem] = useState('')

  async function end(button: HTMLElement, ids: string[], act: () => Promise<ActionResult>, done: string) {
    const result = await callAction(act)
    setProblem(result.ok ? '' : result.message)
    if (result.ok) {
      focusNear(button)
      setEnded([...ended, ...ids])
      toast({ title: done })
    }
    router.refresh()
  }

  return (
    <>
      <FormMessage>{problem}</FormMessage>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {shown.map(({ id, device, seenAt, isCurrent }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
            <p className="min-w-0 flex-1 basis-30">
              <span className="font-medium">{device}</span>
              <span className="block text-ink-soft">
                {isCurrent
                  ? t('account.sessions.thisDevice')
                  : rich('account.sessions.lastUsed', { d: () => <RelativeTime key="seen" iso={seenAt} /> })}
              </span>
            </p>
            {!isCurrent && (
              <Button
                aria-label={t('account.sessions.signOutDevice', { device })}
                onClick={({ currentTarget }) =>
                  void end(
                    currentTarget,
                    [id],
                    () => endSession({ id }),
                    t('account.sessions.signedOutDevice', { device }),
                  )
                }
              >
                {t('account.menu.signOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {shown.length < sessions.length && (
          <Button
            onClick={({ currentTarget }) => {
              focusNear(currentTarget)
              setShowsAll(true)
            }}
          >
            {t('account.sessions.showAll', { count: sessions.length })}
          </Button>
        )}
        {others.length > 0 && (
          <Button
            onClick={({ currentTarget }) =>
              void end(
                currentTarget,
                others,
                () => endOtherSessions(null),
                t('account.sessions.signedOutOthers'),
              )
            }
          >
            {t('account.sessions.signOutOthers')}
          </Button>
        )}
      </div>
    </>
  )
}
