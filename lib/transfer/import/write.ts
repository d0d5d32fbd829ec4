import postgres, { type ISql, type Sql, type TransactionSql } from 'postgres'
import { addComments, addResponses, addVotes, takeIds, toDate } from './belongings.ts'
import { addPeople, personId, postAuthor } from './people.ts'
import type { SourcedPost } from './post.ts'
import { Refusal } from './reading.ts'
import { t } from '../../words/t.ts'

export type Target = {
  sql: Sql
  categoryId: number
  isSourceGiven: boolean
  run?: { id: string; attempt: number }
}
type Rejected = { post: SourcedPost; reason: string }

export type Written = { added: SourcedPost[]; rejected: Rejected[] }

export async function checkPosts(target: Target, posts: SourcedPost[]): Promise<Written> {
  await expectOtherPosts(target.sql, target, posts)
  const known = await target.sql<{ key: string }[]>`
    select i.source || ${'\n'} || i.source_id as key from private.imports i join ${keysOf(target.sql, posts)} using (source, source_id)`
  const there = new Set(known.map(({ key }) => key))
  return { added: posts.filter((post) => !there.has(keyOf(post))), rejected: [] }
}

/** In one transaction, so that no post is written in part. If one is refused, each is tried alone. */
export async function writePosts(target: Target, posts: SourcedPost[], attempt = 1): Promise<Written> {
  try {
    const added = await target.sql.begin((tx) => addPosts(tx, target, posts))
    return { added, rejected: [] }
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    // Another transaction was in the way: deadlock, serialization failure or lock timeout.
    if (/^(40...|55P03)$/.test(error.code) && attempt < 5) return writePosts(target, posts, attempt + 1)
    if (!/^2[23]/.test(error.code)) throw error
    if (posts.length === 1) return { added: [], rejected: [{ post: posts[0]!, reason: error.message }] }
    const each: Written = { added: [], rejected: [] }
    for (const post of posts) {
      const one = await writePosts(target, [post])
      each.added.push(...one.added)
      each.rejected.push(...one.rejected)
    }
    return each
  }
}

const keyOf = (post: { source: string; id: string }) => `${post.source}\n${post.id}`

const keysOf = (sql: ISql, posts: SourcedPost[]) => sql`
  unnest(${posts.map(({ source }) => source)}::text[], ${posts.map(({ id }) => id)}::text[]) as k (source, source_id)`

/** Throws if a post was imported under another source, most likely an earlier file of the same tracker. */
async function expectOtherPosts(sql: ISql, target: Target, posts: SourcedPost[]): Promise<void> {
  if (target.isSourceGiven) return
  // Items without a date get a new one on each import.
  const facts = posts.map((post) => ({
    ...post,
    at: post.remarks.undated > 0 ? null : new Date(post.createdAt).toISOString(),
  }))
  const [same] = await sql<{ source: string; title: string }[]>`
    select i.source, p.title
    from unnest(
      ${facts.map(({ source }) => source)}::text[], ${facts.map(({ id }) => id)}::text[],
      ${facts.map(({ title }) => title)}::text[], ${facts.map(({ at }) => at)}::timestamptz[]
    ) as k (source, source_id, title, at)
    join private.imports i on i.source_id = k.source_id and i.source <> k.source
    join public.posts p on p.id = i.post_id and p.title = k.title and p.created_at = coalesce(k.at, p.created_at)
    limit 1`
  if (!same) return
  const mine = posts.find(({ title }) => title === same.title) ?? posts[0]!
  throw new Refusal(
    t('transfer.refusal.sameElsewhere', { title: same.title, source: same.source, other: mine.source }),
    { question: { about: 'source', title: same.title, source: same.source, other: mine.source } },
  )
}

/** This worker is to stop, another one has taken over the run, or an admin has stopped or undone it. */
export class RunLost extends Error {}

export async function expectRun(tx: ISql, run: Target['run']): Promise<void> {
  if (!run) return
  const held = await tx`
    select from private.import_runs r
    where r.id = ${run.id} and r.attempts = ${run.attempt} and r.state = 'running' for share`
  if (held.length === 0) throw new RunLost('The import was stopped.')
}

async function addPosts(tx: TransactionSql, target: Target, posts: SourcedPost[]): Promise<SourcedPost[]> {
  await expectRun(tx, target.run)
  await expectOtherPosts(tx, target, posts)
  // Claim the posts first. A concurrent import of the same file waits here, then finds them taken.
  const claimed = await tx<{ key: string }[]>`
    insert into private.imports (source, source_id, run_id)
    select source, source_id, ${target.run?.id ?? null}::uuid from ${keysOf(tx, posts)} order by source, source_id
    on conflict (source, source_id) do nothing returning source || ${'\n'} || source_id as key`
  const mine = new Set(claimed.map(({ key }) => key))
  const added = posts.filter((post) => mine.has(keyOf(post)))
  const before = await findOwn(tx, target, posts)
  const done = posts.filter((post) => mine.has(keyOf(post)) || before.has(keyOf(post)))
  if (added.length === 0) return done
  const ids = await takeIds(tx, 'posts', added.length)
  const rows = added.map((post, i) => ({ ...post, post_id: ids[i]! }))
  await addPeople(tx, added)
  await tx`
    insert into public.posts (id, category_id, author_id, title, details, state, created_at, state_changed_at)
    overriding system value
    select t.id, t.category_id, t.author_id, t.title, t.details, t.state::public.post_state, t.at, t.state_at
    from jsonb_to_recordset(${tx.json(
      rows.map((row) => ({
        id: row.post_id,
        category_id: row.categoryId,
        author_id: personId(postAuthor(row), row.source),
        title: row.title,
        details: row.details,
        state: row.state,
        at: toDate(row.createdAt),
        state_at: toDate(row.response?.createdAt ?? row.createdAt),
      })),
    )}) as t(id bigint, category_id integer, author_id uuid, title text, details text, state text, at timestamptz, state_at timestamptz)
    order by t.id`
  await tx`
    update private.imports i set post_id = t.post_id
    from unnest(
      ${rows.map(({ source }) => source)}::text[], ${rows.map(({ id }) => id)}::text[],
      ${rows.map((row) => row.post_id)}::bigint[]
    ) as t(source, source_id, post_id)
    where i.source = t.source and i.source_id = t.source_id`
  await addResponses(tx, rows)
  await addVotes(tx, rows)
  await addComments(tx, rows)
  return done
}

async function findOwn(sql: ISql, { run }: Target, posts: SourcedPost[]): Promise<Set<string>> {
  if (!run) return new Set()
  const own = await sql<{ key: string }[]>`
    select i.source || ${'\n'} || i.source_id as key from private.imports i join ${keysOf(sql, posts)} using (source, source_id)
    where i.run_id = ${run.id}`
  return new Set(own.map(({ key }) => key))
}
