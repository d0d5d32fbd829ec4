import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres, { type TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { startTestBackend } from '../support/start-backend.ts'

test('someone who votes while the example board is removed is waited for, or finds the post gone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-example-'))
  const backend = await startTestBackend(folder, { seed: true })
  const own = postgres(backend.databaseUrl, { max: 3, onnotice: () => {} })
  try {
    const [voter] = await own`insert into public.profiles (name) values ('Voter') returning id`
    const vote = (as: TransactionSql) => as`
      insert into public.votes (user_id, post_id) select ${voter!.id}, min(p.id) from public.posts p`
    // The caller is the owner, whom no one else asks.
    await own`create or replace function private.require_admin() returns void language sql as ''`
    const set = (as: TransactionSql) => as`select public.admin_set_example_board(false)`
    const isWaiting = async () =>
      (await own`select exists (select from pg_locks where not granted) as waits`)[0]!.waits as boolean
    /** Runs the second while the first is running. */
    async function meanwhile(first: typeof vote, second: typeof vote) {
      let other: Promise<unknown>
      await own.begin(async (as) => {
        await first(as)
        other = own
          .begin((beside) => second(beside))
          .then(
            () => null,
            (error: { code: string }) => error.code,
          )
        await expect.poll(isWaiting).toBe(true)
      })
      return other!
    }
    expect(await meanwhile(vote, set)).toBe('PT409')
    await own`delete from public.votes where user_id = ${voter!.id}`
    expect(await meanwhile(set, vote)).toMatch(/^(23503|P0002)$/)
    expect([...(await own`select from public.posts`)]).toEqual([])
  } finally {
    await own.end()
    await backend.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 120_000)
