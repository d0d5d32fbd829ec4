import type { TransactionSql } from 'postgres'
import { personId } from './people.ts'
import type { SourcedPost } from './post.ts'

export type Row = SourcedPost & { post_id: string }

export const toDate = (time: number) => new Date(time).toISOString()

export async function takeIds(tx: TransactionSql, table: string, count: number): Promise<string[]> {
  const ids = await tx<{ id: string }[]>`
    select nextval(pg_get_serial_sequence(${`public.${table}`}, 'id')) as id from generate_series(1, ${count}::integer)`
  return ids.map(({ id }) => id)
}

export async function addResponses(tx: TransactionSql, rows: Row[]): Promise<void> {
  const events = rows.flatMap(({ post_id, source, state, response }) =>
    response
      ? [
          {
            post_id,
            actor_id: response.author && personId(response.author, source),
            state,
            note: response.text,
            at: toDate(response.createdAt),
          },
        ]
      : [],
  )
  if (events.length === 0) return
  await tx`
    insert into public.post_events (post_id, actor_id, from_state, to_state, note, created_at)
    select t.post_id, t.actor_id, 'proposed', t.state::public.post_state, t.note, t.at
    from jsonb_to_recordset(${tx.json(events)})
      as t(post_id bigint, actor_id uuid, state text, note text, at timestamptz)`
}

/** Placeholder voters are added for unknown ones, with votes spread evenly between the post's creation and now. */
export async function addVotes(tx: TransactionSql, rows: Row[]): Promise<void> {
  const voting = rows.map((row) => ({
    ...row,
    people: new Map(row.voters.map(({ person, createdAt }) => [personId(person, row.source), createdAt])),
  }))
  const known = voting.flatMap(({ post_id, createdAt, people }) =>
    Array.from(people, ([user_id, at]) => ({ post_id, user_id, at: toDate(at ?? createdAt) })),
  )
  if (known.length > 0) {
    await tx`
      insert into public.votes (user_id, post_id, created_at)
      select t.user_id, t.post_id, t.at
      from jsonb_to_recordset(${tx.json(known)}) as t(user_id uuid, post_id bigint, at timestamptz)`
  }
  const others = voting
    .map((row) => ({ ...row, votes: row.votes - row.people.size }))
    .filter(({ votes }) => votes > 0)
  if (others.length === 0) return
  const voter = tx`('00000000-0000-4000-8002-' || lpad(n::text, 12, '0'))::uuid`
  await tx`
    insert into public.profiles (id, name, placeholder)
    select ${voter}, 'Voter ' || n, true
    from generate_series(1, ${Math.max(...others.map(({ votes }) => votes))}::integer) n
    on conflict (id) do nothing`
  await tx`
    insert into public.votes (user_id, post_id, created_at)
    select ${voter}, t.post_id, t.at + (greatest(now(), t.at) - t.at) * (n::double precision / (t.votes + 1))
    from unnest(
      ${others.map((row) => row.post_id)}::bigint[], ${others.map(({ votes }) => votes)}::integer[],
      ${others.map(({ createdAt }) => toDate(createdAt))}::timestamptz[]
    ) as t(post_id, votes, at)
    cross join lateral generate_series(1, t.votes) n`
}

export async function addComments(tx: TransactionSql, rows: Row[]): Promise<void> {
  const comments = rows.flatMap(({ post_id, source, comments: said }) =>
    said.map((comment) => ({ post_id, source, comment })),
  )
  if (comments.length === 0) return
  const ids = await takeIds(tx, 'comments', comments.length)
  const threads = comments.map((one, i) => ({ ...one, id: ids[i]! }))
  const replies = threads.flatMap(({ post_id, source, id, comment }) =>
    comment.replies.map((reply) => ({ post_id, source, parent_id: id, comment: reply })),
  )
  const replyIds = replies.length > 0 ? await takeIds(tx, 'comments', replies.length) : []
  for (const some of [threads, replies.map((one, i) => ({ ...one, id: replyIds[i]! }))]) {
    if (some.length === 0) continue
    const written = some.map(({ source, comment, ...one }) => ({
      parent_id: null,
      ...one,
      author_id: comment.author && personId(comment.author, source),
      body: comment.body,
      at: toDate(comment.createdAt),
    }))
    await tx`
      insert into public.comments (id, post_id, parent_id, author_id, body, created_at)
      overriding system value
      select t.id, t.post_id, t.parent_id, t.author_id, t.body, t.at
      from jsonb_to_recordset(${tx.json(written)})
        as t(id bigint, post_id bigint, parent_id bigint, author_id uuid, body text, at timestamptz)
      order by t.id`
  }
}
