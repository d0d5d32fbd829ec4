import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { createAccounts, sql } from '../support/database.ts'
import { context, loseJobs } from '../support/jobs.ts'
import {
  act,
  add,
  admin,
  claim,
  forgetOthers,
  hook,
  later,
  log,
  member,
  move,
  rest,
  say,
  settle,
  stateOf,
  takeAll,
  useWebhook,
  waiting,
  write,
} from '../support/webhooks.ts'

useWebhook()

describe('a webhook', () => {
  test('gets each event it wants once and no others, in the event’s transaction', async () => {
    await sql`delete from private.webhooks`
    await add({ kinds: ['comment.created'] })
    const post = await write()
    await say(post, 'First')
    await expect(say(post, '')).rejects.toThrow()
    const told = await takeAll()
    expect(told.map(({ says }) => says.type)).toEqual(['comment.created'])
    expect(told[0]!.says.data.comment).toMatchObject({ body: 'First' })
    expect(await takeAll()).toEqual([])
  })

  test('gets one request at a time, even if two processes send', async () => {
    await write()
    await write()
    const both = (await Promise.all([claim(), claim()])).filter((one) => one !== null)
    expect(both).toHaveLength(1)
    expect(await claim()).toBeNull()
    await settle(both[0]!, 200)
    expect(new Set([...both, ...(await takeAll())].map(({ key }) => key)).size).toBe(2)
  })

  test('gets what everyone can read, and no addresses', async () => {
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

  test('never gets deleted texts, and only gets a deletion if it got the content', async () => {
    const post = await write('A title that goes')
    const comment = await say(post, 'A comment that is heard of')
    expect((await takeAll()).map(({ says }) => says.type)).toEqual(['post.created', 'comment.created'])
    await act(`delete_comment(${comment})`)
    await act(`delete_comment(${await say(post, 'A secret comment')})`)
    const first = await takeAll()
    expect(first.map(({ says }) => says)).toMatchObject([
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
    const gone = ['dropped', 'Its subject no longer exists.']
    expect((await log()).map(({ state, outcome }) => [state, outcome])).toEqual([
      ['sent', 'Responded with 200.'],
      gone,
      gone,
      gone,
      ['sent', 'Responded with 200.'],
      ['sent', 'Responded with 200.'],
      ['sent', 'Responded with 200.'],
    ])
    expect((await log())[0]!.post_title).toBeNull()
  })

  test('sends the state at the time of the attempt: a correction, an undone change, a restored post', async () => {
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

  test('says for a merged post which one remains, and that it was restored', async () => {
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

  test('gets a comment with its current post after a merge', async () => {
    const [post, into] = [await write('Night mode'), await write('Dark mode')]
    await say(post, 'Said before')
    await admin.client.rpc('merge_posts', { post_ids: [post], into_id: into }).throwOnError()
    const told = (await takeAll()).find(({ says }) => says.type === 'comment.created')
    expect(told!.says.data).toMatchObject({ post: { id: into }, comment: { body: 'Said before' } })
  })

  test('names no one whose account is deleted', async () => {
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

  test('gets a merge by id if the remaining post is hidden by then', async () => {
    const [stays, goes] = [await write(), await write()]
    await takeAll()
    await admin.client.rpc('merge_posts', { post_ids: [goes], into_id: stays }).throwOnError()
    await admin.client.rpc('hide_posts', { post_ids: [stays], reason: 'spam' }).throwOnError()
    expect((await takeAll()).map(({ says: { type, data } }) => ({ type, data }))).toEqual([
      { type: 'post.merged', data: { post: { id: goes }, merged_into: null } },
      { type: 'post.deleted', data: { post: { id: stays } } },
    ])
  })

  test('deleted during an event doesn’t make it fail', async () => {
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

  test('doesn’t keep other webhooks’ deliveries, and is retried first', async () => {
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

  test('whose process died is retried, and the previous attempt’s response changes nothing', async () => {
    await write()
    const lost = (await claim())!
    await loseJobs('send-webhook')
    await later()
    const next = (await claim())!
    expect(next).toMatchObject({ id: lost.id, key: lost.key, attempt: 2 })
    await settle(lost, 500)
    expect((await log())[0]).toMatchObject({ state: 'ready', status: null })
    await settle(next, 200)
    await settle(next, 500)
    expect((await log())[0]).toMatchObject({ state: 'sent', status: 200 })
  })
})

test('the worker sends signed events, and continues whatever a receiver does', async () => {
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
  const { sendWebhooks } = await import('../../lib/jobs/send-webhooks.ts')
  const untried = () => sql`
    select from private.webhook_deliveries d join private.events e on e.id = d.event_id
    where e.post_id = ${post} and d.state = 'ready' and d.attempts = 0`
  try {
    // Deliveries of other tests may come first, and then a receiver rests for a while.
    for (let round = 0; round < 5 && (await untried()).length > 0; round++) {
      await forgetOthers(sql)
      await rest()
      await sendWebhooks(context)
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
    '/good': ['sent', 204, 'Responded with 204.'],
    '/broken': ['ready', 500, 'Responded with 500.'],
    '/gone': ['dropped', 410, 'The webhook was turned off.'],
    '/elsewhere': ['ready', 307, "Responded with 307: redirects aren't followed."],
    '/cut': ['ready', null, 'No response: ECONNRESET.'],
    '/long': ['sent', 200, 'Responded with 200.'],
    inside: ['ready', null, 'Not sent: the address is on a private network.'],
  })
  const { body, headers } = heard.find((one) => one.path === '/good' && one.body.includes('Told to all'))!
  expect(new Webhook(hooks.get('/good')!.secret).verify(body, headers)).toMatchObject({
    type: 'post.restored',
    data: { post: { id: post, url: expect.stringContaining('/new-features/told-to-all') } },
  })
  await sql`delete from private.mails where kind = 'webhook'`
})
