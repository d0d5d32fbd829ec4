import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { savedAnswer } from '../../lib/post/saved-mail.ts'
import { anonClient, createMember, sql } from '../support/database.ts'
import { context } from '../support/jobs.ts'

const [admin, moderator, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: 'Moderator', moderator: true }),
  createMember({ name: 'Member' }),
])
const server = { host: 'smtp.example.com', port: 587, username: 'signpost', sender: 'hello@example.com' }
const password = 'p@ss:word/1'
type Given = Partial<typeof server & { password: string }>

/** What refused it, by name; null if nothing did. */
const save = async (given: Given, { client } = admin) => {
  const { error } = await client.rpc('admin_save_mail_server', given)
  return error && (error.hint ?? error.code)
}
const read = async () => (await admin.client.rpc('admin_mail_server').maybeSingle().throwOnError()).data
afterEach(() => sql`delete from private.mail_server`)

describe('the mail server', () => {
  test('is only read and changed by admins, and its password is never read', async () => {
    for (const { client } of [moderator, member, { client: anonClient() }]) {
      expect((await client.rpc('admin_mail_server')).error?.code).toBe('42501')
      expect((await client.rpc('admin_save_mail_server', { ...server, password })).error?.code).toBe('42501')
      expect((await client.from('mail_server' as never).select()).error).not.toBeNull()
    }
    expect(await read()).toBeNull()
    expect(await save({ ...server, password })).toBeNull()
    expect(await read()).toEqual(server)
    expect(await save({})).toBeNull()
    expect(await read()).toBeNull()
  })

  test('keeps its password for the same server and account only', async () => {
    expect(await save(server)).toBe('mail_password_missing')
    expect(await save({ ...server, password })).toBeNull()
    expect(await save({ ...server, sender: 'news@example.com' })).toBeNull()
    expect(await read()).toMatchObject({ sender: 'news@example.com' })
    for (const other of [{ host: 'smtp.attacker.example' }, { port: 2525 }, { username: 'other' }])
      expect(await save({ ...server, ...other })).toBe('mail_password_missing')
    expect(await sql`select password from private.mail_server`).toEqual([{ password }])
    expect(await save({ host: 'relay.example.com', port: 25, sender: server.sender })).toBeNull()
    expect(await save(server)).toBe('mail_password_missing')
  })

  test('takes a fresh sign-in, and is logged without its password', async () => {
    const other = await createMember({ admin: true })
    await sql`update auth.sessions set created_at = now() - interval '11 minutes' where user_id = ${other.id}`
    expect(await save({ ...server, password }, other)).toBe('not_fresh')
    await save({ ...server, password })
    const [logged] = await sql`
      select action, after, before from public.audit_log where actor_id = ${admin.id} order by id desc limit 1`
    const after = {
      mail_server: 'smtp.example.com:587',
      mail_user: 'signpost',
      mail_from: 'hello@example.com',
    }
    expect(logged).toMatchObject({ action: 'mail.update', after })
    expect(JSON.stringify(logged)).not.toContain(password)
    await save({ ...server, password: 'another' })
    const [renewed] = await sql`
      select action, after, before from public.audit_log where actor_id = ${admin.id} order by id desc limit 1`
    expect(renewed).toEqual({ action: 'mail.update', before: after, after })
  })

  test.each([
    { host: 'smtp.example.com/x' },
    { host: 'user@smtp.example.com' },
    { host: '' },
    { port: 0 },
    { port: 65_536 },
    { sender: 'a@example.com\nBcc: b@example.com' },
    { sender: 'nobody' },
    { host: '.' },
    { username: 'a\r\nb' },
    { password: 'a\nb' },
  ])('refuses %o', async (wrong) => {
    await save({ ...server, password })
    const { error } = await admin.client.rpc('admin_save_mail_server', { ...server, ...wrong })
    expect(error!.code).toMatch(/^(22023|23514)$/)
    // An error must not name the row, which has the saved password.
    expect(JSON.stringify(error)).not.toContain(password)
    expect(await save({ ...server, password, ...wrong })).toBe('22023')
    expect(await read()).toEqual(server)
  })
})

test('saving a server sends the open invitations that are only in the mailbox, once', async () => {
  const addresses = ['open', 'ended', 'sent'].map((name) => `${name}-${randomUUID()}@example.com`)
  const invited = await sql<{ id: number; address: string }[]>`
    insert into private.invitations ${sql(
      addresses.map((address) => ({
        address,
        role: 'moderator',
        invited_by: admin.id,
        ends_at: address.startsWith('ended') ? '2026-01-01' : '2036-01-01',
      })),
    )} returning id, address`
  await sql`
    insert into private.mails ${sql(
      invited.map(({ id, address }) => ({
        kind: 'account',
        about: sql.json({ event: 'invited', invitation: id }) as never,
        state: 'sent',
        outcome: address.startsWith('sent') ? '250 OK' : `250 ${savedAnswer}`,
      })),
    )}`
  const waiting = () => sql`
    select about ->> 'to' as to from private.mails
    where state = 'ready' and (about ->> 'invitation')::bigint in ${sql(invited.map(({ id }) => id))}`
  await save({ ...server, password })
  await save({ ...server, password })
  expect([...(await waiting())]).toEqual([{ to: addresses[0] }])
})

test('saving a server tries waiting emails at once and sends one test, removing it sends none', async () => {
  const mine = () => sql`
    select state, due_at <= now() as is_due, outcome from private.mails where person_id = ${admin.id} and kind = 'test' order by id`
  await sql`delete from private.mails where person_id = ${admin.id}`
  await save({ ...server, password })
  expect([...(await mine())]).toEqual([{ state: 'ready', is_due: true, outcome: null }])
  await sql`
    update private.mails set attempts = 2, outcome = 'connect ECONNREFUSED', due_at = now() + interval '1 hour'
    where person_id = ${admin.id}`
  await save({ ...server, password, port: 465 })
  expect([...(await mine())]).toEqual([{ state: 'ready', is_due: true, outcome: 'connect ECONNREFUSED' }])
  await sql`update private.mails set state = 'failed' where person_id = ${admin.id}`
  await save({ ...server, password })
  expect((await mine()).map(({ state }) => state)).toEqual(['failed', 'ready'])
  await sql`update private.mails set state = 'failed' where person_id = ${admin.id}`
  await save({})
  expect((await mine()).map(({ state }) => state)).toEqual(['failed', 'failed'])
})

describe('the worker', () => {
  test('sends in the name of the site, unless the settings have another one', async () => {
    const { readSite } = await import('../../lib/jobs/read-site.ts')
    const site = { url: context.site.url, name: 'Tallybird' }
    const rollBack = new Error('undo')
    const read = (name: string | null) =>
      sql
        .begin(async (as) => {
          await as`update public.site_settings set mail_sender = ${name}`
          throw Object.assign(rollBack, {
            read: (await readSite({ ...context, site, sql: as as never })).sender,
          })
        })
        .catch((error: Error & { read?: string }) => error.read)
    expect(await read(null)).toBe('Tallybird')
    expect(await read('Kim at Tallybird')).toBe('Kim at Tallybird')
  })

  const backend = {
    NEXT_PUBLIC_SUPABASE_URL: process.env.TEST_SUPABASE_URL,
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: process.env.TEST_SUPABASE_PUBLISHABLE_KEY,
  }
  const find = async (variables: Record<string, string | undefined>) => {
    vi.resetModules()
    for (const [name, value] of Object.entries({ ...backend, ...variables })) vi.stubEnv(name, value)
    const { findMailServer } = await import('../../lib/jobs/find-mail-server.ts')
    return findMailServer(sql)
  }
  const own = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'own@example.com' }
  const none = { SMTP_URL: undefined, MAIL_FROM: undefined, SIGNPOST_SAVES_MAILS: undefined }

  test('sends through the environment’s server, else the chosen one, else to the local mailbox', async () => {
    expect(await find(none)).toBeNull()
    await sql`
      insert into private.mail_server (host, port, username, password, sender)
      values ('127.0.0.1', 465, 'a@b', ${password}, 'hello@example.com')`
    const chosen = await find({ ...own, SIGNPOST_SAVES_MAILS: '1' })
    expect(chosen).toMatchObject({
      url: 'smtps://a%40b:p%40ss%3Aword%2F1@127.0.0.1:465?requireTLS=true',
      from: 'hello@example.com',
    })
    await expect(chosen!.resolve!('10.0.0.1')).rejects.toThrow('private network')
    expect(await find({ ...own, SIGNPOST_SAVES_MAILS: undefined })).toEqual({
      url: own.SMTP_URL,
      from: own.MAIL_FROM,
    })
    expect(await find(none)).toMatchObject({ from: 'hello@example.com' })
    await sql`delete from private.mail_server`
    expect(await find({ ...own, SIGNPOST_SAVES_MAILS: '1' })).toMatchObject({ url: own.SMTP_URL })
    vi.unstubAllEnvs()
  })
})
