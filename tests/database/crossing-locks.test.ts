import type postgres from 'postgres'
import { expect, test } from 'vitest'
import { actingAs, createMember, createPost, type Member, sql } from '../support/database.ts'
import { type Run, waiting, whileHeld } from '../support/locks.ts'

const [admin, moderator, other, member] = await Promise.all([
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember({ moderator: true }),
  createMember(),
])

async function reportedTwice(): Promise<{ post: { id: number }; last: Member }> {
  const post = await createPost()
  const people = await Promise.all([createMember(), createMember(), createMember()])
  for (const { id } of people) {
    await createPost({ authorId: id })
    await sql`update public.profiles set created_at = now() - interval '9 days' where id = ${id}`
  }
  for (const { client } of people.slice(0, 2))
    await client.rpc('report', { reason: 'spam', of_post: post.id }).throwOnError()
  return { post, last: people[2]! }
}

test('a post that is being moved to another category is not missing for the others', async () => {
  const post = await createPost()
  const name = `Elsewhere ${post.id}`
  const [first, second] = await sql<{ id: number }[]>`
    insert into public.categories (slug, name, position)
    select 'elsewhere-' || n || '-' || ${String(post.id)}::text, ${name} || ' ' || n, 1000 + n from generate_series(1, 2) n
    returning id`
  const seen = JSON.stringify({ [post.id]: 1 })
  const moveTo = (place: { id: number }) => (as: postgres.TransactionSql) =>
    as`select outcome from public.admin_set_category(array[${post.id}::bigint], ${place.id}, ${seen}::text::jsonb)`
  const [moved, stale, stated, planned] = await whileHeld<{ done: Promise<unknown> }[]>(
    post,
    'update',
    async () => [
      await waiting(admin, moveTo(first!)),
      await waiting(moderator, moveTo(second!)),
      await waiting(
        other,
        (as) => as`select outcome from public.admin_set_state(array[${post.id}::bigint], 'planned')`,
      ),
      await waiting(
        other,
        (as) =>
          as`select outcome from public.admin_set_plan(array[${post.id}::bigint], '{"quarter": "2031-Q1"}')`,
      ),
    ],
  )
  expect(await moved!.done).toMatchObject([{ outcome: 'done' }])
  expect(await stale!.done).toMatchObject([{ outcome: 'conflict' }])
  expect(await stated!.done).toMatchObject([{ outcome: 'done' }])
  expect(await planned!.done).toMatchObject([{ outcome: 'done' }])
})

test('the report that hides waits for people who are writing there', async () => {
  const { post, last } = await reportedTwice()
  const report = await whileHeld<{ done: Promise<unknown> }>(post, 'key share', async (as) => {
    const started = await waiting(last, (reporter) => reporter`select public.report('spam', ${post.id})`)
    await as`update public.posts set comments_total = comments_total where id = ${post.id}`
    return started
  })
  await report.done
  const [row] = await sql`select hidden_at from public.posts where id = ${post.id}`
  expect(row!.hidden_at).not.toBeNull()
})

test('of two decisions about a report at once, the second waits', async () => {
  const { post, last } = await reportedTwice()
  await last.call('report', { reason: 'spam', of_post: post.id })
  const ids = `array[${post.id}::bigint]`
  const dismissal = await whileHeld<{ done: Promise<unknown> }>(post, 'update', async (as) => {
    const started = await waiting(other, (second) => second.unsafe(`select public.dismiss_reports(${ids})`))
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: moderator.id })}, true),
                    set_config('request.jwt.claim.sub', ${moderator.id}, true)`
    await as.unsafe(`select public.hide_posts(${ids}, 'spam')`)
    return started
  })
  await dismissal.done
  const [row] = await sql`select hidden_at from public.posts where id = ${post.id}`
  expect(row!.hidden_at).not.toBeNull()
})

test('an edit of a comment and hiding it wait for each other', async () => {
  const post = await createPost()
  const [comment] = await sql<{ id: string; revision: number }[]>`
    insert into public.comments (post_id, author_id, body) values (${post.id}, ${member.id}, 'Said') returning id, revision`
  const { id, revision } = comment!
  const edit = await whileHeld<{ done: Promise<unknown> }>(post, 'update', async (as) => {
    const started = await waiting(
      member,
      (author) => author`select * from public.edit_comment(${id}, 'Said better', ${revision})`,
    )
    await as`select set_config('request.jwt.claims', ${JSON.stringify({ sub: moderator.id })}, true),
                    set_config('request.jwt.claim.sub', ${moderator.id}, true)`
    await as.unsafe(`select public.hide_comments(array[${id}::bigint], 'off topic')`)
    return started
  })
  await expect(edit.done).resolves.toMatchObject([{ status: 'missing' }])
  const [row] = await sql`
    select c.body, h.body as kept from public.comments c join private.hidings h on h.comment_id = c.id where c.id = ${id}`
  expect(row).toEqual({ body: '', kept: 'Said' })
})

test('posts are restored in the order in which others lock them', async () => {
  const [first, last] = [await createPost(), await createPost()]
  // The later row comes first without an order.
  await sql`update public.posts set details = 'Moved' where id = ${first.id}`
  const ids = `array[${last.id}, ${first.id}]::bigint[]`
  await admin.call('delete_posts', { post_ids: [first.id, last.id] })
  const restore = await whileHeld<{ done: Promise<unknown> }>(first, 'update', async (as) => {
    const started = await waiting(admin, (undo) => undo.unsafe(`select public.restore_posts(${ids})`))
    await as`select from public.posts where id = ${last.id} for update`
    return started
  })
  await restore.done
  const rows =
    await sql`select id from public.posts where id in ${sql([first.id, last.id])} and deleted_at is null`
  expect(rows).toHaveLength(2)
})

test.each<[string, (of: Member) => [Member, Run]]>([
  [
    'leaves',
    (voter) => [
      voter,
      async (as) => {
        await as.unsafe('reset role')
        await as`delete from auth.users where id = ${voter.id}`
      },
    ],
  ],
  [
    'is blocked',
    (voter) => [other, (as) => as`select public.block_people(array[${voter.id}::uuid], 'spam')`],
  ],
])('a voter who %s while the vote moves to another post holds up nobody', async (_, end) => {
  const [stays, goes, voter] = [await createPost(), await createPost(), await createMember()]
  await voter.call('set_vote', { post_id: goes.id, wanted: true })
  const begun = await actingAs(
    admin,
    async (as) => {
      await as.unsafe(`select public.merge_posts(array[${goes.id}::bigint], ${stays.id})`)
      const ending = await waiting(...end(voter), true)
      const both = `array[${stays.id}, ${goes.id}]::bigint[]`
      return [
        ending,
        await waiting(moderator, (hider) => hider.unsafe(`select public.hide_posts(${both}, 'spam')`)),
      ]
    },
    { keep: true },
  )
  await Promise.all(begun.map(({ done }) => done))
  const votes = await sql`select post_id, counts from public.votes where user_id = ${voter.id} and counts`
  expect([...votes]).toEqual([])
  expect([
    ...(await sql`select hidden_at is null as is_seen from public.posts where id = ${stays.id}`),
  ]).toEqual([{ is_seen: false }])
})

/** Someone who voted on these posts deletes the account, and is held up at the last post while `run` is running. */
async function whileLeaving<T>(leaver: Member, posts: { id: number }[], run: () => Promise<T>): Promise<T> {
  for (const { id } of posts) await leaver.call('set_vote', { post_id: id, wanted: true })
  let left: { done: Promise<unknown> } | undefined
  const result = await whileHeld<T>(posts.at(-1)!, 'update', async () => {
    left = await waiting(leaver, async (as) => {
      await as.unsafe('reset role')
      await as`delete from auth.users where id = ${leaver.id}`
    })
    return run()
  })
  await left!.done
  return result
}

test('someone who deletes the account while commenting elsewhere holds up neither', async () => {
  const [first, last, leaver] = [await createPost(), await createPost(), await createMember()]
  const said = await whileLeaving(leaver, [first, last], () =>
    waiting(leaver, (as) => as`select public.create_comment(${first.id}, 'Said', gen_random_uuid())`),
  )
  await expect(said.done).rejects.toMatchObject({ code: expect.stringMatching(/42501|23503/) })
})

test('removing a vote with a hidden copy doesn’t deadlock with someone who leaves', async () => {
  const [goes, between, stays] = [await createPost(), await createPost(), await createPost()]
  const [leaver, voter] = [await createMember(), await createMember()]
  for (const { id } of [goes, stays])
    for (const { client } of [leaver, voter])
      await client.rpc('set_vote', { post_id: id, wanted: true }).throwOnError()
  await admin.call('merge_posts', { post_ids: [goes.id], into_id: stays.id })
  const taken = await whileLeaving(leaver, [between], () =>
    waiting(voter, (as) => as`select * from public.set_vote(${stays.id}, false)`),
  )
  await taken.done
  expect([...(await sql`select from public.votes where post_id in (${goes.id}, ${stays.id})`)]).toEqual([])
})
