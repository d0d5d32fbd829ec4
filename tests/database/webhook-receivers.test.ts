import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAccounts, sql } from '../support/database.ts'
import { context } from '../support/jobs.ts'
import { openReceivers } from '../support/receivers.ts'
import { add, admin, everything, useWebhook, write } from '../support/webhooks.ts'

const { sendWebhooks } = await import('../../lib/jobs/send-webhooks.ts')

useWebhook()
beforeEach(() => sql`delete from private.webhooks`)

const gone = new Set(['post.deleted', 'post.merged'])
const kinds = ['post.created']
/** By a new person each time, who is allowed to. */
async function publish(title = 'A post'): Promise<number> {
  const [account] = await createAccounts(1)
  return write(title, { id: account!.id, email: '' })
}
const fine = (response: { end: () => void }) => response.end()
/** Sends until it is told to stop. */
function startSending(): () => Promise<void> {
  let isOver = false
  const sending = sendWebhooks({ ...context, isOver: () => isOver })
  stops.push(() => {
    isOver = true
    return sending
  })
  return stops.at(-1)!
}
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})
const titles = (heard: { body: { data: Record<string, unknown> } }[]) =>
  heard.map(({ body }) => (body.data.post as { title: string }).title)

test('a slow receiver doesn’t keep others from getting events', async () => {
  const { address, heard } = await openReceivers({
    '/slow': (response) => setTimeout(() => response.end(), 4_000),
    '/quick': fine,
  })
  await add({ address: `${address}/slow`, kinds })
  for (let count = 0; count < 5; count++) await publish('Backlog')
  await add({ address: `${address}/quick`, kinds })
  const stop = startSending()
  await expect.poll(() => heard.length, { timeout: 5_000 }).toBeGreaterThan(0)
  await publish('News')
  await expect
    .poll(() => titles(heard.filter(({ path }) => path === '/quick')), { timeout: 10_000 })
    .toContain('News')
  await stop()
}, 60_000)

test('as many slow receivers as possible don’t keep others from getting events', async () => {
  const { address, heard } = await openReceivers({
    '/slow': (response) => setTimeout(() => response.end(), 3_000),
    '/quick': fine,
  })
  for (let count = 0; count < 19; count++) await add({ address: `${address}/slow`, kinds })
  await publish('Backlog')
  await publish('Backlog')
  await add({ address: `${address}/quick`, kinds })
  await publish('News')
  const stop = startSending()
  await expect
    .poll(() => titles(heard.filter(({ path }) => path === '/quick')), { timeout: 2_500 })
    .toContain('News')
  await stop()
}, 60_000)

test('an event that can’t be written fails alone', async () => {
  const { address, heard } = await openReceivers({ '/slack': fine, '/quick': fine })
  await add({ address: `${address}/slack`, kinds, shape: 'slack' })
  await publish('Poison')
  // No post moves without a state change; a program that reads it would fail.
  const [event] = await sql.begin(async (as) => {
    await as`set local session_replication_role = replica`
    return as`
    update private.events e set kind = 'post.state' from private.webhook_deliveries d
    where d.event_id = e.id returning e.id`
  })
  await add({ address: `${address}/quick`, kinds })
  await publish('News')
  await sendWebhooks(context)
  expect(titles(heard.filter(({ path }) => path === '/quick'))).toContain('News')
  const [row] = await sql`
    select state, status, outcome from private.webhook_deliveries where event_id = ${event!.id}`
  expect(row).toEqual({ state: 'ready', status: null, outcome: expect.stringContaining('Not sent: ') })
})

describe('while a request is on its way', () => {
  test.each(['switched off', 'deleted'])('its webhook is %s: nothing more is sent', async (how) => {
    let change = async () => {}
    const { address, heard } = await openReceivers({
      '/hook': (response) => void change().then(() => response.end()),
    })
    const { id } = await add({ address: `${address}/hook`, kinds })
    change = async () => {
      if (how === 'deleted') await admin.client.rpc('admin_delete_webhook', { webhook_id: id }).throwOnError()
      else await admin.client.rpc('admin_set_webhook', { webhook_id: id, is_on: false }).throwOnError()
    }
    await publish()
    await publish()
    await sendWebhooks(context)
    expect(heard).toHaveLength(1)
  })
})

test('two processes that send at once send each delivery once, one after the other', async () => {
  let busy = 0
  let most = 0
  const { address, heard } = await openReceivers({
    '/hook': async (response) => {
      most = Math.max(most, ++busy)
      await wait(20)
      busy--
      response.end()
    },
  })
  await add({ address: `${address}/hook`, kinds })
  for (let count = 0; count < 20; count++) await publish()
  await Promise.all([sendWebhooks(context), sendWebhooks(context), sendWebhooks(context)])
  expect(most).toBe(1)
  const ids = heard.map(({ id }) => id)
  expect(ids.length).toBeGreaterThanOrEqual(20)
  expect(new Set(ids).size).toBe(ids.length)
}, 60_000)

test('in the end a receiver knows the final state, whatever happens in the meantime', async () => {
  const { address, heard } = await openReceivers({ '/hook': fine })
  await add({ address: `${address}/hook`, kinds: everything })
  const posts = await Promise.all(Array.from({ length: 8 }, (_, at) => publish(`Raced post ${at}`)))
  const pick = () => posts[Math.floor(Math.random() * posts.length)]!
  const rpc = admin.client.rpc.bind(admin.client) as (name: string, given: object) => PromiseLike<unknown>
  const acts = [
    () => rpc('hide_posts', { post_ids: [pick()], reason: 'spam' }),
    () => rpc('show_posts', { post_ids: [pick()] }),
    () => rpc('merge_posts', { post_ids: [pick()], into_id: pick() }),
    () => rpc('unmerge_posts', { post_ids: [pick()] }),
    () => rpc('delete_posts', { post_ids: [pick()] }),
    () => rpc('restore_posts', { post_ids: [pick()] }),
  ]
  const actors = Array.from({ length: 4 }, async () => {
    for (let count = 0; count < 25; count++) await acts[Math.floor(Math.random() * acts.length)]!()
  })
  for (let count = 0; count < 20; count++) {
    await sendWebhooks(context)
    await wait(50)
  }
  await Promise.all(actors)
  await sendWebhooks(context)
  const rows = await sql<{ id: number; is_there: boolean }[]>`
    select id::integer, deleted_at is null as is_there from public.posts where id = any (${posts})`
  const told: Record<number, string[]> = {}
  for (const { body } of heard) {
    const { post } = body.data as { post?: { id: number } }
    if (post) (told[post.id] ??= []).push(body.type)
  }
  const wrong = rows.filter(({ id, is_there }) => {
    const last = (told[id] ?? []).at(-1)
    return is_there ? !last || gone.has(last) : last && !gone.has(last)
  })
  expect(wrong.map((row) => ({ ...row, told: told[row.id] }))).toEqual([])
}, 120_000)
