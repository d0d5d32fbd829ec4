import type postgres from 'postgres'

type Sql = postgres.Sql
type Statements = { apply: string; undo: string }

/** A deliberate mistake in the migrated database. `only` names the relevant tests of a slow file. */
export type DatabaseMutation = {
  name: string
  change: (sql: Sql) => Promise<Statements>
  tests: string
  only?: string
}

/** Replaces a text in a function's definition, whichever migration created it. */
export const inFunction = (name: string, find: string, replace: string) => async (sql: Sql) => {
  const [row] = await sql`select pg_get_functiondef(${name}::regproc) as text`
  const text = row!.text as string
  if (!text.includes(find)) throw new Error(`${name} doesn't contain ${JSON.stringify(find)}.`)
  return { apply: text.replaceAll(find, () => replace), undo: text }
}

/** The same in a view's definition, as PostgreSQL writes it. */
export const inView = (name: string, find: string, replace: string) => async (sql: Sql) => {
  const [row] = await sql`select pg_get_viewdef(${name}::regclass) as text`
  const text = row!.text as string
  if (!text.includes(find)) throw new Error(`${name} doesn't contain ${JSON.stringify(find)}.`)
  const define = (body: string) => `create or replace view ${name} as ${body}`
  return { apply: define(text.replaceAll(find, () => replace)), undo: define(text) }
}

/** Makes a policy allow every row. */
export const openPolicy = (name: string) => async (sql: Sql) => {
  const [policy] = await sql`
    select format('%I on %I.%I', policyname, schemaname, tablename) as place, qual, with_check
    from pg_policies where policyname = ${name}`
  if (!policy) throw new Error(`There is no policy "${name}".`)
  const alter = (using: string, check: string) =>
    `alter policy ${policy.place} ${policy.qual ? `using (${using})` : ''} ${policy.with_check ? `with check (${check})` : ''}`
  return { apply: alter('true', 'true'), undo: alter(policy.qual as string, policy.with_check as string) }
}

export const withoutTrigger = (table: string, name: string) => async (sql: Sql) => {
  const [trigger] = await sql`select from pg_trigger where tgrelid = ${table}::regclass and tgname = ${name}`
  if (!trigger) throw new Error(`${table} has no trigger ${name}.`)
  const alter = (how: string) => `alter table ${table} ${how} trigger ${name}`
  return { apply: alter('disable'), undo: alter('enable') }
}

/** Drops a table's check constraints that mention a text. */
export const withoutCheck = (table: string, mention: string) => async (sql: Sql) => {
  const checks = await sql`
    select quote_ident(conname) as name, pg_get_constraintdef(oid) as text from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c' and strpos(pg_get_constraintdef(oid), ${mention}) > 0`
  if (checks.length === 0) throw new Error(`${table} has no check that mentions ${mention}.`)
  return {
    apply: checks.map(({ name }) => `alter table ${table} drop constraint ${name}`).join(';'),
    undo: checks
      .map(({ name, text }) => `alter table ${table} add constraint ${name} ${text} not valid`)
      .join(';'),
  }
}

/** Several mistakes at once, for rules that are enforced twice. */
export const together =
  (...changes: DatabaseMutation['change'][]) =>
  async (sql: Sql) => {
    const all = await Promise.all(changes.map((change) => change(sql)))
    return {
      apply: all.map(({ apply }) => apply).join(';'),
      undo: all.map(({ undo }) => undo).join(';'),
    }
  }

/** A statement and one that undoes it. */
export const statement = (apply: string, undo: string) => () => Promise.resolve({ apply, undo })
