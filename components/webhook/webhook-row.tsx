'use client'

import { texts } from '@/lib/words/deferred'
import { listText } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { deleteWebhook, renewWebhookSecret, switchWebhook, testWebhook } from '@/lib/actions/webhooks'
import { callAction } from '@/lib/browser/call-action'
import { webhookKinds, webhookShapes } from '@/lib/post/dashboard-choices'
import type { Webhook } from '@/lib/queries/webhooks'
import type { ActionResult } from '@/lib/schemas/action-result'
import { ActionMenu } from '../ui/action-menu'
import { Button, ButtonLink } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { focusNear } from '../ui/focus-near'
import { zonedTime } from '@/lib/text/zoned-time'
import { Icon } from '../ui/icon'
import { LongDate } from '../ui/long-date'
import { toast, toastProblem } from '../ui/toast-store'

type Question = 'delete' | 'renew'
type RowAct = Question | 'switch'

const questions = {
  delete: texts({
    question: 'webhook.row.deleteThisWebhook',
    detail: 'webhook.row.itsDeliveryLogIs',
    act: 'common.delete',
  }),
  renew: texts({
    question: 'webhook.row.generateANewSecret',
    detail: 'webhook.row.forOneDayRequests',
    act: 'webhook.row.generate',
  }),
}

export function WebhookRow(props: {
  webhook: Webhook
  onEdit: () => void
  onSecret: (secret: string) => void
  onDeleted: () => void
}) {
  const { webhook, onEdit, onSecret, onDeleted } = props
  const { id, address, shape, kinds, offAt, failure } = webhook
  const router = useRouter()
  const row = useRef<HTMLLIElement>(null)
  const [asked, setAsked] = useState<Question | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function run<Data>(action: () => Promise<ActionResult<Data>>, said?: string) {
    setBusy(true)
    const result = await callAction(action, { tries: 1 })
    setBusy(false)
    setAsked(null)
    if (!result.ok) toastProblem(result.message)
    else if (said) toast({ title: said })
    router.refresh()
    return result
  }

  const turn = () =>
    run(
      () => switchWebhook({ id, isOn: offAt !== null }),
      offAt ? t('webhook.row.webhookTurnedOn') : t('webhook.row.webhookTurnedOff'),
    )

  async function answer(yes: boolean) {
    if (!yes) return setAsked(null)
    if (asked === 'delete') {
      const result = await run(() => deleteWebhook({ id }), t('webhook.row.webhookDeleted'))
      if (!result.ok) return
      focusNear(row.current)
      return onDeleted()
    }
    const result = await run(() => renewWebhookSecret({ id }))
    if (result.ok) onSecret(result.data.secret)
  }

  const { host, pathname } = new URL(address)
  return (
    <li ref={row} className="px-4 py-3">
      <div className="flex items-start gap-1 max-lg:flex-wrap lg:gap-x-3">
        <div className="min-w-0 flex-1 max-lg:basis-[calc(100%-3rem)]">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
            <p className="min-w-0 truncate font-medium" dir="ltr" title={address}>
              {host}
              <span className="font-normal text-ink-soft">{pathname}</span>
            </p>
            <Health webhook={webhook} />
          </div>
          <p className="text-xs text-ink-soft">
            {t('webhook.row.sends', {
              format: webhookShapes[shape],
              events: listText(kinds.map((kind) => webhookKinds[kind])),
            })}
          </p>
          {!offAt && failure && <p className="mt-1 text-xs text-danger">{failure}</p>}
        </div>
        <div className="flex flex-wrap max-lg:order-last max-lg:-mx-3 max-lg:-mb-2 max-lg:basis-full lg:-my-2">
          <ButtonLink href={`/dashboard/webhooks?of=${id}`} look="ghost">
            {t('webhook.row.deliveries')}
          </ButtonLink>
          {!offAt && (
            <Button onClick={() => run(() => testWebhook({ id }), t('webhook.row.testQueued'))} look="ghost">
              {t('webhook.row.sendTest')}
            </Button>
          )}
          <Button onClick={onEdit} look="ghost">
            {t('common.edit')}
          </Button>
        </div>
        <div className="-my-2 -me-2.5">
          <ActionMenu
            label={`${t('common.more')}: ${host}`}
            items={[
              ['switch', offAt ? t('common.turnOn') : t('common.turnOff')],
              ...(shape === 'json' ? [['renew', t('webhook.row.newSecret')] as [RowAct, string]] : []),
              ['delete', t('common.delete')],
            ]}
            onChoose={(act: RowAct) => (act === 'switch' ? void turn() : setAsked(act))}
          />
        </div>
      </div>
      <ConfirmDialog
        open={asked !== null}
        {...questions[asked ?? 'delete']}
        isHarmless={asked === 'renew'}
        isBusy={isBusy}
        onAnswer={answer}
      />
    </li>
  )
}

function Health({ webhook: { offAt, offReason, failingSince, waiting } }: { webhook: Webhook }) {
  if (offAt) {
    return (
      <p className={`ps-5.5 -indent-5.5 font-medium ${offReason ? 'text-danger' : ''}`}>
        <Icon
          name={offReason ? 'close' : 'proposed'}
          className={`icon me-1.5 inline align-[-0.2em] ${offReason ? '' : 'text-ink-soft'}`}
        />
        {rich('webhook.row.offSince', { offAt, d: () => <LongDate iso={offAt} /> })}
        {offReason && <span className="block indent-0 text-xs font-normal text-ink-soft">{offReason}</span>}
      </p>
    )
  }
  return (
    <p className={`ps-5.5 -indent-5.5 font-medium ${failingSince ? 'text-danger' : ''}`}>
      <Icon
        name={failingSince ? 'close' : 'completed'}
        className={`icon me-1.5 inline align-[-0.2em] ${failingSince ? '' : 'is-completed text-(--tone)'}`}
      />
      <span className="me-1">
        {failingSince
          ? rich('webhook.row.failingSince', {
              failingSince,
              d: () => <time dateTime={failingSince}>{zonedTime(failingSince, 'UTC')}</time>,
            })
          : t('common.on')}
      </span>{' '}
      {waiting > 0 && (
        <span className="inline-block indent-0 font-normal text-ink-soft">
          {t('webhook.row.waiting', { waiting })}
        </span>
      )}
    </p>
  )
}
