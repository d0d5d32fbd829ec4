'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { endApiKey } from '@/lib/actions/api-keys'
import { callAction } from '@/lib/browser/call-action'
import type { ApiKey } from '@/lib/queries/api-keys'
import { type ApiScope, apiScopes } from '@/lib/schemas/api-key'
import { SecretDialog } from '../team/secret-dialog'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog } from '../ui/dialog'
import { EmptyState } from '../ui/empty-state'
import { focusNear } from '../ui/focus-near'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'
import { RelativeTime } from '../ui/relative-time'
import { toast, toastProblem } from '../ui/toast-store'
import { ApiKeyForm } from './api-key-form'

const scopeNames: Record<ApiScope, string> = texts({
  read: 'apiKey.scopes.read',
  write: 'apiKey.scopes.write',
  team: 'apiKey.scopes.team',
  admin: 'apiKey.scopes.admin',
})

const revokeId = ({ id }: ApiKey) => `revoke-${id}`

type Props = { keys: ApiKey[]; viewer: { id: string; isAdmin: boolean } }

export function ApiKeyList({ keys, viewer }: Props) {
  const router = useRouter()
  const [isAdding, setIsAdding] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const [ending, setEnding] = useState<ApiKey | null>(null)

  async function answer(yes: boolean) {
    const key = ending!
    setEnding(null)
    if (!yes) return
    focusNear(document.getElementById(revokeId(key)))
    const result = await callAction(() => endApiKey({ id: key.id }))
    if (!result.ok) toastProblem(result.message)
    else toast({ title: t('apiKey.list.revoked') })
    router.refresh()
  }

  const add = (
    <Button onClick={() => setIsAdding(true)} look="default">
      <Icon name="plus" />
      {t('apiKey.list.createKey')}
    </Button>
  )
  return (
    <>
      <div className="list-intro">
        <p>
          {rich('apiKey.list.intro', {
            a: (text) => (
              <a key="api" href="/api" className="underline underline-offset-2">
                {text}
              </a>
            ),
          })}
        </p>
        {keys.length > 0 && add}
      </div>
      {keys.length === 0 ? (
        <EmptyState hint={t('apiKey.list.example')} action={add} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {keys.map((key) => (
            <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium break-words">{key.name}</p>
                <p className="text-sm text-ink-soft">
                  <span dir="ltr" className="font-mono">
                    {shortened(key)}
                  </span>
                  {apiScopes
                    .filter((scope) => key.scopes.includes(scope))
                    .map((scope) => ` · ${scopeNames[scope]}`)}
                  {key.owner.id !== viewer.id && ` · ${key.owner.name}`}
                </p>
                <p className="text-sm text-ink-soft">
                  {key.lastUsedAt
                    ? rich('apiKey.list.lastUsed', {
                        d: () => <RelativeTime key="used" iso={key.lastUsedAt!} />,
                      })
                    : t('apiKey.list.neverUsed')}
                  {' · '}
                  {key.endsAt
                    ? rich('apiKey.list.expires', { d: () => <LongDate key="end" iso={key.endsAt!} /> })
                    : t('apiKey.list.neverExpires')}
                </p>
              </div>
              <Button
                id={revokeId(key)}
                onClick={() => setEnding(key)}
                aria-label={t('apiKey.list.revokeKey', { name: key.name })}
              >
                {t('apiKey.list.revoke')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Dialog open={isAdding} onClose={() => setIsAdding(false)} title={t('apiKey.list.createKey')}>
        {isAdding && (
          <ApiKeyForm
            isAdmin={viewer.isAdmin}
            onCancel={() => setIsAdding(false)}
            onCreated={(key) => {
              setIsAdding(false)
              setMade(key)
              router.refresh()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={ending !== null}
        question={t('apiKey.list.question', { name: ending?.name ?? '' })}
        detail={t('apiKey.list.detail')}
        act={t('apiKey.list.revoke')}
        onAnswer={answer}
      />
      <SecretDialog
        title={t('apiKey.list.created')}
        description={t('apiKey.list.copyNow')}
        label={t('common.apiKey')}
        secret={made}
        onClose={() => setMade(null)}
      />
    </>
  )
}

/** The first and last characters of a key. */
const shortened = ({ lastFour }: ApiKey) => `sp_…${lastFour}`
