import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { expect } from 'vitest'
import { actingAs, type Member, sql } from './database.ts'

/** Writes a comment as a person and returns its id. */
export async function comment(
  post: { id: number },
  who: Member,
  parent: number | null = null,
  body = 'A comment',
) {
  const { data } = await who.client
    .rpc('create_comment', { post_id: post.id, body, sent_key: randomUUID(), parent_id: parent ?? undefined })
    .single()
    .throwOnError()
  return data.id
}

/** Removes a deleted comment as if it had been deleted too long ago to restore it. */
export async function forgetComment(id: number) {
  await sql`update public.comments set deleted_at = private.undo_end() where id = ${id}`
  await sql`select private.remove_deleted_comments()`
}

/** A post's counts. */
export const totals = async ({ id }: { id: number }) =>
  (await sql`select votes_total, comments_total from public.posts where id = ${id}`)[0]

/** Wrong counts of these posts. */
export const miscounts = async (ids: number[], as: postgres.ISql = sql) => [
  ...(await as`
    select kind, id from private.find_miscounts()
    where (kind like '%of a post' and id = any (${ids}))
      or (kind like 'replies%' and id in (select id from public.comments where post_id = any (${ids})))`),
]

/** What the second does while the first isn't done yet: it must wait, and continue afterwards. */
export async function meanwhile(
  first: Member,
  run: (as: postgres.TransactionSql) => Promise<unknown>,
  second: Member,
  then: (as: postgres.TransactionSql) => Promise<unknown>,
) {
  let waiting: Promise<unknown> = Promise.resolve()
  await actingAs(
    first,
    async (as) => {
      await run(as)
      const begun = Promise.withResolvers<number>()
      waiting = actingAs(
        second,
        async (other) => {
          begun.resolve((await other`select pg_backend_pid() as id`)[0]!.id as number)
          await then(other)
        },
        { keep: true },
      )
      // Whoever awaits the result gets its error.
      waiting.catch(() => {})
      const id = await begun.promise
      await expect
        .poll(async () => (await sql`select cardinality(pg_blocking_pids(${id})) as n`)[0]!.n)
        .toBeGreaterThan(0)
    },
    { keep: true },
  )
  await waiting
}
