import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { ClaimedDelivery } from '../../lib/webhook/claimed-delivery.ts'
import type { Item } from '../../lib/jobs/items.ts'
import { actingAs, createAccounts, createMember, type Member, sql } from './database.ts'
import { context, endPauses } from './jobs.ts'

const { deliveries } = await import('../../lib/jobs/send-webhooks.ts')
const { enqueue, giveUp, settle: settleJob, take } = await import('../../lib/jobs/items.ts')

export let admin: Member
/** Someone without a session: what they do is done in SQL. */
export let member: { id: string; email: string }
/** All kinds of events. */
export const everything = [
  'post.created',
  'post.state',
  'post.corrected',
  'post.deleted',
  'post.restored',
  'post.merged',
  'post.unmerged',
  'comment.created',
  'comment.deleted',
  'comment.restored',
]

export let hook: number
export let secret: string
/**
 * Creates a webhook for each test of a file. Webhooks belong to the whole site and get every event, so files that use
 * this take turns.
 */
export function useWebhook(): void {
  let turn: postgres.ReservedSql
  beforeAll(async () => {
    turn = await sql.reserve()
    await turn`select pg_advisory_lock(hashtext('webhooks in tests'))`
    admin = await createMember({ name: 'Admin', admin: true })
  }, 600_000)
  beforeEach(async () => {
    const [account] = await createAccounts(1)
    member = { id: account!.id, email: `${account!.id}@example.com` }
    await sql`update public.profiles set name = 'Member' where id = ${member.id}`
    ;({ id: hook, secret } = await add())
  })
  afterEach(() => sql`delete from private.webhooks`)
  afterAll(async () => {
    await turn`select pg_advisory_unlock_all()`
    turn.release()
  })
}

export const add = async (more: { kinds?: string[]; address?: string; shape?: string } = {}) => {
  const wanted = { address: `https://example.org/${randomUUID()}`, shape: 'json', kinds: everything, ...more }
  return (await admin.client.rpc('admin_add_webhook', wanted).single().throwOnError()).data
}
/** Calls a function as the member and returns the first column of its first row. */
async function call(statement: string, values: (string | number)[], who = member): Promise<number> {
  const run = (as: postgres.TransactionSql) => as.unsafe(`select id from public.${statement}`, values)
  const [row] = await actingAs(who, run, { keep: true })
  return Number(row?.id)
}
export const write = (title = `Post ${randomUUID()}`, who = member) =>
  call('create_post($1, $2, $3, sent_key => $4)', ['new-features', title, 'Because.', randomUUID()], who)
export const say = (post: number, body: string) =>
  call('create_comment(post_id => $1, body => $2, sent_key => $3)', [post, body, randomUUID()])
export const act = (statement: string) =>
  actingAs(member, (as) => as.unsafe(`select public.${statement}`), { keep: true })
export const move = (post: number, new_state: 'planned' | 'proposed', public_note?: string) =>
  admin.client.rpc('admin_set_state', { post_ids: [post], new_state, public_note }).throwOnError()

export const forgetOthers = (as: postgres.Sql | postgres.TransactionSql) => as`
  delete from private.webhook_deliveries d using private.events e
  where e.id = d.event_id and e.actor_id is distinct from ${member.id} and e.actor_id is distinct from ${admin.id}`

const items = deliveries(sql)
type Taken = ClaimedDelivery & { item: Item }

/** The next attempt, as the worker gets it, at a delivery caused by these people. Other tests run at the same time. */
export async function claim(): Promise<Taken | null> {
  await forgetOthers(sql)
  await enqueue(context.engine, items)
  for (;;) {
    const item = await take(context.engine, items)
    if (!item) return null
    const [row] = await sql<
      { delivery: ClaimedDelivery | null }[]
    >`select private.prepare_delivery(${item.data.id}) as delivery`
    if (row!.delivery) return { ...row!.delivery, item }
    await settleJob(context.engine, items, item, null)
  }
}
/** Keeps admins of other tests from getting emails about it. */
export async function settle({ id, attempt, item }: Taken, status: number | null): Promise<void> {
  const again = await sql.begin(async (as) => {
    const [row] = await as<{ again: Date | null }[]>`
      select private.settle_delivery(${id}, ${attempt}, ${status}, ${`Responded with ${status}.`}) as again`
    await as`
      delete from private.mails m using public.profiles p
      where m.kind = 'webhook' and p.id = m.person_id and p.name not in ('Admin', 'Former')`
    return row!.again
  })
  await settleJob(context.engine, items, item, again)
  await giveUp(context.engine, items)
}
/** Everything that is due, recorded as delivered. */
export async function takeAll(): Promise<Taken[]> {
  const taken: Taken[] = []
  for (let next = await claim(); next; next = await claim()) {
    taken.push(next)
    await settle(next, 200)
  }
  return taken
}
export const rest = () => sql`update private.webhooks set rests_until = now() - interval '1 second'`
export const later = () => endPauses('send-webhook')
/** Deliveries caused by these people. Other tests run at the same time. */
const own = () =>
  sql<{ id: string; state: string }[]>`
    select d.id, d.state from private.webhook_deliveries d left join private.events e on e.id = d.event_id
    where d.webhook_id = ${hook} and (d.event_id is null or e.actor_id in (${member.id}, ${admin.id}))`
export const waiting = async () => (await own()).filter(({ state }) => state === 'ready').length
export const log = async () => {
  const { data } = await admin.client.rpc('admin_deliveries', { webhook_id: hook }).throwOnError()
  const ids = new Set((await own()).map(({ id }) => Number(id)))
  return data.filter(({ id }) => ids.has(id))
}
export const stateOf = async () =>
  (await admin.client.rpc('admin_webhooks').throwOnError()).data.find(({ id }) => id === hook)!
