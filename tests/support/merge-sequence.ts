import postgres, { type Sql } from 'postgres'
import { asPerson, type Board, ids, isVoter, makeBoard, pick, standing } from './merge-model.ts'
import { steps } from './merge-steps.ts'

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
      array(select c.id::integer from public.comments c where c.post_id = p.id order by 1) as held,
      -- A deleted comment is in the thread as long as it has replies.
      array(
        select c.id::integer from public.comments c
        where c.post_id = p.id and (c.deleted_at is null or exists (
          select from public.comments r where r.parent_id = c.id and r.deleted_at is null
        )) order by 1
      ) as said
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
      say(`${post.id} holds comments`, row.held, [])
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
  const weights = [
    ...names,
    'vote',
    'vote',
    'merge',
    'merge',
    'unmerge',
    'comment',
    'reply',
    'deleteComment',
    'restoreComment',
  ]
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
