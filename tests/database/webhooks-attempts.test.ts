import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { context, loseJobs } from '../support/jobs.ts'
import {
  act,
  add,
  claim,
  forgetOthers,
  hook,
  later,
  log,
  rest,
  settle,
  stateOf,
  useWebhook,
  waiting,
  write,
} from '../support/webhooks.ts'

useWebhook()

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
