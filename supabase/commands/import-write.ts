import { createHash } from 'node:crypto'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import type { ImportedPost } from './import-lines.ts'
import { authorName } from './import-text.ts'

export type Target = { sql: Sql; categoryId: number; source: string }
type Rejected = { post: ImportedPost; reason: string }

/** What a batch did: the posts that are new, and those the database refused. The others were there already. */
export type Written = { added: ImportedPost[]; rejected: Rejected[] }

/** Which of the posts an import would add, by looking only. */
export async function checkPosts({ sql }: Target, posts: ImportedPost[]): Promise<Written> {
  const known = await sql<{ source_id: string }[]>`
    select source_id from private.imports where source_id = any(${posts.map((post) => post.id)}::text[])`
  return { added: without(posts, new Set(known.map((row) => row.source_id))), rejected: [] }
}

/**
 * Writes posts with their votes and comments in one transaction, so that a post is there wholly or not at all.
 * If the database refuses one of them, each is tried alone.
 */
export async function writePosts(target: Target, posts: ImportedPost[], attempt = 1): Promise<Written> {
  try {
    const added = await target.sql.begin((tx) => addPosts(tx, target, posts))
    return { added, rejected: [] }
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    // Someone else was in the way: deadlock, serialization, lock timeout.
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

async function addPosts(tx: TransactionSql, target: Target, posts: ImportedPost[]): Promise<ImportedPost[]> {
  // Claimed first: a second import of the same file at the same time waits here, and then finds them taken.
  const claimed = await tx<{ source_id: string }[]>`
    insert into private.imports (source, source_id)
    select ${target.source}, id from unnest(${posts.map((post) => post.id)}::text[]) id order by id
    on conflict (source_id) do nothing returning source_id`
  const mine = new Set(claimed.map((row) => row.source_id))
  const added = without(posts, new Set(posts.map((post) => post.id).filter((id) => !mine.has(id))))
  if (added.length === 0) return added
  const ids = await tx<{ id: string }[]>`
    select nextval(pg_get_serial_sequence('public.posts', 'id')) as id from generate_series(1, ${added.length}::integer)`
  const rows = added.map((post, i) => ({ ...post, post_id: ids[i]!.id }))
  await addAuthors(tx, added)
  await tx`
    insert into public.posts (id, category_id, author_id, title, details, state, created_at, state_changed_at)
    overriding system value
    select t.id, ${target.categoryId}, t.author_id, t.title, t.details, t.state::public.post_state, t.at, t.at
    from jsonb_to_recordset(${tx.json(
      rows.map((row) => ({
        id: row.post_id,
        author_id: authorId(postAuthor(row)),
        title: row.title,
        details: row.details,
        state: row.state,
        at: new Date(row.createdAt).toISOString(),
      })),
    )}) as t(id bigint, author_id uuid, title text, details text, state text, at timestamptz)
    order by t.id`
  await tx`
    update private.imports i set post_id = t.post_id
    from unnest(${rows.map((row) => row.id)}::text[], ${rows.map((row) => row.post_id)}::bigint[]) as t(source_id, post_id)
    where i.source_id = t.source_id`
  await addVotes(
    tx,
    rows.filter((row) => row.votes > 0),
  )
  const comments = rows.flatMap((row) =>
    row.comments.map((comment) => ({
      post_id: row.post_id,
      author_id: comment.author && authorId(comment.author),
      body: comment.body,
      at: new Date(comment.createdAt).toISOString(),
    })),
  )
  if (comments.length > 0) {
    await tx`
      insert into public.comments (post_id, author_id, body, created_at)
      select (c ->> 'post_id')::bigint, (c ->> 'author_id')::uuid, c ->> 'body', (c ->> 'at')::timestamptz
      from jsonb_array_elements(${tx.json(comments)}) with ordinality as t(c, place)
      order by place`
  }
  return added
}

/** The first n voters vote on a post with n votes, spread evenly between its creation and now. */
async function addVotes(tx: TransactionSql, rows: { post_id: string; votes: number; createdAt: number }[]) {
  if (rows.length === 0) return
  const voter = tx`('00000000-0000-4000-8002-' || lpad(n::text, 12, '0'))::uuid`
  await tx`
    insert into public.profiles (id, name, placeholder)
    select ${voter}, 'Voter ' || n, true
    from generate_series(1, ${Math.max(...rows.map((row) => row.votes))}::integer) n
    on conflict (id) do nothing`
  await tx`
    insert into public.votes (user_id, post_id, created_at)
    select ${voter}, t.post_id, t.at + (greatest(now(), t.at) - t.at) * (n::double precision / (t.votes + 1))
    from unnest(
      ${rows.map((row) => row.post_id)}::bigint[], ${rows.map((row) => row.votes)}::integer[],
      ${rows.map((row) => new Date(row.createdAt).toISOString())}::timestamptz[]
    ) as t(post_id, votes, at)
    cross join lateral generate_series(1, t.votes) n`
}

/** Profiles without an account: nobody can sign in as them. */
async function addAuthors(tx: TransactionSql, posts: ImportedPost[]) {
  const authors = new Map<string, string>()
  for (const post of posts) {
    authors.set(authorId(postAuthor(post)), authorName(postAuthor(post)))
    for (const { author } of post.comments) if (author) authors.set(authorId(author), authorName(author))
  }
  await tx`
    insert into public.profiles (id, name, placeholder)
    select t.id, t.name, true
    from unnest(${[...authors.keys()]}::uuid[], ${[...authors.values()]}::text[]) as t(id, name) order by t.id
    on conflict (id) do nothing`
}

const postAuthor = (post: ImportedPost) => post.author ?? 'Imported feedback'

/** The same name is the same person in every file: a name-based UUID (RFC 9562, version 5). */
export function authorId(author: string): string {
  const hash = createHash('sha1').update('signpost:import:author:').update(author).digest().subarray(0, 16)
  hash[6] = (hash[6]! & 0x0f) | 0x50
  hash[8] = (hash[8]! & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The posts in order, each id once, but for those to leave out. */
function without(posts: ImportedPost[], left: ReadonlySet<string>): ImportedPost[] {
  const seen = new Set(left)
  return posts.filter((post) => !seen.has(post.id) && seen.add(post.id))
}
