import type postgres from 'postgres'
import { expect } from 'vitest'
import { actingAs, type Member, sql } from './database.ts'

export type Run = (as: postgres.TransactionSql) => Promise<unknown>

/** Resolves once these transactions wait for others; unless told, not for merges, which other tests make. */
export async function waiting(who: Member, run: Run, forMerges = false): Promise<{ done: Promise<unknown> }> {
  const begun = Promise.withResolvers<number>()
  const done = actingAs(
    who,
    async (as) => {
      begun.resolve((await as`select pg_backend_pid() as id`)[0]!.id as number)
      return run(as)
    },
    { keep: true },
  )
  // The refusal is for the code that awaits it.
  done.catch(() => {})
  const id = await begun.promise
  const isWaiting = async () =>
    (
      await sql`
      select cardinality(pg_blocking_pids(${id})) > 0 and (${forMerges} or not exists (
        select from pg_locks l
        where l.pid = ${id} and not l.granted and l.locktype = 'advisory'
          and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended('merging posts', 0)
      )) as waits`
    )[0]!.waits
  await expect.poll(isWaiting).toBe(true)
  return { done }
}

/** Locks a post like someone about to change it, while `run` is running. */
export const whileHeld = <T>(post: { id: number }, lock: 'key share' | 'update', run: Run): Promise<T> =>
  sql.begin(async (as) => {
    await as.unsafe(`select from public.posts where id = ${post.id} for ${lock}`)
    return run(as)
  }) as Promise<T>
