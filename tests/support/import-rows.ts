import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { sql } from './database.ts'

export const folder = mkdtempSync(join(tmpdir(), 'signpost-import-'))

/** Removes the written files after the tests of a file. */
export function useFolder(): void {
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await sql.end()
  })
}

export function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** A separate file for each test: the source ids start with `source`. */
export function writeFixture(lines: (source: string) => (object | string)[]) {
  const source = randomUUID()
  const file = join(folder, `${source}.jsonl`)
  const texts = lines(source).map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, texts.join('\n'))
  return { source, file }
}

export function line(id: string, changes: object = {}) {
  return { id, title: `Wish ${id}`, details: 'Because.', state: 'open', created_at: '2025-02-03', ...changes }
}

export async function rowsOf(source: string) {
  return sql<Record<string, unknown>[]>`
    select p.*, c.slug as category
    from private.imports i
    left join public.posts p on p.id = i.post_id left join public.categories c on c.id = p.category_id
    where starts_with(i.source_id, ${source}) order by i.source_id`
}

export async function countsOf(source: string) {
  const [counts] = await sql`
    with mine as (select p.* from private.imports i left join public.posts p on p.id = i.post_id
      where starts_with(i.source_id, ${source}))
    select count(*)::integer as imports, count(id)::integer as posts, count(distinct slug)::integer as slugs,
      sum(votes_total)::integer as votes_total, sum(comments_total)::integer as comments_total,
      (select count(*) from public.votes where post_id in (select id from mine))::integer as votes,
      (select count(*) from public.comments where post_id in (select id from mine))::integer as comments
    from mine`
  return counts
}
