'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { startLinking, unlinkMethod } from '@/lib/actions/sign-in-methods'
import { callAction } from '@/lib/browser/call-action'
import type { getOwnSignInMethods } from '@/lib/queries/sign-in-methods'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'

type Methods = Awaited<ReturnType<typeof getOwnSignInMethods>>
type Method = Methods['linked'][number]

export function SignInMethodsList({ linked: all, others, canLink }: Methods) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  const [leaving, setLeaving] = useState<Method | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [gone, setGone] = useState('')
  const linked = all.filter(({ id }) => id !== gone)

  async function link(provider: string) {
    setMessage('')
    const result = await callAction(() => startLinking(provider), { tries: 1 })
    if (result.ok) window.location.assign(result.data.url)
    else setMessage(result.message)
  }

  async function answer(yes: boolean) {
    if (!yes || !leaving) return setLeaving(null)
    setMessage('')
    setBusy(true)
    const result = await callAction(() => unlinkMethod(leaving.id))
    setBusy(false)
    setLeaving(null)
    if (!result.ok) return setMessage(result.message)
    setGone(leaving.id)
    toast({ title: t('account.signInMethods.removed', { name: leaving.name }) })
    router.refresh()
  }

  const isRemovable = ({ provider }: Method) =>
    canLink && linked.length > 1 && provider !== 'email' && !provider.startsWith('sso:')
  return (
    <>
      <FormMessage>{message}</FormMessage>
      {linked.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {linked.map((method) => (
            <li key={method.id} className="flex min-h-11 items-center justify-between gap-3 px-3 py-2">
              <div className="min-w-0">
                <p className="font-medium">{method.name}</p>
                <p className="break-words text-ink-soft">
                  <bdi>{method.account}</bdi>
                </p>
              </div>
              {isRemovable(method) && (
                <Button
                  onClick={() => setLeaving(method)}
                  aria-label={t('account.signInMethods.remove', { name: method.name })}
                >
                  {t('common.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {others.map(({ id, name }) => (
            <Button key={id} onClick={() => link(id)}>
              {t('account.signInMethods.link', { name })}
            </Button>
          ))}
        </div>
      )}
      <ConfirmDialog
        open={leaving !== null}
        question={t('account.signInMethods.confirmRemove', { name: leaving?.name ?? '' })}
        detail={t('account.signInMethods.removeDetail')}
        isBusy={isBusy}
        onAnswer={(yes) => void answer(yes)}
      />
    </>
  )
}
