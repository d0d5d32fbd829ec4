import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { readStart } from '../csv.ts'
import { readJsonValues } from '../json-files.ts'
import { cleanLine, cleanText, shorten } from '../text.ts'
import type { ImportedEntry } from './entry.ts'
import { readJsonEntries } from './json-entries.ts'
import { readKeepAChangelog } from './keep-a-changelog.ts'

const longestTitle = 140
const longestBody = 20_000

export function readChangelog(file: string): { entries: ImportedEntry[]; problems: string[] } {
  const isJson = extname(file) !== '.md' && /^\s*[[{]/.test(readStart(file))
  if (isJson) return readJsonEntries(readJsonValues(file))
  return readKeepAChangelog(readFileSync(file, 'utf8'))
}

/** No one is notified, and an entry that was deleted here since doesn't come back. */
export async function writeChangelog(
  sql: Sql,
  entries: ImportedEntry[],
  source: string,
): Promise<{ added: number; present: number }> {
  let added = 0
  // Write the oldest entry first, so that ids are in chronological order.
  for (const entry of entries.toSorted((a, b) => (a.publishedAt ?? Infinity) - (b.publishedAt ?? Infinity))) {
    if (await sql.begin((as) => writeEntry(as, entry, `changelog of ${source}`))) added++
  }
  return { added, present: entries.length - added }
}

async function writeEntry(sql: TransactionSql, entry: ImportedEntry, source: string): Promise<boolean> {
  const isNew = await sql`
    insert into private.imports (source, source_id) values (${source}, ${entry.id}) on conflict do nothing returning 1`
  if (isNew.length === 0) return false
  const publishedAt = entry.publishedAt === null ? null : new Date(entry.publishedAt)
  const title = shorten(cleanLine(entry.title), longestTitle)
  const [row] = await sql<{ id: string }[]>`
    insert into public.changelog_entries (title, slug, body, state, published_at, first_published_at, tells, author_id, created_at)
    values (${title}, gen_random_uuid()::text, ${shorten(cleanText(entry.body), longestBody)},
      ${publishedAt ? 'published' : 'draft'}, ${publishedAt}, ${publishedAt}, ${publishedAt === null}, null,
      ${publishedAt ?? new Date()})
    returning id`
  await sql`select private.place_entry(${row!.id}, ${title})`
  for (const name of entry.labels.slice(0, 10)) await label(sql, row!.id, shorten(name, 30))
  return true
}

async function label(sql: TransactionSql, entry: string, name: string): Promise<void> {
  await sql`
    with known as (
      select id from public.changelog_labels where lower(name) = lower(${name})
    ), made as (
      insert into public.changelog_labels (name, slug, position)
      select ${name}, coalesce(nullif(private.slugify(${name}), ''), 'label') || '-' || (select coalesce(max(id), 0) + 1 from public.changelog_labels),
        (select coalesce(max(position), 0) + 1 from public.changelog_labels)
      where not exists (select from known) and (select count(*) from public.changelog_labels) < 30
      returning id
    )
    insert into public.changelog_entry_labels (entry_id, label_id)
    select ${entry}, id from (select id from known union all select id from made) l on conflict do nothing`
}
