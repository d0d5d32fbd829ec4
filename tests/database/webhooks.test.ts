import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type postgres from 'postgres'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ClaimedDelivery } from '../../lib/webhook/claimed-delivery.ts'
import {
  actingAs,
  anonClient,
  createAccounts,
  createMember,
  type Member,
  refusal,
  sql,
} from '../support/database.ts'
import { takeMails } from '../support/notices.ts'

let admin: Member
/** Somebody without a session of their own: what they do, they do in SQL. */
let member: { id: string; email: string }
beforeAll(async () => {
  admin = await createMember({ name: 'Admin', admin: true })
})

const everything = [
  'post.created',
  'post.state',
  'post.corrected',
  'post.deleted',
  'post.restored',
  'post.merged',
  'post.unmerged',
  'comment.created',
  'comment.deleted',
]

let hook: number
let secret: string
beforeEach(async () => {
  const [account] = await createAccounts(1)
  member = { id: account!.id, email: `${account!.id}@example.com` }
  await sql`update public.profiles set name = 'Member' where id = ${member.id}`
  ;({ id: hook, secret } = await add())
})
afterEach(() => sql`delete from private.webhooks`)

const add = async (more: { kinds?: string[]; address?: string; shape?: string } = {}) => {
  const wanted = { address: `https://example.org/${randomUUID()}`, shape: 'json', kinds: everything, ...more }
  return (await admin.client.rpc('admin_add_webhook', wanted).single().throwOnError()).data
}
/** Calls a function in the member's name; the first column of its first row. */
async function call(statement: string, values: (string | number)[], who = member): Promise<number> {
  const run = (as: postgres.TransactionSql) => as.unsafe(`select id from public.${statement}`, values)
  const [row] = await actingAs(who, run, { keep: true })
  return Number(row?.id)
}
const write = (title = `Post ${randomUUID()}`, who = member) =>
  call('create_post($1, $2, $3, sent_key => $4)', ['new-features', title, 'Because.', randomUUID()], who)
const say = (post: number, body: string) =>
  call('create_comment(post_id => $1, body => $2, sent_key => $3)', [post, body, randomUUID()])
const act = (statement: string) =>
  actingAs(member, (as) => as.unsafe(`select public.${statement}`), { keep: true })
const move = (post: number, new_state: 'planned' | 'proposed', public_note?: string) =>
  admin.client.rpc('admin_set_state', { post_ids: [post], new_state, public_note }).throwOnError()

const forgetOthers = (as: postgres.Sql | postgres.TransactionSql) => as`
  delete from private.webhook_deliveries d using private.events e
  where e.id = d.event_id and e.actor_id is distinct from ${member.id} and e.actor_id is distinct from ${admin.id}`

/** The next delivery, as the worker gets it, of what the people here did: other tests do things at the same time. */
const claim = () =>
  sql.begin(async (as) => {
    await as`lock table private.webhook_deliveries in share row exclusive mode`
    await forgetOthers(as)
    const [row] = await as<
      { delivery: ClaimedDelivery | null }[]
    >`select private.claim_delivery() as delivery`
    return row!.delivery
  })
/** Admins of other tests get no mail of it. */
const settle = ({ id, attempt }: ClaimedDelivery, status: number | null) =>
  sql.begin(async (as) => {
    await as`select private.settle_delivery(${id}, ${attempt}, ${status}, ${`Answered ${status}.`})`
    await as`
      delete from private.mails m using public.profiles p
      where m.kind = 'webhook' and p.id = m.person_id and p.name not in ('Admin', 'Former')`
  })
/** All that is due, taken as delivered. */
async function takeAll(): Promise<ClaimedDelivery[]> {
  const taken: ClaimedDelivery[] = []
  for (let next = await claim(); next; next = await claim()) {
    taken.push(next)
    await settle(next, 200)
  }
  return taken
}
const rest = () => sql`update private.webhooks set rests_until = now() - interval '1 second'`
const later = () => sql`update private.webhook_deliveries set due_at = now() - interval '1 second'`
/** Deliveries of what the people here did: other tests do things at the same time. */
const own = () =>
  sql<{ id: string; state: string }[]>`
    select d.id, d.state from private.webhook_deliveries d left join private.events e on e.id = d.event_id
    where d.webhook_id = ${hook} and (d.event_id is null or e.actor_id in (${member.id}, ${admin.id}))`
const waiting = async () => (await own()).filter(({ state }) => state === 'ready').length
const log = async () => {
  const { data } = await admin.client.rpc('admin_deliveries', { webhook_id: hook }).throwOnError()
  const ids = new Set((await own()).map(({ id }) => Number(id)))
  return data.filter(({ id }) => ids.has(id))
}
const stateOf = async () =>
  (await admin.client.rpc('admin_webhooks').throwOnError()).data.find(({ id }) => id === hook)!

describe('a webhook', () => {
  test('is told once of each event that it wants, of others never, in the transaction of the event', async () => {
    await sql`delete from private.webhooks`
    hook = (await add({ kinds: ['comment.created'] })).id
    const post = await write()
    await say(post, 'First')
    await expect(say(post, '')).rejects.toThrow()
    const told = await takeAll()
    expect(told.map(({ says }) => says.type)).toEqual(['comment.created'])
    expect(told[0]!.says.data.comment).toMatchObject({ body: 'First' })
    expect(await takeAll()).toEqual([])
  })

  test('gets one request after the other, when two programs send as well', async () => {
    await write()
    await write()
    const claims = () =>
      sql<{ delivery: ClaimedDelivery | null }[]>`select private.claim_delivery() as delivery`
    const both = await Promise.all([claims(), claims()])
    expect(both.flat().filter(({ delivery }) => delivery)).toHaveLength(1)
    expect(await claim()).toBeNull()
    await rest()
    expect(new Set((await takeAll()).map(({ key }) => key)).size).toBe(2)
  })

  test('is told what everybody can read, and no address', async () => {
    const post = await write('Dark mode for all')
    await move(post, 'planned', 'In spring.')
    const [created, changed] = await takeAll()
    expect(created!.says).toMatchObject({
      type: 'post.created',
      data: {
        post: { id: post, title: 'Dark mode for all', details: 'Because.', category: 'new-features' },
        actor: { id: member.id, name: 'Member', is_team: false },
      },
    })
    expect(changed!.says.data).toMatchObject({
      change: { from: 'proposed', to: 'planned', note: 'In spring.' },
      actor: { name: 'Admin', is_team: true },
    })
    const said = JSON.stringify([created, changed])
    expect(said).not.toContain(member.email)
    expect(said).not.toContain(admin.email)
    expect(Object.keys(created!.says.data.actor!).toSorted()).toEqual(['id', 'is_team', 'name'])
  })

  test('is never told the words of what is deleted by then, only that it is', async () => {
    const post = await write('A title that goes')
    const comment = await say(post, 'A secret comment')
    await act(`delete_comment(${comment})`)
    const first = await takeAll()
    expect(first.map(({ says }) => says)).toMatchObject([
      { type: 'post.created' },
      { type: 'comment.deleted', data: { post: { id: post }, comment: { id: comment } } },
    ])
    expect(JSON.stringify(first.map(({ says }) => says))).not.toContain('secret')
    await move(post, 'planned', 'A secret note')
    await move(post, 'planned', 'A secret again')
    await act(`delete_post(${post})`)
    const then = await takeAll()
    expect(then.map(({ says }) => says)).toMatchObject([
      { type: 'post.deleted', data: { post: { id: post } } },
    ])
    expect(JSON.stringify(then.map(({ says }) => says))).not.toMatch(/secret|goes|Member/)
    const gone = ['dropped', 'What it was about is gone.']
    expect((await log()).map(({ state, outcome }) => [state, outcome])).toEqual([
      ['sent', 'Answered 200.'],
      gone,
      gone,
      ['sent', 'Answered 200.'],
      gone,
      ['sent', 'Answered 200.'],
    ])
    expect((await log())[0]!.post_title).toBeNull()
  })

  test('says of an attempt what stands then: a correction, a change taken back, a post restored', async () => {
    const post = await write()
    await move(post, 'planned', 'Frist words')
    await move(post, 'planned', 'First words')
    expect((await takeAll()).map(({ says }) => [says.type, says.data.change?.note])).toEqual([
      ['post.created', undefined],
      ['post.state', 'First words'],
      ['post.corrected', 'First words'],
    ])
    await move(post, 'proposed')
    expect((await takeAll()).map(({ says }) => says)).toMatchObject([
      { type: 'post.corrected', data: { post: { id: post, state: 'proposed' }, change: null } },
    ])
    await act(`delete_post(${post})`)
    await act(`restore_posts(array[${post}])`)
    expect((await takeAll()).map(({ says }) => says.type)).toEqual(['post.deleted', 'post.restored'])
  })

  test('says of a post that was merged which one stands for it, and that it is back', async () => {
    const [post, into] = [await write('Night mode'), await write('Dark mode')]
    await takeAll()
    await admin.client.rpc('merge_posts', { post_ids: [post], into_id: into }).throwOnError()
    const [merged] = await takeAll()
    expect(merged!.says).toMatchObject({
      type: 'post.merged',
      data: { post: { id: post }, merged_into: { id: into, title: 'Dark mode' } },
    })
    expect(JSON.stringify(merged!.says)).not.toContain('Night')
    await admin.client.rpc('unmerge_posts', { post_ids: [post] }).throwOnError()
    expect((await takeAll()).map(({ says }) => says)).toMatchObject([
      { type: 'post.unmerged', data: { post: { title: 'Night mode' } } },
    ])
  })

  test('is told of a comment where it is, when a merge brought it to another post meanwhile', async () => {
    const [post, into] = [await write('Night mode'), await write('Dark mode')]
    await say(post, 'Said before')
    await admin.client.rpc('merge_posts', { post_ids: [post], into_id: into }).throwOnError()
    const told = (await takeAll()).find(({ says }) => says.type === 'comment.created')
    expect(told!.says.data).toMatchObject({ post: { id: into }, comment: { body: 'Said before' } })
  })

  test('names nobody whose account is gone', async () => {
    const [account] = await createAccounts(1)
    const leaver = { ...account!, email: '' }
    await sql`update public.profiles set name = 'Leaver' where id = ${leaver.id}`
    await write('What the leaver left', leaver)
    await sql`delete from auth.users where id = ${leaver.id}`
    const [row] = await sql`
      select private.event_says(d.event_id) as says from private.webhook_deliveries d
      where d.webhook_id = ${hook} order by d.id desc limit 1`
    expect(row!.says?.data.actor ?? null).toBeNull()
    expect(JSON.stringify(row!.says)).not.toContain('Leaver')
  })

  test('that is deleted while something happens does not fail it', async () => {
    const [deleting, writing] = [sql.reserve(), write()]
    const as = await deleting
    await as`begin`
    await as`delete from private.webhooks where id = ${hook}`
    const second = write()
    await as`commit`
    as.release()
    expect(await writing).toBeGreaterThan(0)
    expect(await second).toBeGreaterThan(0)
  })
})

describe('a delivery that fails', () => {
  test.each([null, 302, 500])('is tried eight times over a day: %s', async (status) => {
    await write()
    const waits: number[] = []
    const keys = new Set<string>()
    for (let attempt = 1; attempt <= 8; attempt++) {
      const delivery = await claim()
      expect(delivery).toMatchObject({ attempt })
      keys.add(delivery!.key)
      await settle(delivery!, status)
      expect(await claim()).toBeNull()
      const [row] = await sql`
        select extract(epoch from due_at - now()) / 60 as wait from private.webhook_deliveries
        where webhook_id = ${hook}`
      waits.push(Number(row!.wait))
      await rest()
      await later()
    }
    expect(await claim()).toBeNull()
    expect(await log()).toMatchObject([{ state: 'failed', attempts: 8, status }])
    expect(keys.size).toBe(1)
    const hours = waits.reduce((sum, wait) => sum + wait, 0) / 60
    expect(hours).toBeGreaterThan(20)
    expect(hours).toBeLessThan(28)
    expect((await stateOf()).failing_since).not.toBeNull()
  })

  test('does not keep the others from another webhook, and is the first to go on', async () => {
    await add()
    await write()
    const [first, second] = [await claim(), await claim()]
    expect(first!.address).not.toBe(second!.address)
    await settle(first!, 500)
    await settle(second!, 200)
    await rest()
    await later()
    await settle((await claim())!, 200)
    expect(await stateOf()).toMatchObject({ failing_since: null })
    expect(await waiting()).toBe(0)
  })

  test('whose program is gone is tried again, and the answer to the attempt before changes nothing', async () => {
    await write()
    const lost = (await claim())!
    await rest()
    const next = (await claim())!
    expect(next).toMatchObject({ id: lost.id, key: lost.key, attempt: 2 })
    await settle(lost, 500)
    expect((await log())[0]).toMatchObject({ state: 'ready', status: null })
    await settle(next, 200)
    await settle(next, 500)
    expect((await log())[0]).toMatchObject({ state: 'sent', status: 200 })
  })
})

describe('a webhook that is switched off', () => {
  const mails = async () => (await takeMails([admin.email])).filter(({ kind }) => kind === 'webhook')

  test('by an answer of 410 gets nothing more, and admins get a mail, once', async () => {
    await write()
    await write()
    await settle((await claim())!, 410)
    expect(await stateOf()).toMatchObject({
      off_reason: 'The receiver answered that it is gone (410).',
    })
    expect(await waiting()).toBe(0)
    await write()
    await rest()
    await later()
    expect(await claim()).toBeNull()
    expect((await log()).map(({ state }) => state)).toEqual(['dropped', 'dropped'])
    expect(await mails()).toMatchObject([{ host: 'example.org', why: expect.stringContaining('410') }])
    const toMember = await takeMails([member.email])
    expect(toMember.filter(({ kind }) => kind === 'webhook')).toEqual([])
  })

  test('by three days of failures, not by fewer, and an answer in between begins them anew', async () => {
    await write()
    const fail = async (status: number) => {
      await rest()
      await later()
      await settle((await claim())!, status)
    }
    const age = (days: string) =>
      sql`update private.webhooks set failing_since = failing_since - ${days}::interval where id = ${hook}`
    await fail(500)
    await age('2 days')
    await fail(500)
    expect((await stateOf()).off_at).toBeNull()
    await age('1 day')
    await fail(200)
    await write()
    await fail(500)
    expect((await stateOf()).off_at).toBeNull()
    await age('73 hours')
    await fail(500)
    expect(await stateOf()).toMatchObject({ off_reason: 'Nothing has arrived for three days.' })
    expect(await mails()).toHaveLength(1)
  })

  test('tells nobody who is no admin any more', async () => {
    const former = await createMember({ name: 'Former', admin: true })
    await write()
    await settle((await claim())!, 410)
    await sql`delete from public.roles where user_id = ${former.id}`
    expect(await takeMails([former.email])).toEqual([])
  })

  test('by hand sends no mail, and goes on when it is switched on', async () => {
    await write()
    const set = (is_on: boolean) =>
      admin.client.rpc('admin_set_webhook', { webhook_id: hook, is_on }).throwOnError()
    await set(false)
    expect(await stateOf()).toMatchObject({ off_reason: null, off_at: expect.any(String) })
    await write()
    expect(await claim()).toBeNull()
    expect(await mails()).toEqual([])
    const [dropped] = await log()
    const replay = () =>
      admin.client.rpc('admin_replay_delivery', { delivery_id: dropped!.id }).throwOnError()
    expect((await replay()).data).toBe(false)
    await set(true)
    expect((await replay()).data).toBe(true)
    await write()
    expect(await takeAll()).toHaveLength(2)
  })
})

describe('admins', () => {
  test('are in the audit log with what they do, without the address and its keys', async () => {
    const address = 'https://hooks.example.org/T0/secret-path'
    await admin.client.rpc('admin_set_webhook', { webhook_id: hook, address }).throwOnError()
    await admin.client.rpc('admin_set_webhook', { webhook_id: hook, is_on: false }).throwOnError()
    await admin.client.rpc('admin_renew_webhook_secret', { webhook_id: hook }).throwOnError()
    await admin.client.rpc('admin_delete_webhook', { webhook_id: hook }).throwOnError()
    const entries = await sql`
      select action, before, after from public.audit_log
      where actor_id = ${admin.id} and coalesce(before, after) ->> 'id' = ${String(hook)}
        and action like 'webhook.%' order by id`
    expect([...entries]).toMatchObject([
      { action: 'webhook.create', before: null, after: { host: 'example.org', is_on: true } },
      { action: 'webhook.update', after: { host: 'hooks.example.org' } },
      { action: 'webhook.update', before: { is_on: true }, after: { is_on: false } },
      { action: 'webhook.secret' },
      { action: 'webhook.delete', after: null },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/secret-path|whsec/)
  })

  test('see a secret once, and with a new one both sign for a day', async () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const seen = JSON.stringify([await stateOf(), await log()])
    expect(seen).not.toContain(secret)
    const { data: renewed } = await admin.client
      .rpc('admin_renew_webhook_secret', { webhook_id: hook })
      .throwOnError()
    expect(renewed).not.toBe(secret)
    await write()
    expect(await claim()).toMatchObject({ secrets: [renewed, secret] })
    await rest()
    await sql`update private.webhooks set renewed_at = now() - interval '25 hours'`
    expect(await claim()).toMatchObject({ secrets: [renewed] })
  })

  test('send a test, one at a time, that is tried once', async () => {
    const send = async () =>
      (await admin.client.rpc('admin_test_webhook', { webhook_id: hook }).throwOnError()).data
    expect([await send(), await send()]).toEqual([true, false])
    const delivery = (await claim())!
    expect(delivery.says).toMatchObject({ type: 'webhook.test', data: {} })
    await settle(delivery, 500)
    expect(await log()).toMatchObject([{ kind: 'webhook.test', state: 'failed', status: 500 }])
  })

  test('send a delivery again under the same id', async () => {
    await write()
    const [first] = await takeAll()
    await admin.client.rpc('admin_replay_delivery', { delivery_id: first!.id }).throwOnError()
    expect(await takeAll()).toMatchObject([{ id: first!.id, key: first!.key, attempt: 1 }])
  })

  test('change a webhook, and a part of it', async () => {
    await admin.client.rpc('admin_set_webhook', { webhook_id: hook, shape: 'slack' }).throwOnError()
    expect(await stateOf()).toMatchObject({ shape: 'slack', kinds: everything })
  })

  test.each([
    ['no address', { address: 'example.org' }],
    ['an address with a password', { address: 'https://a:b@example.org/' }],
    ['an address with a fragment', { address: 'https://example.org/#a' }],
    ['a line break', { address: 'https://example.org/\r\nX: y' }],
    ['another protocol', { address: 'file:///etc/passwd' }],
    ['a long address', { address: `https://example.org/${'x'.repeat(1000)}` }],
    ['another shape', { shape: 'xml' }],
    ['no events', { kinds: [] }],
    ['events there are none of', { kinds: ['vote.created'] }],
  ])('are refused %s', async (_what, wrong) => {
    await expect(add(wrong)).rejects.toThrow(/check constraint/)
    const given = { webhook_id: hook, ...wrong }
    expect((await admin.client.rpc('admin_set_webhook', given)).error?.message).toMatch(/check constraint/)
  })

  test('have twenty webhooks and no more, and delete them with their log', async () => {
    for (let count = 1; count < 20; count++) await add()
    await expect(add()).rejects.toMatchObject({ code: 'PT429' })
    await admin.client.rpc('admin_delete_webhook', { webhook_id: hook }).throwOnError()
    expect(await stateOf()).toBeUndefined()
    for (const call of [
      admin.client.rpc('admin_set_webhook', { webhook_id: hook, is_on: true }),
      admin.client.rpc('admin_renew_webhook_secret', { webhook_id: hook }),
      admin.client.rpc('admin_test_webhook', { webhook_id: hook }),
      admin.client.rpc('admin_replay_delivery', { delivery_id: 0 }),
    ]) {
      expect((await call).error?.message).toMatch(/no longer/)
    }
  })
})

describe('nobody else', () => {
  test('reads, makes, changes, tests or deletes a webhook', async () => {
    await write()
    const [delivery] = await log()
    const stranger = await createMember()
    for (const client of [anonClient(), stranger.client]) {
      const calls = [
        client.rpc('admin_webhooks'),
        client.rpc('admin_deliveries', { webhook_id: hook }),
        client.rpc('admin_add_webhook', {
          address: 'https://example.org/',
          shape: 'json',
          kinds: everything,
        }),
        client.rpc('admin_set_webhook', { webhook_id: hook, address: 'https://example.com/' }),
        client.rpc('admin_renew_webhook_secret', { webhook_id: hook }),
        client.rpc('admin_delete_webhook', { webhook_id: hook }),
        client.rpc('admin_test_webhook', { webhook_id: hook }),
        client.rpc('admin_replay_delivery', { delivery_id: delivery!.id }),
      ]
      for (const { error } of await Promise.all(calls)) expect(error?.code).toBe('42501')
    }
    const { waiting: inLine, ...state } = await stateOf()
    expect(state).toMatchObject({ off_at: null, shape: 'json' })
    expect(inLine).toBeGreaterThanOrEqual(1)
    expect(await waiting()).toBe(1)
  })

  test('reaches the tables or what the worker calls, admins neither', async () => {
    for (const who of ['anon', member, admin] as const) {
      for (const statement of [
        'select * from private.webhooks',
        `update private.webhooks set address = 'https://example.com/'`,
        'delete from private.webhooks',
        'select * from private.webhook_deliveries',
        'insert into private.webhook_deliveries (webhook_id) values (1)',
        'select private.claim_delivery()',
        `select private.settle_delivery(1, 1, 410, '')`,
        'select private.event_says(1)',
        'select private.post_says(1)',
        `select private.switch_off_webhook(1, '')`,
        'select private.new_secret()',
        'select private.tidy_deliveries()',
      ]) {
        expect(await refusal(who, statement)).toBe('42501')
      }
    }
  })
})

test('the log is kept for a month; what waits stays', async () => {
  await write()
  await write()
  await settle((await claim())!, 200)
  await sql`update private.webhook_deliveries set created_at = now() - interval '31 days'`
  await sql`select private.tidy_deliveries()`
  expect((await log()).map(({ state }) => state)).toEqual(['ready'])
})

test('the worker sends each what it is to know, signed, and goes on whatever a receiver does', async () => {
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/good': (response) => response.writeHead(204).end(),
    '/broken': (response) => response.writeHead(500).end('x'.repeat(1_000)),
    '/gone': (response) => response.writeHead(410).end(),
    '/elsewhere': (response) => response.writeHead(307, { location: '/good' }).end(),
    '/cut': (response) => response.socket!.destroy(),
    '/long': (response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
        response.once('drain', write)
      }
      write()
    },
  }
  const heard: { path: string; body: string; headers: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    heard.push({ path: request.url!, body, headers: request.headers as Record<string, string> })
    answers[request.url!]!(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await sql`delete from private.webhooks`
  const hooks = new Map<string, { id: number; secret: string }>()
  for (const path of Object.keys(answers)) {
    hooks.set(path, await add({ address: address + path, kinds: ['post.restored'] }))
  }
  const inside = await add({ address: 'https://10.0.0.1/', kinds: ['post.restored'] })
  hooks.set('inside', inside)
  const post = await write('Told to all')
  await act(`delete_post(${post})`)
  await act(`restore_posts(array[${post}])`)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', process.env.TEST_SUPABASE_URL)
  vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', process.env.TEST_SUPABASE_PUBLISHABLE_KEY)
  const { sendWebhooks } = await import('../../lib/jobs/send-webhooks.ts')
  const site = { url: 'https://feedback.example.com', name: 'Signpost' }
  const send = (webhooksToLoopback: boolean) =>
    sendWebhooks({ sql, site, webhooksToLoopback, isOver: () => false })
  const untried = () => sql`
    select from private.webhook_deliveries d join private.events e on e.id = d.event_id
    where e.post_id = ${post} and d.state = 'ready' and d.attempts = 0`
  try {
    // What other tests do at the same time may come first, and then a receiver is left alone for a while.
    for (let round = 0; round < 5 && (await untried()).length > 0; round++) {
      await forgetOthers(sql)
      await rest()
      await send(true)
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
  const outcomes: Record<string, unknown> = {}
  for (const [path, { id }] of hooks) {
    const [row] = await sql`
      select d.state, d.status, d.outcome from private.webhook_deliveries d join private.events e on e.id = d.event_id
      where d.webhook_id = ${id} and e.post_id = ${post}`
    outcomes[path] = [row!.state, row!.status, row!.outcome]
  }
  expect(outcomes).toEqual({
    '/good': ['sent', 204, 'Answered 204.'],
    '/broken': ['ready', 500, 'Answered 500.'],
    '/gone': ['dropped', 410, 'The endpoint was switched off.'],
    '/elsewhere': ['ready', 307, 'Answered 307: redirects are not followed.'],
    '/cut': ['ready', null, 'No answer: ECONNRESET.'],
    '/long': ['sent', 200, 'Answered 200.'],
    inside: ['ready', null, 'Not sent: the address leads into a private network.'],
  })
  const { body, headers } = heard.find((one) => one.path === '/good' && one.body.includes('Told to all'))!
  expect(new Webhook(hooks.get('/good')!.secret).verify(body, headers)).toMatchObject({
    type: 'post.restored',
    data: { post: { id: post, url: expect.stringContaining('/new-features/told-to-all') } },
  })
  await sql`delete from private.mails where kind = 'webhook'`
})
