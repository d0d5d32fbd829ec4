import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../supabase/local/backend.ts'
import { sql } from '../support/database.ts'

const map = readFileSync(join(projectRoot, 'supabase/MAP.md'), 'utf8')
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
const section = (title: string) => map.split('\n## ').find((part) => part.startsWith(`${title}\n`))!
const tableRows = (title: string) =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('| `'))
const firstCell = (line: string) => quoted(line.split('|')[1]!)

test('the map names every table of each schema, and no other', async () => {
  const named = (title: string) => tableRows(title).flatMap(firstCell).toSorted()
  const tables = async (schema: string) =>
    (
      await sql`select relname from pg_class where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p')`
    )
      .map(({ relname }) => (schema === 'public' ? relname : `${schema}.${relname}`))
      .toSorted()
  expect(named('Tables')).toEqual(await tables('public'))
  expect(named('Tables nobody but the database reaches')).toEqual(await tables('private'))
})

test('the map names every function that clients may call, and no other', async () => {
  const rows = await sql<{ name: string }[]>`
    select distinct case n.nspname when 'public' then '' else n.nspname || '.' end || p.proname as name
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and (
      has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute')
    )`
  const title = 'Functions clients may call'
  const unserved = quoted(section(title).split('\n\n').at(-1)!)
  const named = [...tableRows(title).flatMap(firstCell), ...unserved]
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

const calls = ['Functions clients may call', "Functions for the site's server", 'Functions for operators']
  .flatMap(tableRows)
  .flatMap((line) => {
    const [name] = firstCell(line)
    return quoted(line.split('|').at(-2)!).map((file) => [name!, file] as const)
  })
test.each(calls)('%s is called by %s', (name, file) => {
  expect(readFileSync(join(projectRoot, file), 'utf8')).toMatch(new RegExp(`\\b${name}\\b`))
})
