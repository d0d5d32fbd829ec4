import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, sql } from '../support/database.ts'
import { keyOf, refused } from '../support/api-keys.ts'

test('requests are counted per key, and responses stored for a day', async () => {
  const admin = await createMember({ admin: true })
  const { key } = await keyOf(admin, ['write'])
  const begin = async (idempotency_key?: string, request?: string) =>
    (await anonClient().rpc('begin_api_request', { token: key, idempotency_key, request }).throwOnError())
      .data as Record<string, unknown>
  expect(await begin()).toMatchObject({ max_count: 600, remaining: 599, seconds: 60, person: admin.id })
  const both = await Promise.all([begin('a', '{}'), begin('a', '{}')])
  expect(both.map(({ earlier }) => earlier).toSorted()).toEqual(['none', 'running'])
  expect(await begin('a', '{"x":1}')).toMatchObject({ earlier: 'different' })
  await anonClient()
    .rpc('finish_api_request', { token: key, idempotency_key: 'a', status: 201, body: { id: 1 } })
    .throwOnError()
  expect(await begin('a', '{}')).toMatchObject({ earlier: 'done', status: 201, body: { id: 1 } })
  // A stored answer may hold a secret: it's for the rights that its owner had.
  await sql`delete from public.roles where user_id = ${admin.id}`
  expect(await begin('a', '{}')).toMatchObject({ earlier: 'different' })
  await sql`insert into public.roles (user_id, role) values (${admin.id}, 'admin')`
  await sql`update private.api_answers set created_at = now() - interval '25 hours'`
  expect(await begin('a', '{}')).toMatchObject({ earlier: 'none', remaining: 593 })
  await sql`update private.api_answers set created_at = now() - interval '2 minutes' where status is null`
  expect(await begin('a', '{}')).toMatchObject({ earlier: 'none' })
  const [used] = await sql`select last_used_at from private.api_keys where person_id = ${admin.id}`
  expect(used!.last_used_at).not.toBeNull()
  await sql`update private.api_usage set used = 600`
  expect(await begin()).toMatchObject({ remaining: -1 })
  expect(await refused(anonClient().rpc('begin_api_request', { token: 'sp_no' }))).toBe('key_unknown')
})

describe('what PostgREST does with db_pre_request', () => {
  /** A role like a project’s authenticator, which may only become other roles. */
  async function asAuthenticator<Row>(
    request: { method: string; path: string; key?: string; role?: string },
    statement: string,
  ): Promise<Row[]> {
    const name = `authenticator_${randomUUID().replaceAll('-', '')}`
    await sql.unsafe(
      `create role ${name} login noinherit password 'test'; grant anon, authenticated to ${name}`,
    )
    const url = new URL(process.env.TEST_DATABASE_URL!)
    url.username = name
    url.password = 'test'
    const connection = postgres(url.href, { max: 1 })
    try {
      return (await connection.begin(async (as) => {
        const headers = request.key ? { 'x-signpost-key': request.key } : {}
        await as.unsafe(`set local role ${request.role ?? 'anon'}`)
        await as`select set_config('request.jwt.claims', '{"role": "anon"}', true),
          set_config('request.method', ${request.method}, true), set_config('request.path', ${request.path}, true),
          set_config('request.headers', ${JSON.stringify(headers)}, true)`
        await as`select private.before_request()`
        return as.unsafe(statement)
      })) as Row[]
    } finally {
      await connection.end()
      await sql.unsafe(`drop owned by ${name}; drop role ${name}`)
    }
  }
  const who = `select current_user::text as role, auth.uid()::text as id, current_setting('transaction_read_only') as "readOnly"`
  type Who = { role: string; id: string | null; readOnly: string }

  test('a request with a key runs as its owner, for its transaction only', async () => {
    const admin = await createMember({ admin: true })
    const { key } = await keyOf(admin, ['team'])
    const path = '/rpc/list_posts'
    const whoIs = `select * from (${who}) w`
    const ask = (more: object) => asAuthenticator<Who>({ method: 'POST', path, ...more }, whoIs)
    await sql`grant usage on schema auth to anon, authenticated`
    expect(await ask({})).toEqual([{ role: 'anon', id: null, readOnly: 'off' }])
    expect(await ask({ key })).toEqual([{ role: 'authenticated', id: admin.id, readOnly: 'on' }])
    const writes = await keyOf(admin, ['write', 'team'])
    expect(await ask({ key: writes.key })).toEqual([{ role: 'authenticated', id: admin.id, readOnly: 'off' }])
    await expect(ask({ key: 'sp_nothing' })).rejects.toMatchObject({ code: 'PT401' })
    for (const closed of ['/rpc/delete_account', '/rpc/list%5fposts', '/roles', '/', '']) {
      await expect(ask({ key, path: closed }), closed).rejects.toMatchObject({ hint: 'key_refused' })
    }
    await expect(ask({ key, path: '/profiles', method: 'PATCH' })).rejects.toMatchObject({ code: '42501' })
  })

  test('nothing in the transaction removes the limits of the key', async () => {
    const admin = await createMember({ admin: true })
    const { key } = await keyOf(admin, ['read'])
    const request = { method: 'POST', path: '/rpc/list_posts', key }
    const attempt = (statement: string) => asAuthenticator(request, statement)
    await expect(attempt('set transaction read write')).rejects.toMatchObject({ code: '25001' })
    await expect(attempt(`select set_config('transaction_read_only', 'off', true)`)).rejects.toMatchObject({
      code: '25001',
    })
    await expect(attempt('select * from public.admin_posts()')).rejects.toMatchObject({ code: '42501' })
  })

  test('the migration keeps an operator’s own function', async () => {
    const file = readFileSync('supabase/migrations/20261126231429_after_1_0_2.sql', 'utf8')
    const block = /do \$\$\nbegin[\s\S]*?end \$\$;/.exec(file)![0]
    const setting = async () =>
      (await sql`select rolconfig from pg_roles where rolname = 'authenticator'`)[0]?.rolconfig as
        string[] | null
    await sql`create role authenticator noinherit`
    try {
      await sql.unsafe(block)
      expect(await setting()).toEqual(['pgrst.db_pre_request=private.before_request'])
      await sql`alter role authenticator set pgrst.db_pre_request = 'public.own'`
      await sql.unsafe(block)
      expect(await setting()).toEqual(['pgrst.db_pre_request=public.own'])
    } finally {
      await sql`drop role authenticator`
    }
  })
})
