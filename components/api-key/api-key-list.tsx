'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { endApiKey } from '@/lib/actions/api-keys'
import { callAction } from '@/lib/browser/call-action'
import type { ApiKey } from '@/lib/queries/api-keys'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { copyText } from '../ui/copy-text'
import { Dialog } from '../ui/dialog'
import { EmptyState } from '../ui/empty-state'
import { Field } from '../ui/field'
import { LongDate } from '../ui/long-date'
import { RelativeTime } from '../ui/relative-time'
import { toast, toastProblem } from '../ui/toast-store'
import { ApiKeyForm } from './api-key-form'

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
    const result = await callAction(() => endApiKey({ id: key.id }))
    if (!result.ok) toastProblem(result.message)
    else toast({ title: 'API key revoked.' })
    router.refresh()
  }

  const add = (
    <Button onClick={() => setIsAdding(true)} look="default">
      Create API key
    </Button>
  )
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">
        Keys let your own programs use the <a href="/api">API</a>. A key acts as the person who created it and
        never has more rights than that person.
      </p>
      {keys.length === 0 ? (
        <EmptyState action={add} />
      ) : (
        <>
          <ul className="mb-4 divide-y divide-line rounded-lg border border-line bg-surface">
            {keys.map((key) => (
              <li key={key.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
                <div className="min-w-0 flex-1 basis-64">
                  <p className="font-medium break-words">{key.name}</p>
                  <p className="text-sm text-ink-soft">
                    <span className="font-mono">sp_…{key.lastFour}</span> · {key.scopes.join(', ')}
                    {key.owner.id !== viewer.id && ` · ${key.owner.name}`}
                  </p>
                  <p className="text-sm text-ink-soft">
                    {key.lastUsedAt ? (
                      <>
                        Last used <RelativeTime iso={key.lastUsedAt} />
                      </>
                    ) : (
                      'Never used'
                    )}
                    {' · '}
                    {key.endsAt ? (
                      <>
                        Expires <LongDate iso={key.endsAt} />
                      </>
                    ) : (
                      'Never expires'
                    )}
                  </p>
                </div>
                <Button onClick={() => setEnding(key)} aria-label={`Revoke ${key.name}`}>
                  Revoke
                </Button>
              </li>
            ))}
          </ul>
          {add}
        </>
      )}
      <Dialog open={isAdding} onClose={() => setIsAdding(false)} title="Create API key">
        {isAdding && (
          <ApiKeyForm
            isAdmin={viewer.isAdmin}
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
        question={`Revoke ${ending?.name}?`}
        detail="Programs that use this key stop working at once."
        onAnswer={answer}
      />
      <NewKey value={made} onClose={() => setMade(null)} />
    </>
  )
}

/** A key, the one time that it can be seen. */
function NewKey({ value, onClose }: { value: string | null; onClose: () => void }) {
  return (
    <Dialog
      open={value !== null}
      onClose={onClose}
      title="API key created"
      description="Copy it now. It won't be shown again."
    >
      <Field
        label="API key"
        value={value ?? ''}
        readOnly
        dir="ltr"
        spellCheck={false}
        className="font-mono"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Done</Button>
        <Button onClick={() => copyText(value ?? '', 'API key')} look="default">
          Copy
        </Button>
      </div>
    </Dialog>
  )
}
