import type { TransactionSql } from 'postgres'
import { expect } from 'vitest'
import { sql } from './database.ts'

/** Begins a transaction as the database's owner, and resolves once it waits for another one or is through. */
export async function beginBeside<T>(
  run: (as: TransactionSql) => Promise<T>,
): Promise<{ done: Promise<unknown> }> {
  const begun = Promise.withResolvers<number>()
  let isThrough = false
  const done = sql
    .begin(async (as) => {
      begun.resolve((await as`select pg_backend_pid() as id`)[0]!.id as number)
      return run(as)
    })
    .finally(() => (isThrough = true))
  // A refusal is for whoever awaits it.
  done.catch(() => {})
  const id = await begun.promise
  const isWaiting = async () =>
    (await sql`select cardinality(pg_blocking_pids(${id})) > 0 as waits`)[0]!.waits as boolean
  await expect.poll(async () => isThrough || (await isWaiting())).toBe(true)
  return { done }
}
