import type { Sql } from 'postgres'
import type { Entry, ZipFile } from 'yauzl'
import { Refusal } from '../import/reading.ts'
import { type Manifest, tableEntry } from './manifest.ts'
import { parseRows } from './rows.ts'
import { t } from '../../words/t.ts'

/** Longer than any way to write an id that PostgreSQL accepts. */
const longestId = 50
const plainId = (id: string) => id.toLowerCase().replace(/[{}\-\s]/g, '')

/** Throws if a board has rows of people who have signed in here, or could write in their name. */
export async function expectNobodyHere(
  sql: Sql,
  zip: ZipFile,
  entries: Map<string, Entry>,
  { tables }: Manifest,
): Promise<void> {
  const accounts = await sql<{ id: string; email: string | null }[]>`
    select id, email from auth.users where last_sign_in_at is not null`
  const people = new Map(accounts.map(({ id, email }) => [plainId(id), email]))
  if (people.size === 0) return
  for (const { name } of tables) {
    for await (const { row } of parseRows(zip, entries.get(tableEntry(name))!)) {
      for (const value of Object.values(row)) {
        if (typeof value !== 'string' || value.length > longestId || !people.has(plainId(value))) continue
        throw new Refusal(
          t('transfer.refusal.personIsHere', { person: people.get(plainId(value)) ?? value, name }),
        )
      }
    }
  }
}
