import type { Sql } from 'postgres'
import { checkFilled } from './seed-check.ts'
import { dropIndexes } from './seed-indexes.ts'
import { fillRows } from './seed-rows.ts'
import { countPieces, listPieces } from './seed-texts.ts'

/** How many rows a filled database has. */
export type Filled = { posts: number; votes: number; comments: number; profiles: number; seconds: number }

const categories = [
  ['load-mobile', 'Mobile apps'],
  ['load-integrations', 'Integrations'],
  ['load-billing', 'Billing'],
  ['load-editor', 'Editor'],
  ['load-bugs', 'Bugs'],
] as const
const filledTables = [
  'public.posts',
  'public.post_addresses',
  'public.post_events',
  'public.post_triage',
  'public.votes',
  'public.comments',
  'private.search_titles',
  'private.search_posts',
  'private.search_signs',
  'private.search_comments',
  'private.search_words',
]

/**
 * Fills an empty migrated database with generated posts: on average ten votes and three comments each. The same number
 * gives the same rows. Triggers are off while it runs. What they would write is computed for all rows at once, and
 * compared with the triggers for a sample at the end.
 * @param options.posts how many posts (default 100,000)
 * @param options.onStep called after each step with its name and seconds
 */
export async function seedLarge(
  sql: Sql,
  options: { posts?: number; onStep?: (step: string, seconds: number) => void } = {},
): Promise<Filled> {
  const posts = options.posts ?? 100_000
  const started = performance.now()
  const timed = async <T>(name: string, run: () => Promise<T>) => {
    const before = performance.now()
    const result = await run()
    options.onStep?.(name, Math.round((performance.now() - before) / 100) / 10)
    return result
  }
  const [row] = await sql<{ isFilled: boolean }[]>`select exists (select from public.posts) as "isFilled"`
  if (row!.isFilled) throw new Error('The database already has posts.')
  const members = Math.max(1000, Math.round(posts / 20))
  await timed('members and categories', () => addMembersAndCategories(sql, members))
  const restoreIndexes = await dropIndexes(sql, filledTables)
  await sql`create schema filling`
  await timed('pieces of text', () => addPieces(sql, posts))
  await fillRows(sql, { posts, members }, timed)
  await sql`drop schema filling cascade`
  await timed('indexes', restoreIndexes)
  await timed('vacuum', () => sql.unsafe('vacuum analyze'))
  await timed('insights', () => sql`select private.count_insights()`)
  const filled = await timed('check', () => checkFilled(sql))
  return { ...filled, seconds: Math.round((performance.now() - started) / 1000) }
}

async function addMembersAndCategories(sql: Sql, members: number): Promise<void> {
  await sql`
    insert into public.profiles (id, name, placeholder)
    select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'Load member ' || n, true
    from generate_series(1, ${members}::integer) n`
  await sql`
    insert into public.categories ${sql(categories.map(([slug, name], i) => ({ slug, name, position: 10 + i })))}
    on conflict (slug) do nothing`
}

/** Each piece with its words. A text's words are its pieces' words in order. */
async function addPieces(sql: Sql, posts: number): Promise<void> {
  const counts = countPieces(posts)
  const pieces = listPieces(counts)
  await sql`create unlogged table filling.given (kind text, n integer, text text)`
  for (let from = 0; from < pieces.length; from += 20_000) {
    const part = pieces.slice(from, from + 20_000)
    await sql`
      insert into filling.given
      select * from unnest(
        ${part.map(({ kind }) => kind)}::text[], ${part.map(({ n }) => n)}::integer[],
        ${part.map(({ text }) => text)}::text[]
      )`
  }
  await sql`analyze filling.given`
  await sql`
    create unlogged table filling.pieces as
    select g.kind, g.n, g.text, p.plain,
      private.search_vector(p.plain, g.kind in ('opening', 'rest', 'rare')) as words,
      case when g.kind in ('opening', 'rest', 'rare') then
        (select string_agg(w.word, ' ' order by w.place) from private.search_words_of(g.text) w)
      end as key
    from filling.given g cross join lateral (select private.plain_text(g.text) as plain offset 0) p`
  await sql`create unique index on filling.pieces (kind, n)`
  await sql.unsafe(`
    create aggregate filling.join_words(tsvector) (sfunc = tsvector_concat, stype = tsvector, initcond = '');
    insert into filling.pieces (kind, n, text, plain, words)
    select 'paragraph', g.n, s.text, s.text, s.words
    from generate_series(1, ${counts.paragraph}) g(n) cross join lateral (
      select string_agg(p.text, ' ' order by k) as text, filling.join_words(p.words order by k) as words
      from generate_series(1, 1 + g.n % 6) k cross join lateral (
        select * from filling.pieces p
        where p.kind = 'sentence' and p.n = 1 + (g.n::bigint * 7 + k * 7919) % ${counts.sentence} limit 1
      ) p
    ) s;
    analyze filling.pieces`)
}
