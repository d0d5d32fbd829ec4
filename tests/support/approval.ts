import type postgres from 'postgres'
import { actingAs, type Member } from './database.ts'

// The mode applies to the whole board, which other tests share, so tests of a mode are rolled back with it.
export type Mode = 'off' | 'first' | 'links' | 'all'

/** What a person sends in a mode, rolled back. */
export async function inMode<T>(mode: Mode, who: Member, run: (as: postgres.TransactionSql) => Promise<T>) {
  return actingAs(who, async (as) => {
    await as`reset role`
    await as`update private.moderation set approval = ${mode}`
    await as`set local role authenticated`
    return run(as)
  })
}
