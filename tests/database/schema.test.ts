import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generateTypes, typesFile } from '../../supabase/commands/database-types.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { readSchemas } from '../../supabase/local/migrations.ts'
import { sql } from '../support/database.ts'
import { siteAddresses } from '../support/site-addresses.ts'

describe('the schema', () => {
  test('every table in public has row level security', async () => {
    const open = await sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
    expect([...open]).toEqual([])
  })

  // It writes as a role that can’t reach anything in private.
  test('triggers on the auth service’s tables run as their owner', async () => {
    const rows = await sql`
      select p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      where t.tgrelid = 'auth.users'::regclass and not t.tgisinternal
        and p.pronamespace = 'private'::regnamespace and not p.prosecdef`
    expect([...rows]).toEqual([])
  })

  test('every foreign key is indexed', async () => {
    const rows = await sql`
      select c.conrelid::regclass as "table", c.conname from pg_constraint c
      where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (
          select from pg_index i where i.indrelid = c.conrelid
          and (i.indkey::int2[])[0:0] <@ c.conkey::int2[] and i.indkey[0] = any (c.conkey)
        )`
    expect([...rows]).toEqual([])
  })
})

const ours = sql`('public'::regnamespace, 'private'::regnamespace)`

test('every table, view and function has a comment', async () => {
  const silent = await sql`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace in ${ours} and c.relkind in ('r', 'v') and obj_description(c.oid, 'pg_class') is null
    union all
    select p.oid::regprocedure::text from pg_proc p
    where p.pronamespace in ${ours} and coalesce(obj_description(p.oid, 'pg_proc'), '') = ''`
  expect([...silent]).toEqual([])
})

/** Code of the site and the commands, without the generated types, which name everything. */
const code = globSync(['lib/**/*.ts', 'supabase/commands/**/*.ts', 'supabase/local/**/*.ts'], {
  cwd: projectRoot,
  exclude: ['lib/supabase/database.types.ts'],
})
  .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
  .join('\n')

test('every function has a caller', async () => {
  // Creating, describing or granting a function doesn’t call it; comments call nothing.
  const schemas = readSchemas()
    .replaceAll(/^create function [\w.]+/gm, '')
    .replaceAll(/^comment on [\s\S]*?;$/gm, '')
    .replaceAll(/^grant execute on function [^;]*;$/gm, '')
    .replaceAll(/--.*$/gm, '')
  const functions = await sql<{ name: string; schema: string }[]>`
    select distinct p.proname as name, p.pronamespace::regnamespace::text as schema from pg_proc p
    where p.pronamespace in ${ours} and p.prosrc <> '' and not exists (
      -- Those that stand in the way of embedding are there to be called by nobody (27_api).
      select from pg_type t where t.oid = p.proargtypes[0] and p.pronargs = 1 and p.pronamespace = 'public'::regnamespace
        and t.typrelid <> 0
    )`
  const uncalled = functions.filter(
    ({ name, schema }) => ![schemas, code].some((text) => new RegExp(`\\b${name}\\b`).test(text)) && schema,
  )
  expect(uncalled).toEqual([])
})

test('the committed types match the migrated database', async () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(await generateTypes(process.env.TEST_DATABASE_URL!))
})

// Pages that the site may get. A category with such an address couldn’t give it back, because others link to its posts.
const keptForLater = ['admin', 'insights', 'sign-in', 'sign-up']

test.each(siteAddresses())('no category takes /%s from the site', async (slug) => {
  await expect(
    sql`insert into public.categories (slug, name) values (${slug}, 'Taken')`,
  ).rejects.toMatchObject({ code: '23514' })
})

test('no address is reserved unless the site answers it or keeps it for later', async () => {
  const [constraint] = await sql<{ definition: string }[]>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'categories_slug_is_free'`
  const reserved = [...constraint!.definition.matchAll(/'([^']+)'/g)].map(([, name]) => name!)
  const answered = siteAddresses()
  expect(reserved.filter((name) => !answered.includes(name)).toSorted()).toEqual(keptForLater)
})

test.each([
  ['anon', 3],
  ['authenticated', 8],
])('the database cancels %s’s requests after %d seconds', async (role, seconds) => {
  const [row] =
    await sql`select array_to_string(rolconfig, ' ') as settings from pg_roles where rolname = ${role}`
  expect(row!.settings).toContain(`statement_timeout=${seconds}s`)
})

test('every table limits how often a request may name a column', async () => {
  const open = await sql`
    select c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not exists (
      select from pg_policy p
      where p.polrelid = c.oid and not p.polpermissive and p.polcmd in ('r', '*')
        and pg_get_expr(p.polqual, c.oid) like '%require_small_select%'
        and p.polroles @> array['anon'::regrole::oid, 'authenticated'::regrole::oid]
    )`
  expect([...open]).toEqual([])
})

test('and so does every function that visitors and members read lists with', async () => {
  const open = await sql`
    select p.proname from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proretset and p.provolatile = 's' and p.prosecdef
      and has_function_privilege('authenticated', p.oid, 'execute')
      and p.prosrc !~ 'require_(small_select|team|admin)\\('
    order by 1`
  // One row of short values, or a few words.
  expect(open.map(({ proname }) => proname)).toEqual([
    'admin_followers',
    'get_viewer',
    'my_follow',
    'my_notice_settings',
    'near_words',
    'read_invitation',
    'unread_notices',
  ])
})
