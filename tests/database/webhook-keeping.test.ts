import { describe, expect, test } from 'vitest'
import { anonClient, createMember, refusal, sql } from '../support/database.ts'
import { takeMails } from '../support/notices.ts'
import {
  add,
  admin,
  claim,
  everything,
  hook,
  later,
  log,
  member,
  rest,
  secret,
  settle,
  stateOf,
  takeAll,
  useWebhook,
  waiting,
  write,
} from '../support/webhooks.ts'

useWebhook()

describe('a webhook that is turned off', () => {
  const mails = async () => (await takeMails([admin.email])).filter(({ kind }) => kind === 'webhook')

  test('by a 410 gets nothing more, and admins get an email, once', async () => {
    await write()
    await write()
    await settle((await claim())!, 410)
    expect(await stateOf()).toMatchObject({
      off_reason: 'The receiver responded with 410: it is gone.',
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

  test('by three days of failures, not by fewer, and a response in between restarts them', async () => {
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
    expect(await stateOf()).toMatchObject({ off_reason: 'All deliveries have failed for three days.' })
    expect(await mails()).toHaveLength(1)
  })

  test('notifies no one who is no longer an admin', async () => {
    const former = await createMember({ name: 'Former', admin: true })
    await write()
    await settle((await claim())!, 410)
    await sql`delete from public.roles where user_id = ${former.id}`
    expect(await takeMails([former.email])).toEqual([])
  })

  test('by hand sends no email, and continues when it is turned on', async () => {
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
  test('appear in the audit log with their actions, without the address and its keys', async () => {
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
    const delivery = (await claim())!
    expect(delivery).toMatchObject({ secrets: [renewed, secret] })
    await settle(delivery, 200)
    await sql`update private.webhooks set renewed_at = now() - interval '25 hours'`
    await write()
    expect(await claim()).toMatchObject({ secrets: [renewed] })
  })

  test('can send a test, one at a time, which is tried once', async () => {
    const send = async () =>
      (await admin.client.rpc('admin_test_webhook', { webhook_id: hook }).throwOnError()).data
    expect([await send(), await send()]).toEqual([true, false])
    const delivery = (await claim())!
    expect(delivery.says).toMatchObject({ type: 'webhook.test', data: {} })
    await settle(delivery, 500)
    expect(await log()).toMatchObject([{ kind: 'webhook.test', state: 'failed', status: 500 }])
  })

  test('can send a delivery again with the same id', async () => {
    await write()
    const [first] = await takeAll()
    await admin.client.rpc('admin_replay_delivery', { delivery_id: first!.id }).throwOnError()
    expect(await takeAll()).toMatchObject([{ id: first!.id, key: first!.key, attempt: 1 }])
  })

  test('can change a webhook, or a part of it', async () => {
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

  test('can have twenty webhooks and no more, and delete them with their logs', async () => {
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

describe('no one else', () => {
  test('can read, add, change, test or delete a webhook', async () => {
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

  test('can reach the tables or the worker’s functions, not even admins', async () => {
    for (const who of ['anon', member, admin] as const) {
      for (const statement of [
        'select * from private.webhooks',
        `update private.webhooks set address = 'https://example.com/'`,
        'delete from private.webhooks',
        'select * from private.webhook_deliveries',
        'insert into private.webhook_deliveries (webhook_id) values (1)',
        'select private.prepare_delivery(gen_random_uuid())',
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

test('logs are kept for a month; pending deliveries stay', async () => {
  await write()
  await write()
  await settle((await claim())!, 200)
  await sql`update private.webhook_deliveries set created_at = now() - interval '31 days'`
  await sql`select private.tidy_deliveries()`
  expect((await log()).map(({ state }) => state)).toEqual(['ready'])
})
