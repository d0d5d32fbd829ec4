'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Webhook } from '@/lib/queries/webhooks'
import { saveWebhook } from '@/lib/actions/webhooks'
import { webhookKinds, webhookShapes } from '@/lib/post/dashboard-choices'
import { webhookSchema } from '@/lib/schemas/webhook'
import { SecretDialog } from '../team/secret-dialog'
import { Button } from '../ui/button'
import { Dialog, DialogButtons } from '../ui/dialog'
import { EmptyState } from '../ui/empty-state'
import { toast } from '../ui/toast-store'
import { Field } from '../ui/field'
import { Icon } from '../ui/icon'
import { FormMessage } from '../ui/form-message'
import { useActionForm } from '../ui/use-action-form'
import { WebhookRow } from './webhook-row'

export function WebhookList({ webhooks }: { webhooks: Webhook[] }) {
  const router = useRouter()
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [gone, setGone] = useState<Webhook['id'][]>([])
  const shown = webhooks.filter(({ id }) => !gone.includes(id))

  function saved(made: string | null) {
    setEdited(null)
    setSecret(made)
    if (!made) toast({ title: t('webhook.list.webhookSaved') })
    router.refresh()
  }

  const add = (
    <Button onClick={() => setEdited('new')} look="default">
      <Icon name="plus" />
      {t('webhook.list.addWebhook')}
    </Button>
  )
  return (
    <>
      <div className="list-intro">
        <p>{t('webhook.list.notifySlackDiscordOr')}</p>
        {shown.length > 0 && add}
      </div>
      {shown.length === 0 ? (
        <EmptyState action={add} hint={t('webhook.list.sample')} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onEdit={() => setEdited(webhook)}
              onSecret={setSecret}
              onDeleted={() => setGone((before) => [...before, webhook.id])}
            />
          ))}
        </ul>
      )}
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('webhook.list.addWebhook') : t('webhook.list.editWebhook')}
        size="md"
      >
        {edited && (
          <WebhookForm
            webhook={edited === 'new' ? null : edited}
            onSaved={saved}
            onCancel={() => setEdited(null)}
          />
        )}
      </Dialog>
      <SecretDialog
        title={t('webhook.list.webhookSecret')}
        description={t('webhook.list.useItToVerify')}
        label={t('webhook.list.secret')}
        secret={secret}
        onClose={() => setSecret(null)}
      />
    </>
  )
}

/** Under the heading of their group. */
const shortNames: Record<string, string> = texts({
  'changelog.published': 'webhook.list.entryPublished',
  'changelog.changed': 'webhook.list.entryChanged',
  'changelog.removed': 'webhook.list.entryRemoved',
})

const kindGroups = texts({ post: 'common.posts', comment: 'common.comments', changelog: 'common.changelog' })

// The control is next to the first line.
const choiceClass =
  'flex min-h-8 items-start gap-2 py-1.5 pointer-coarse:min-h-11 pointer-coarse:py-3 [&>input]:mt-1 [&>input]:shrink-0'

function WebhookForm(props: {
  webhook: Webhook | null
  /** With the secret of a new one, if its receiver needs it. */
  onSaved: (secret: string | null) => void
  onCancel: () => void
}) {
  const { webhook, onSaved, onCancel } = props
  const { form, field, formProps, error, message, isSending } = useActionForm({
    schema: webhookSchema,
    defaultValues: {
      id: webhook?.id,
      address: webhook?.address ?? '',
      shape: webhook?.shape ?? 'json',
      kinds: webhook?.kinds ?? ['post.created', 'post.state', 'comment.created'],
    },
    action: saveWebhook,
    onDone: ({ secret }, { shape }) => onSaved(shape === 'json' ? secret : null),
    // Repeating the request would add a new webhook twice.
    tries: webhook ? undefined : 1,
  })
  return (
    <form {...formProps} aria-label={t('webhook.list.webhook')} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field
        label={t('webhook.list.address')}
        type="url"
        dir="ltr"
        placeholder="https://example.com/webhook"
        autoComplete="off"
        spellCheck={false}
        {...field('address')}
      />
      <fieldset>
        <legend className="mb-1 font-medium">{t('webhook.list.format')}</legend>
        <div className="flex gap-x-5 max-sm:flex-col sm:flex-wrap">
          {Object.entries(webhookShapes).map(([shape, name]) => (
            <label key={shape} className={choiceClass}>
              <input type="radio" value={shape} {...form.register('shape')} />
              {shape === 'json' ? t('webhook.list.signedJsonForYour') : name}
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset aria-describedby={error('kinds') && 'webhook-kinds-error'}>
        <legend className="mb-1 font-medium">{t('webhook.list.events')}</legend>
        {Object.entries(kindGroups).map(([area, title]) => (
          <div
            key={area}
            role="group"
            aria-labelledby={`webhook-kinds-${area}`}
            className="mt-2 grid-cols-2 gap-x-4 sm:grid"
          >
            <p id={`webhook-kinds-${area}`} className="col-span-2 text-ink-soft">
              {title}
            </p>
            {Object.entries(webhookKinds)
              .filter(([kind]) => kind.startsWith(`${area}.`))
              .map(([kind, name]) => (
                <label key={kind} className={choiceClass}>
                  <input type="checkbox" value={kind} {...form.register('kinds')} />
                  {shortNames[kind] ?? name}
                </label>
              ))}
          </div>
        ))}
        {error('kinds') && (
          <p id="webhook-kinds-error" className="mt-1 text-danger">
            {error('kinds')}
          </p>
        )}
      </fieldset>
      <DialogButtons
        onCancel={onCancel}
        isSending={isSending}
        className="dialog-end pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] sm:pb-6"
      >
        {webhook ? t('common.save') : t('common.add')}
      </DialogButtons>
    </form>
  )
}
