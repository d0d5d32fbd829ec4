'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Webhook } from '@/lib/queries/webhooks'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { EmptyState } from '../ui/empty-state'
import { toast } from '../ui/toast-store'
import { WebhookForm } from './webhook-form'
import { WebhookRow } from './webhook-row'
import { WebhookSecret } from './webhook-secret'

/** Where else it is told what happens on the board; each with what can be done about it. */
export function WebhookList({ webhooks }: { webhooks: Webhook[] }) {
  const router = useRouter()
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)

  function saved(made: string | null) {
    setEdited(null)
    setSecret(made)
    if (!made) toast({ title: 'The webhook is saved.' })
    router.refresh()
  }

  const add = (
    <button type="button" onClick={() => setEdited('new')} className={buttonClass()}>
      Add a webhook
    </button>
  )
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">
        Slack, Discord and programs of your own hear at once what happens on the board, with what everybody
        can read there.
      </p>
      {webhooks.length === 0 ? (
        <EmptyState action={add}>Nothing here yet...</EmptyState>
      ) : (
        <>
          <ul className="mb-4 divide-y divide-line rounded-lg border border-line bg-surface">
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                onEdit={() => setEdited(webhook)}
                onSecret={setSecret}
              />
            ))}
          </ul>
          {add}
        </>
      )}
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add a webhook' : 'Edit the webhook'}
      >
        {edited && <WebhookForm webhook={edited === 'new' ? null : edited} onSaved={saved} />}
      </Dialog>
      <WebhookSecret secret={secret} onClose={() => setSecret(null)} />
    </>
  )
}
