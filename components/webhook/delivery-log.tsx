import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { postAddress } from '@/lib/post/address'
import { deliveryStates, webhookKinds } from '@/lib/post/dashboard-choices'
import type { Delivery, Webhook } from '@/lib/queries/webhooks'
import { AppLink } from '../ui/app-link'
import { ButtonLink } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { zonedTime } from '@/lib/text/zoned-time'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { RelativeTime } from '../ui/relative-time'
import { SendAgain, SendTest } from './send-again'

const kindName = (kind: string): string =>
  kind === 'webhook.test'
    ? t('webhook.deliveryLog.test')
    : (webhookKinds[kind as keyof typeof webhookKinds] ?? kind)

export function DeliveryLog(props: { webhook: Webhook; deliveries: Delivery[]; next: number | null }) {
  const { webhook, deliveries, next } = props
  return (
    <section aria-labelledby="deliveries">
      <AppLink href="/dashboard/webhooks" className={buttonClass('ghost', '-ms-2 mb-1 !px-2')}>
        <Icon name="back" className="icon back-icon" />
        {t('webhook.deliveryLog.allWebhooks')}
      </AppLink>
      <h1 id="deliveries" className="mb-4 text-xl font-semibold">
        {rich('webhook.deliveryLog.deliveriesTo', {
          host: new URL(webhook.address).host,
          b: (text) => <bdi>{text}</bdi>,
        })}
      </h1>
      {deliveries.length === 0 ? (
        <EmptyState
          hint={!webhook.offAt && t('webhook.deliveryLog.emptyHint')}
          action={!webhook.offAt && <SendTest webhook={webhook.id} />}
        />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} isOn={!webhook.offAt} />
          ))}
        </ul>
      )}
      {next && (
        <p className="mt-4 flex justify-end">
          <ButtonLink href={`/dashboard/webhooks?of=${webhook.id}&before=${next}`}>
            {t('common.nextPage')}
          </ButtonLink>
        </p>
      )}
    </section>
  )
}

function DeliveryRow({ delivery, isOn }: { delivery: Delivery; isOn: boolean }) {
  const { id, kind, postTitle, categorySlug, slug, state, attempts, outcome, createdAt, dueAt } = delivery
  const name = kindName(kind)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p>
          {postTitle ? (
            rich('webhook.deliveryLog.eventOnPost', {
              event: name,
              postTitle,
              k: (text) => (
                <span key="event" className="font-medium">
                  {text}
                </span>
              ),
              a: (text) => (
                <AppLink key="post" href={postAddress({ categorySlug, slug })} className="hover:underline">
                  <q dir="auto">{text}</q>
                </AppLink>
              ),
            })
          ) : (
            <span className="font-medium">{name}</span>
          )}
        </p>
        <p className="text-xs text-ink-soft">
          <RelativeTime iso={createdAt} />
        </p>
      </div>
      <div className="min-w-0 basis-56">
        <p className={state === 'failed' ? 'font-medium text-danger' : 'font-medium'}>
          {attempts > 1
            ? rich('webhook.deliveryLog.afterAttempts', {
                state: deliveryStates[state] ?? state,
                attempts,
                s: (text) => (
                  <span key="attempts" className="font-normal text-ink-soft">
                    {text}
                  </span>
                ),
              })
            : (deliveryStates[state] ?? state)}
        </p>
        {outcome && (
          <p className="text-xs text-ink-soft">
            {outcome}
            {state === 'ready' && (
              <>
                {' '}
                {rich('webhook.deliveryLog.nextAttempt', {
                  d: () => (
                    <time key="due" dateTime={dueAt} className="whitespace-nowrap">
                      {zonedTime(dueAt, 'UTC')}
                    </time>
                  ),
                })}
              </>
            )}
          </p>
        )}
      </div>
      {isOn && <SendAgain id={id} name={name} />}
    </li>
  )
}
