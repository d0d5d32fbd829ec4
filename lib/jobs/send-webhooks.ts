import type { JobInsert } from 'pg-boss'
import type { ClaimedDelivery } from '../webhook/claimed-delivery.ts'
import type { Site } from '../mail/claimed-mail.ts'
import { type Answer, sendBody } from '../webhook/send-body.ts'
import { sign } from '../webhook/sign.ts'
import { writeBody } from '../webhook/write-body.ts'
import { t } from '../words/t.ts'
import type { JobContext } from './context.ts'
import { type Item, type Items, sendItems } from './items.ts'
import { readSite } from './read-site.ts'

/** As many as there can be webhooks: each gets one request at a time, and none waits for another. */
const lanes = 20

type Context = Pick<JobContext, 'sql' | 'engine' | 'site' | 'supabaseUrl' | 'webhooksToLoopback' | 'isOver'>

/** If the database is lost after a response, the delivery is sent again. */
export async function sendWebhooks(context: Context): Promise<void> {
  const site = await readSite(context)
  await sendItems(context, deliveries(context.sql), lanes, (item) => sendOne(context, site, item))
}

export const deliveries = (sql: Context['sql']): Items => ({
  queue: 'send-webhook',
  waiting: () => sql<JobInsert[]>`
    select d.job_id as id, d.due_at as "startAfter", d.webhook_id::text as "singletonKey",
      jsonb_build_object('id', d.webhook_id::text) as "group", (-least(d.id, 2147483647))::integer as priority,
      case when d.event_id is null then 0 end as "retryLimit"
    from private.webhook_deliveries d
    where d.state = 'ready'
      and not exists (select from pgboss.job j where j.name = 'send-webhook' and j.id = d.job_id)`,
  giveUp: (id) => sql`
    update private.webhook_deliveries set state = 'failed' where job_id = ${id} and state = 'ready'`,
  // All except those whose last request failed a moment ago.
  async fetchOptions() {
    const resting = await sql<
      { id: string }[]
    >`select id::text from private.webhooks where rests_until > now()`
    return { ignoreGroups: resting.map(({ id }) => id) }
  },
})

async function sendOne({ sql, webhooksToLoopback }: Context, site: Site, item: Item) {
  const [row] = await sql<
    { delivery: ClaimedDelivery | null }[]
  >`select private.prepare_delivery(${item.data.id}) as delivery`
  const { delivery } = row!
  if (!delivery) return null
  const { status, words } = await send(delivery, site, webhooksToLoopback).catch((error: Error) => ({
    status: null,
    words: t('webhook.sendBody.notSent', { problem: error.message }),
  }))
  const [settled] = await sql<
    { again: Date | null }[]
  >`select private.settle_delivery(${delivery.id}, ${delivery.attempt}, ${status}, ${words}) as again`
  return settled!.again
}

async function send(
  { shape, says, key, secrets, address }: ClaimedDelivery,
  site: Site,
  toLoopback: boolean,
): Promise<Answer> {
  const body = writeBody(shape, says, site)
  const headers = { 'User-Agent': 'Signpost-Webhooks', ...sign(body, key, secrets) }
  return sendBody(address, body, headers, { toLoopback })
}
