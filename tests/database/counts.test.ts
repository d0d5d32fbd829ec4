import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { miscounts } from '../support/counts.ts'
import { actingAs, beginBeside, createAccounts, createMember, createPost, sql } from '../support/database.ts'

/** Every stored count that differs from the actual number. */
const recount = () => sql`
  select 'votes' as what, p.id::text from public.posts p
  where votes_total <> (select count(*) from public.votes where post_id = p.id and counts)
  union all
  select 'comments', p.id::text from public.posts p
  where comments_total <> (select count(*) from public.comments
                            where post_id = p.id and deleted_at is null and hidden_at is null)
  union all
  select 'replies', c.id::text from public.comments c
  where replies_total <> (select count(*) from public.comments where parent_id = c.id and deleted_at is null
                             and (hidden_at is null or hidden_reason is not null))
  union all
  select 'totals', t.category_id || ' ' || t.state from public.post_totals t
  where posts <> (select count(*) from public.posts p where p.category_id = t.category_id and p.state = t.state
                  and p.deleted_at is null)`

// Counts and rows change together, so a recount is correct at any moment, whatever other tests do.
afterAll(async () => {
  expect([...(await recount())]).toEqual([])
})

test('comments and replies written and deleted at once are counted exactly', async () => {
  const post = await createPost()
  const members = await createAccounts(30)
  const comments = await Promise.all(
    members.map((member) =>
      actingAs(
        member,
        (as) =>
          as<
            { id: string }[]
          >`insert into public.comments (post_id, body) values (${post.id}, 'x') returning id`,
        { keep: true },
      ),
    ),
  )
  const [parent, ...rest] = comments.map(([row]) => row!.id)
  await Promise.all([
    ...rest.map((id, index) =>
      actingAs(members[index + 1]!, (as) => as`select public.delete_comment(${id})`, { keep: true }),
    ),
    ...members
      .slice(0, 20)
      .map((member) =>
        actingAs(
          member,
          (as) =>
            as`insert into public.comments (post_id, parent_id, body) values (${post.id}, ${parent!}, 'reply')`,
          { keep: true },
        ),
      ),
  ])
  const [row] = await sql`
    select comments_total, (select replies_total from public.comments where id = ${parent!}) as replies
    from public.posts where id = ${post.id}`
  expect(row).toEqual({ comments_total: 21, replies: 20 })
})

test('a deleted account removes its votes and leaves its posts without a name', async () => {
  const member = await createMember({ name: 'Leaving' })
  const own = await createPost({ authorId: member.id })
  const voted = await createPost()
  await member.client.from('votes').insert({ post_id: voted.id })
  await member.client.from('comments').insert({ post_id: voted.id, body: 'Mine' })
  await sql`delete from auth.users where id = ${member.id}`
  const [post] = await sql`select author_id from public.posts where id = ${own.id}`
  expect(post!.author_id).toBeNull()
  const [count] = await sql`select votes_total, comments_total from public.posts where id = ${voted.id}`
  expect(count).toEqual({ votes_total: 0, comments_total: 1 })
  const [left] = await sql`select count(*)::int from public.profiles where id = ${member.id}`
  expect(left!.count).toBe(0)
})

test('posts created, moved and deleted at once keep the totals exact', async () => {
  const slug = `c-${randomUUID().slice(0, 8)}`
  const [category] =
    await sql`insert into public.categories (slug, name) values (${slug}, 'Totals') returning id`
  const posts = await Promise.all(Array.from({ length: 40 }, () => createPost({ category: slug })))
  await Promise.all(
    posts.map(({ id }, index) =>
      index % 2
        ? sql`delete from public.posts where id = ${id}`
        : sql`update public.posts set state = 'planned' where id = ${id}`,
    ),
  )
  const totals = await sql`
    select state, posts from public.post_totals where category_id = ${category!.id} and posts > 0`
  expect([...totals]).toEqual([{ state: 'planned', posts: 20 }])
})

test('a wrong count is found and corrected', async () => {
  const { id } = await createPost()
  await sql`update public.posts set votes_total = 7 where id = ${id}`
  expect([...(await miscounts([id]))]).toEqual([
    { kind: 'votes of a post', id: String(id), stored: 7, counted: 0 },
  ])
  await sql`select private.mend_counts()`
  expect([...(await miscounts([id]))]).toEqual([])
})

test('counts of every kind are corrected at once', async () => {
  const { id } = await createPost()
  const [comment] = await sql<{ id: string }[]>`
    insert into public.comments (post_id, body) values (${id}, 'x') returning id`
  const replied = Number(comment!.id)
  await sql`update public.posts set votes_total = 7, comments_total = 5 where id = ${id}`
  await sql`update public.comments set replies_total = 3 where id = ${replied}`
  const found = await miscounts([id, replied])
  expect(found.map(({ kind, stored }) => [kind, stored]).toSorted()).toEqual([
    ['comments of a post', 5],
    ['replies to a comment', 3],
    ['votes of a post', 7],
  ])
  await sql`select private.mend_counts()`
  expect([...(await miscounts([id, replied]))]).toEqual([])
})

describe('correcting counts', () => {
  test.each(['votes', 'replies', 'posts'] as const)(
    'beside one more of the %s have that one',
    async (kind) => {
      const slug = `mended-${randomUUID().slice(0, 8)}`
      const [category] = await sql<{ id: number }[]>`
      insert into public.categories (slug, name) values (${slug}, 'Mended') returning id`
      const { id } = await createPost({ category: slug })
      const [comment] = await sql<{ id: string }[]>`
      insert into public.comments (post_id, body) values (${id}, 'x') returning id`
      const [voter] = await createAccounts(1)
      const { damage, add, stored } = {
        votes: {
          damage: `update public.posts set votes_total = 7 where id = ${id}`,
          add: `insert into public.votes (post_id, user_id) values (${id}, '${voter!.id}')`,
          stored: `select votes_total as n from public.posts where id = ${id}`,
        },
        replies: {
          damage: `update public.comments set replies_total = 7 where id = ${comment!.id}`,
          add: `insert into public.comments (post_id, parent_id, body) values (${id}, ${comment!.id}, 'y')`,
          stored: `select replies_total as n from public.comments where id = ${comment!.id}`,
        },
        posts: {
          damage: `update public.post_totals set posts = 7 where category_id = ${category!.id}`,
          add: `insert into public.posts (category_id, title) values (${category!.id}, 'Meanwhile')`,
          stored: `select posts - 1 as n from public.post_totals where category_id = ${category!.id}`,
        },
      }[kind]
      await sql.unsafe(damage)
      const mending = await sql.begin(async (as) => {
        await as.unsafe(add)
        return beginBeside((mend) => mend`select private.mend_counts()`)
      })
      await mending.done
      expect([...(await sql.unsafe(stored))]).toEqual([{ n: 1 }])
    },
  )

  test('holds nothing that someone who counts posts waits for', async () => {
    const slug = `mended-${randomUUID().slice(0, 8)}`
    const [category] = await sql<{ id: number }[]>`
      insert into public.categories (slug, name) values (${slug}, 'Mended') returning id`
    const posts = [await createPost({ category: slug }), await createPost({ category: slug })]
    await sql`update public.posts set state = 'planned' where id = ${posts[0]!.id}`
    await sql`update public.post_totals set posts = posts + 5 where category_id = ${category!.id}`
    // The total that comes first without an order is needed last here.
    const [first, last] = await sql<{ id: number }[]>`
      select p.id::int from public.post_totals t join public.posts p using (category_id, state)
      where t.category_id = ${category!.id} order by t.ctid`
    const mending = await sql.begin(async (as) => {
      await as`set constraints all immediate`
      await as`update public.posts set deleted_at = now() where id = ${last!.id}`
      const started = await beginBeside((mend) => mend`select private.mend_counts()`)
      await as`update public.posts set deleted_at = now() where id = ${first!.id}`
      return started
    })
    await mending.done
    const totals = await sql`select posts from public.post_totals where category_id = ${category!.id}`
    expect(totals.map(({ posts: count }) => count)).toEqual([0, 0])
  })
})

test('posts moved, commented on and deleted crosswise wait for each other, and all of it succeeds', async () => {
  const [admin] = await createAccounts(1)
  await sql`insert into public.roles (user_id, role) values (${admin!.id}, 'admin')`
  const categories = await sql<{ id: number }[]>`
    insert into public.categories (slug, name)
    select 'crosswise-' || n || left(gen_random_uuid()::text, 8), 'Crosswise' from generate_series(1, 3) n returning id`
  const groups = await Promise.all(
    Array.from({ length: 6 }, () => Promise.all([createPost(), createPost(), createPost()])),
  )
  await Promise.all(
    groups.map(async (posts, group) => {
      const ids = posts.map(({ id }) => id)
      for (let round = 0; round < 8; round++) {
        const to = categories[(group + round) % 3]!.id
        const state = ['planned', 'completed'][(group + round) % 2]!
        for (const statement of [
          `select public.admin_set_category(array[${ids.join()}]::bigint[], ${to})`,
          `select public.admin_set_state(array[${ids.toReversed().join()}]::bigint[], '${state}')`,
          `select public.delete_posts(array[${ids[round % 3]}]::bigint[])`,
          `select public.restore_posts(array[${ids[round % 3]}]::bigint[])`,
        ])
          await actingAs(admin!, (as) => as.unsafe(statement), { keep: true })
      }
    }),
  )
})
