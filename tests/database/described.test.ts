import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend.ts'
import { readSchemas } from '../../supabase/local/migrations.ts'
import { sql } from '../support/database.ts'

const ours = sql`('public'::regnamespace, 'private'::regnamespace)`

test('every table, view and function says what it is', async () => {
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
  // Where a function is made, described or granted nobody calls it; comments call nothing.
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
