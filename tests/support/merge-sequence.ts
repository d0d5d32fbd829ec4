import postgres, { type Sql, type TransactionSql } from 'postgres'

/** A post of a sequence. `into` is the post that it was merged into, whatever has happened to that one since. */
type Post = {
  id: number
  author: string
  into: number | null
  isHidden: boolean
  slug: string
  category: number
}
/** `home` is the post that it was written on. A reply has its parent's. */
type Comment = { id: number; home: number; parent: number | null; author: string; isEmptied: boolean }
type Board = {
  random: () => number
  people: string[]
  posts: Map<number, Post>
  /** Who voted where, as `person post`. */
  votes: Set<string>
  comments: Map<number, Comment>
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

async function makeBoard(sql: Sql, seed: number): Promise<Board> {
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
  return { random, people, posts, votes: new Set(), comments: new Map() }
}

const pick = <Item>(board: Board, items: Item[]): Item | undefined =>
  items[Math.floor(board.random() * items.length)]
const standing = (board: Board, id: number): number => {
  const { into } = board.posts.get(id)!
  return into === null ? id : standing(board, into)
}
const group = (board: Board, id: number): number[] =>
  [...board.posts.keys()].filter((one) => standing(board, one) === standing(board, id))
const isVoter = (board: Board, person: string, id: number): boolean =>
  group(board, id).some((one) => board.votes.has(`${person} ${one}`))
const ids = (board: Board): number[] => [...board.posts.keys()]
const isSeen = (board: Board, id: number): boolean => !board.posts.get(standing(board, id))!.isHidden

type Step = (sql: Sql, board: Board, admin: string) => Promise<void>

/** What people and admins do, each on the database and on the model. */
const steps: Record<string, Step> = {
  async vote(sql, board) {
    const [person, post] = [pick(board, board.people), pick(board, ids(board))]
    if (!person || !post || !isSeen(board, post)) return
    const [row] = await asPerson(sql, person, (as) => as`select * from public.set_vote(${post}, true)`)
    const target = standing(board, post)
    if (Number(row!.on_post) !== target) throw new Error(`a vote on ${post} went to ${row!.on_post}`)
    if (!isVoter(board, person, post)) board.votes.add(`${person} ${target}`)
  },
  async unvote(sql, board) {
    const [person, post] = [pick(board, board.people), pick(board, ids(board))]
    if (!person || !post || !isSeen(board, post)) return
    await asPerson(sql, person, (as) => as`select * from public.set_vote(${post}, false)`)
    for (const one of group(board, post)) board.votes.delete(`${person} ${one}`)
  },
  async comment(sql, board) {
    const [person, post] = [pick(board, board.people), pick(board, ids(board))]
    if (!person || !post || !isSeen(board, post)) return
    const [row] = await asPerson(
      sql,
      person,
      (as) => as`select * from public.create_comment(${post}, 'Said', gen_random_uuid())`,
    )
    const id = Number(row!.id)
    board.comments.set(id, {
      id,
      home: standing(board, post),
      parent: null,
      author: person,
      isEmptied: false,
    })
  },
  async reply(sql, board) {
    const open = [...board.comments.values()].filter(
      ({ parent, isEmptied, home }) => parent === null && !isEmptied && isSeen(board, home),
    )
    const [person, to] = [pick(board, board.people), pick(board, open)]
    if (!person || !to) return
    const place = standing(board, to.home)
    const [row] = await asPerson(
      sql,
      person,
      (as) => as`select * from public.create_comment(${place}, 'Answered', gen_random_uuid(), ${to.id})`,
    )
    const id = Number(row!.id)
    board.comments.set(id, { id, home: to.home, parent: to.id, author: person, isEmptied: false })
  },
  async deleteComment(sql, board) {
    const said = [...board.comments.values()].filter(
      ({ isEmptied, home, author }) => !isEmptied && isSeen(board, home) && board.people.includes(author),
    )
    const comment = pick(board, said)
    if (!comment) return
    await asPerson(sql, comment.author, (as) => as`select * from public.delete_comment(${comment.id})`)
    dropComment(board, comment)
  },
  async merge(sql, board, admin) {
    const seen = ids(board).filter((id) => standing(board, id) === id && isSeen(board, id))
    const into = pick(board, seen)
    const post = pick(
      board,
      seen.filter((id) => id !== into),
    )
    if (!into || !post) return
    const [row] = await asPerson(
      sql,
      admin,
      (as) => as`select * from public.merge_posts(array[${post}::bigint], ${into})`,
    )
    if (row!.outcome !== 'done') throw new Error(`merging ${post} into ${into}: ${row!.outcome}`)
    board.posts.get(post)!.into = into
  },
  async unmerge(sql, board, admin) {
    const post = pick(
      board,
      [...board.posts.values()].filter(({ into }) => into !== null),
    )
    if (!post) return
    const [row] = await asPerson(
      sql,
      admin,
      (as) => as`select * from public.unmerge_posts(array[${post.id}::bigint])`,
    )
    if (row!.outcome !== 'done' || row!.slug !== post.slug)
      throw new Error(`undoing ${post.id}: ${row!.outcome}`)
    post.into = null
  },
  async rename(sql, board) {
    const post = pick(
      board,
      [...board.posts.values()].filter(
        ({ id, author, isHidden, into }) => into === null && !isHidden && board.people.includes(author) && id,
      ),
    )
    if (!post) return
    await asPerson(
      sql,
      post.author,
      (as) => as`update public.posts set title = title || '!' where id = ${post.id}`,
    )
  },
  async move(sql, board, admin) {
    const post = pick(
      board,
      [...board.posts.values()].filter(({ into, isHidden }) => into === null && !isHidden),
    )
    if (!post) return
    const [category] = await sql`
      select id from public.categories where id <> ${post.category} order by id limit 1`
    const [row] = await asPerson(
      sql,
      admin,
      (as) => as`select * from public.admin_set_category(array[${post.id}::bigint], ${category!.id})`,
    )
    Object.assign(post, { category: category!.id, slug: row!.slug })
  },
  async deletePost(sql, board) {
    const post = pick(
      board,
      [...board.posts.values()].filter(
        ({ into, isHidden, author }) => into === null && !isHidden && board.people.includes(author),
      ),
    )
    if (!post) return
    await asPerson(sql, post.author, (as) => as`select * from public.delete_post(${post.id})`)
    post.isHidden = true
    const fate = board.random()
    if (fate < 0.5) {
      await asPerson(
        sql,
        post.author,
        (as) => as`select * from public.restore_posts(array[${post.id}::bigint])`,
      )
      post.isHidden = false
    } else if (fate < 0.75) {
      // Like private.remove_deleted_posts for every post that can no longer be restored.
      await sql.begin(async (as) => {
        await as`select private.free_merged(array[${post.id}::bigint])`
        await as`delete from public.posts where id = ${post.id}`
      })
      removePost(board, post.id)
    }
  },
  async deleteAccount(sql, board) {
    const person = pick(board, board.people)
    if (!person || board.people.length < 4) return
    const removes = board.random() < 0.5
    if (removes) {
      await keepVotesOf(sql, board, person)
      await asPerson(sql, person, (as) => as`select public.delete_account(true)`)
      for (const post of board.posts.values()) if (post.author === person) freeFrom(board, post)
      for (const post of board.posts.values()) if (post.author === person) removePost(board, post.id)
      const own = [...board.comments.values()].filter(
        ({ author, isEmptied }) => author === person && !isEmptied,
      )
      // Replies last, as in the database: an empty comment goes with its last reply.
      for (const comment of own.toSorted((a, b) => Number(a.parent === null) - Number(b.parent === null)))
        dropComment(board, comment)
    } else {
      await sql`delete from auth.users where id = ${person}`
    }
    board.people = board.people.filter((one) => one !== person)
    for (const vote of board.votes) if (vote.startsWith(person)) board.votes.delete(vote)
  },
}

function dropComment(board: Board, comment: Comment): void {
  const replies = [...board.comments.values()].filter(({ parent }) => parent === comment.id)
  if (replies.length > 0) {
    comment.isEmptied = true
    return
  }
  board.comments.delete(comment.id)
  const parent = comment.parent === null ? undefined : board.comments.get(comment.parent)
  const others = [...board.comments.values()].filter((one) => one.parent === comment.parent)
  if (parent?.isEmptied && others.length === 0) board.comments.delete(parent.id)
}

/** Unmerges everything that was merged into the post, with what belongs to it. */
function freeFrom(board: Board, { id, into }: Post): void {
  if (into !== null) return
  for (const post of board.posts.values()) if (post.into === id) post.into = null
}

/** Before a merged post is permanently deleted, votes that count through it become votes on the post that stays. */
async function keepVotesOf(sql: Sql, board: Board, author: string): Promise<void> {
  const rows = await sql`
    select v.user_id, v.post_id from public.votes v join public.post_merges m on m.id = v.merge_id
    where m.post_id in (select id from public.posts where author_id = ${author})
      and v.post_id not in (select id from public.posts where author_id = ${author})`
  for (const { user_id, post_id } of rows) board.votes.add(`${user_id} ${Number(post_id)}`)
}

function removePost(board: Board, id: number): void {
  const post = board.posts.get(id)!
  const heir = post.into
  const stays = heir === null ? null : standing(board, heir)
  freeFrom(board, post)
  for (const one of board.posts.values()) if (one.into === id) one.into = heir
  for (const vote of board.votes) if (vote.endsWith(` ${id}`)) board.votes.delete(vote)
  for (const comment of board.comments.values()) {
    if (comment.home !== id) continue
    if (stays === null) board.comments.delete(comment.id)
    else comment.home = stays
  }
  board.posts.delete(id)
}

/** Describes the differences between database and model; empty if there are none. */
async function differences(sql: Sql, board: Board): Promise<string[]> {
  const all = ids(board)
  const found: string[] = []
  const say = (what: string, is: unknown, wanted: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(wanted))
      found.push(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`)
  }
  const rows = await sql`
    select p.id, p.slug, p.votes_total, p.comments_total, p.category_id,
      case when p.deleted_at = 'infinity' then 'merged' when p.deleted_at is null then 'seen' else 'deleted' end as door,
      (select m.stays_id from public.post_merges m where m.post_id = p.id and m.undone_at is null) as stays,
      (select count(*)::integer from public.votes v where v.post_id = p.id) as votes,
      (select count(*)::integer from public.comments c where c.post_id = p.id and c.deleted_at is null) as comments,
      array(select v.user_id::text from public.votes v where v.post_id = p.id order by 1) as voters,
      array(select c.id::integer from public.comments c where c.post_id = p.id order by 1) as said
    from public.posts p where p.id = any (${all}) order by p.id`
  say(
    'posts',
    rows.map(({ id }) => Number(id)),
    all.toSorted((a, b) => a - b),
  )
  for (const row of rows) {
    const post = board.posts.get(Number(row.id))!
    const stays = standing(board, post.id)
    say(`${post.id} is counted`, [row.votes_total, row.comments_total], [row.votes, row.comments])
    say(`${post.id} has its address`, [row.category_id, row.slug], [post.category, post.slug])
    say(`${post.id} leads`, row.stays && Number(row.stays), stays === post.id ? null : stays)
    say(`${post.id} is`, row.door, stays !== post.id ? 'merged' : post.isHidden ? 'deleted' : 'seen')
    if (stays !== post.id) {
      say(`${post.id} holds comments`, row.said, [])
      continue
    }
    const voters = board.people.filter((person) => isVoter(board, person, post.id)).toSorted()
    say(`${post.id} has voters`, row.voters, voters)
    const said = [...board.comments.values()].filter(({ home }) => standing(board, home) === post.id)
    say(
      `${post.id} has comments`,
      row.said,
      said.map(({ id }) => id).toSorted((a, b) => a - b),
    )
  }
  return found
}

/**
 * A random sequence of what people and admins do on a small board of its own. It is compared with a model after each
 * step, and again after all merges have been undone one by one in random order.
 * @returns the differences (empty if there are none), and the number of steps
 */
export async function runSequence(sql: Sql, admin: string, seed: number, length: number) {
  const board = await makeBoard(sql, seed)
  const names = Object.keys(steps)
  const weights = [...names, 'vote', 'vote', 'merge', 'merge', 'unmerge', 'comment']
  const done: string[] = []
  const take = async (name: string) => {
    done.push(name)
    await steps[name]!(sql, board, admin)
    return differences(sql, board)
  }
  try {
    for (let count = 0; count < length; count++) {
      const found = await take(pick(board, weights)!)
      if (found.length > 0) return { seed, done, found }
    }
    while ([...board.posts.values()].some(({ into }) => into !== null)) {
      const found = await take('unmerge')
      if (found.length > 0) return { seed, done, found }
    }
    return { seed, done, found: [] }
  } catch (error) {
    return { seed, done, found: [String(error)] }
  }
}

/**
 * The same steps from several connections at once, on one board. The result depends on who was first, so this only
 * checks what must always hold.
 * @returns what doesn't hold
 */
export async function runStorm(sql: Sql, admin: string, seed: number, length: number): Promise<string[]> {
  const board = await makeBoard(sql, seed)
  const all = ids(board)
  const problems: string[] = []
  const said: number[] = []
  const deleted: number[] = []
  const expected = /no longer|many at once|signed out|Sign in|Only a|foreign key|conflict/
  const work = async () => {
    for (let count = 0; count < length; count++) {
      const [person, post, other] = [pick(board, board.people)!, pick(board, all)!, pick(board, all)!]
      const chance = board.random()
      try {
        if (chance < 0.5)
          await asPerson(sql, person, (as) => as`select public.set_vote(${post}, ${board.random() < 0.7})`)
        else if (chance < 0.65) {
          const [row] = await asPerson(
            sql,
            person,
            (as) => as`select * from public.create_comment(${post}, 'Said', gen_random_uuid())`,
          )
          said.push(Number(row!.id))
        } else if (chance < 0.7 && said.length > 0) {
          const id = pick(board, said)!
          const rows = await asPerson(sql, admin, (as) => as`select * from public.delete_comment(${id})`)
          if (rows.length > 0) deleted.push(id)
        } else if (chance < 0.84 && post !== other)
          await asPerson(
            sql,
            admin,
            (as) => as`select * from public.merge_posts(array[${post}::bigint], ${other})`,
          )
        else if (chance < 0.98)
          await asPerson(
            sql,
            admin,
            (as) => as`select * from public.unmerge_posts(array[${post}::bigint, ${other}::bigint])`,
          )
        else if (board.people.length > 4) {
          board.people = board.people.filter((one) => one !== person)
          await sql`delete from auth.users where id = ${person}`
        }
      } catch (error) {
        if (!(error instanceof postgres.PostgresError) || !expected.test(error.message))
          problems.push(error instanceof postgres.PostgresError ? `${error}; ${error.where}` : String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: 4 }, work))
  const rows = await sql<{ problem: string }[]>`
    select 'miscounted: ' || f.kind || ' ' || f.id as problem from private.find_miscounts() f
    where f.id = any (${all}) and f.kind like '%of a post'
    union all
    select 'longer than one hop: ' || m.post_id from public.post_merges m
    where m.post_id = any (${all}) and m.undone_at is null
      and m.stays_id in (select n.post_id from public.post_merges n where n.undone_at is null)
    union all
    select 'merged, but seen, or the other way round: ' || p.id from public.posts p
    where p.id = any (${all}) and (coalesce(p.deleted_at, '-infinity') = 'infinity')
      <> exists (select from public.post_merges m where m.post_id = p.id and m.undone_at is null)
    union all
    select 'a vote that waits does not count: ' || v.post_id from public.votes v
    join public.post_merges m on m.post_id = v.post_id and m.undone_at is null
    where v.post_id = any (${all})
      and not exists (select from public.votes c where c.post_id = m.stays_id and c.user_id = v.user_id)
    union all
    select 'a comment was left behind: ' || c.id from public.comments c
    join public.post_merges m on m.post_id = c.post_id and m.undone_at is null where c.post_id = any (${all})
    union all
    select 'a comment is gone: ' || id from unnest(${said.filter((id) => !deleted.includes(id))}::bigint[]) id
    where not exists (select from public.comments c where c.id = id)
    union all
    select 'a vote is in two places: ' || v.user_id from public.votes v
    left join public.post_merges m on m.id = v.merge_id
    where v.post_id = any (${all}) group by v.user_id, coalesce(m.post_id, v.post_id) having count(*) > 1`
  return [...problems, ...rows.map(({ problem }) => problem)]
}
