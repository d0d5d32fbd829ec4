import type { Sql, TransactionSql } from 'postgres'

/** A post of a sequence. `into` is the post that it was merged into, whatever has happened to that one since. */
export type Post = {
  id: number
  author: string
  into: number | null
  isHidden: boolean
  slug: string
  category: number
}
/** `home` is the post that it was written on. A reply has its parent's. */
export type Comment = {
  id: number
  home: number
  parent: number | null
  author: string
  isEmptied: boolean
  /** Whether its author deleted it and may restore it. */
  canRestore: boolean
}
export type Board = {
  random: () => number
  people: string[]
  posts: Map<number, Post>
  /** Who voted where, as `person post`. */
  votes: Set<string>
  /** What a thread shows, with deleted comments that have replies. */
  comments: Map<number, Comment>
  /** Deleted comments that threads don't show. */
  dropped: Map<number, Comment>
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Runs statements as PostgREST would for this person, who has just signed in. */
export function asPerson<T>(sql: Sql, id: string, run: (as: TransactionSql) => Promise<T>): Promise<T> {
  return sql.begin(async (as) => {
    const [session] = await as`insert into auth.sessions (id, user_id, created_at, updated_at)
      values (gen_random_uuid(), ${id}, now(), now()) returning id`
    const claims = JSON.stringify({ role: 'authenticated', sub: id, session_id: session!.id })
    await as`select set_config('request.jwt.claims', ${claims}, true),
                    set_config('request.jwt.claim.sub', ${id}, true)`
    await as.unsafe('set local role authenticated')
    return run(as)
  }) as Promise<T>
}

export async function makePeople(sql: Sql, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into auth.users (id, email)
    select id, id || '@example.com' from (select gen_random_uuid() as id from generate_series(1, ${count})) made
    returning id`
  return rows.map(({ id }) => id)
}

export async function makeAdmin(sql: Sql): Promise<string> {
  const [id] = await makePeople(sql, 1)
  await sql`insert into public.roles (user_id, role) values (${id!}, 'admin')`
  return id!
}

export async function makeBoard(sql: Sql, seed: number): Promise<Board> {
  const people = await makePeople(sql, 6)
  const random = numbersFrom(seed)
  const posts = new Map<number, Post>()
  const rows = await sql`
    insert into public.posts (category_id, author_id, title)
    select 1, person, 'Sequence ' || ${seed}::text || ' ' || gen_random_uuid()
    from unnest(${people}::uuid[]) person returning id, author_id, slug, category_id`
  for (const row of rows) {
    const id = Number(row.id)
    posts.set(id, {
      id,
      author: row.author_id,
      into: null,
      isHidden: false,
      slug: row.slug,
      category: row.category_id,
    })
  }
  return { random, people, posts, votes: new Set(), comments: new Map(), dropped: new Map() }
}

export const pick = <Item>(board: Board, items: Item[]): Item | undefined =>
  items[Math.floor(board.random() * items.length)]
export const standing = (board: Board, id: number): number => {
  const { into } = board.posts.get(id)!
  return into === null ? id : standing(board, into)
}
export const group = (board: Board, id: number): number[] =>
  [...board.posts.keys()].filter((one) => standing(board, one) === standing(board, id))
export const isVoter = (board: Board, person: string, id: number): boolean =>
  group(board, id).some((one) => board.votes.has(`${person} ${one}`))
export const ids = (board: Board): number[] => [...board.posts.keys()]
export const isSeen = (board: Board, id: number): boolean => !board.posts.get(standing(board, id))!.isHidden

/** What deleting a comment does to its thread. */
export function dropComment(board: Board, comment: Comment): void {
  const replies = [...board.comments.values()].filter(({ parent }) => parent === comment.id)
  if (replies.length > 0) {
    comment.isEmptied = true
    return
  }
  takeAway(board, comment)
  const parent = comment.parent === null ? undefined : board.comments.get(comment.parent)
  const others = [...board.comments.values()].filter((one) => one.parent === comment.parent)
  if (parent?.isEmptied && others.length === 0) takeAway(board, parent)
}

function takeAway(board: Board, comment: Comment): void {
  board.comments.delete(comment.id)
  board.dropped.set(comment.id, comment)
}

/** Shows a comment in its thread again. */
export function bringBack(board: Board, comment: Comment): void {
  board.dropped.delete(comment.id)
  board.comments.set(comment.id, comment)
}
