import { describe, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { tables } from '../support/tables.ts'

describe('the schema', () => {
  test('every table in public has row level security', async () => {
    const rows = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      order by relname`
    expect(rows.map(({ relname }) => relname)).toEqual([...tables])
    const open = await sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`
    expect([...open]).toEqual([])
  })

  // It writes as a role that reaches nothing in private.
  test('what happens as the auth service writes runs as its owner', async () => {
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
