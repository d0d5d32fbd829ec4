import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { miscounts, totals } from '../support/counts.ts'
import {
  anonClient,
  createAccounts,
  createMember,
  createPost,
  type Member,
  sql,
} from '../support/database.ts'
import { asPerson, makeAdmin } from '../support/merge-model.ts'
import { runSequence, runStorm } from '../support/merge-sequence.ts'

const anon = anonClient()

const [author, other, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Admin', admin: true }),
])

const merge = async (posts: number[], into: number, by = admin) =>
  await by.call('merge_posts', { post_ids: posts, into_id: into })
const unmerge = async (posts: number[], by = admin) => await by.call('unmerge_posts', { post_ids: posts })
const vote = async (by: Member, post_id: number, wanted = true) =>
  await by.one('set_vote', { post_id, wanted })
const say = async (by: Member, post_id: number, body: string, parent_id?: number) =>
  await by.one('create_comment', { post_id, body, parent_id, sent_key: randomUUID() })
const addImage = async (by: Member, owner: { post_id?: number; comment_id?: number }) => {
  const path = `${by.id}/${randomUUID()}.webp`
  await by.client
    .from('images')
    .insert({ ...owner, path, width: 1, height: 1 })
    .throwOnError()
  return path
}
const isListed = async (id: number) =>
  ((await anon.from('posts').select('id').eq('id', id).throwOnError()).data ?? []).length === 1

/** Everything that an undo has to restore. */
const contentsOf = async (ids: number[]) => ({
  posts: [
    ...(await sql`
      select id, slug, title, details, state, category_id, author_id, votes_total, comments_total, deleted_at::text
      from public.posts where id = any (${ids}) order by id`),
  ],
  votes: [
    ...(await sql`select user_id, post_id, created_at, merge_id from public.votes
    where post_id = any (${ids}) order by 2, 1`),
  ],
  comments: [...(await sql`select * from public.comments where post_id = any (${ids}) order by id`)],
  images: [
    ...(await sql`select id, post_id, path, merge_id from public.images
    where post_id = any (${ids}) order by post_id, position, id`),
  ],
  events: [...(await sql`select * from public.post_events where post_id = any (${ids}) order by id`)],
  addresses: [
    ...(await sql`select category_id, slug, post_id from public.post_addresses
    where post_id = any (${ids}) order by 1, 2`),
  ],
  words: [
    ...(await sql`select post_id, title::text, key from private.search_titles where post_id = any (${ids}) order by 1`),
    ...(await sql`select comment_id, post_id, body from private.search_comments where post_id = any (${ids}) order by 1`),
  ],
})

/** Two duplicate posts, with votes of one person for both, a thread and images. */
async function twoPosts() {
  const word = `w${randomUUID().replaceAll('-', '')}`
  const stays = await createPost({ title: `Dark mode ${word}`, authorId: other.id })
  const goes = await createPost({ title: `Night theme ${word}`, details: 'At night.', authorId: author.id })
  await Promise.all([
    vote(author, goes.id),
    vote(other, goes.id),
    vote(other, stays.id),
    vote(admin, stays.id),
  ])
  const asked = await say(other, goes.id, `Said ${word}`)
  await say(author, goes.id, 'Answered', asked.id)
  await say(other, stays.id, 'Here')
  await addImage(other, { post_id: stays.id })
  const pictures = [
    await addImage(author, { post_id: goes.id }),
    await addImage(author, { post_id: goes.id }),
  ]
  return { stays, goes, asked, pictures, word }
}

describe('merging two posts', () => {
  test('is previewed, and counts everyone once', async () => {
    const { stays, goes } = await twoPosts()
    const data = await admin.call('merge_preview', { post_ids: [goes.id], into_id: stays.id })
    expect(data).toMatchObject({
      posts: [
        { id: stays.id, stays: true, votes_total: 2, comments_total: 1, images_total: 1 },
        { id: goes.id, stays: false, votes_total: 2, comments_total: 2, images_total: 2 },
      ],
      votes_total: 3,
      voted_more: 1,
      comments_total: 3,
      images_total: 3,
    })
    const done = await merge([goes.id], stays.id)
    expect(done).toEqual([
      {
        post_id: goes.id,
        outcome: 'done',
        category_slug: 'new-features',
        slug: goes.slug,
        stays_id: stays.id,
        stays_category_slug: 'new-features',
        stays_slug: stays.slug,
      },
    ])
    expect(await totals(stays.id)).toEqual({ votes_total: 3, votes: 3, comments_total: 3, comments: 3 })
    expect([...(await miscounts([stays.id, goes.id]))]).toEqual([])
  })

  test('removes the merged post from every list, and its comments say where they came from', async () => {
    const { stays, goes, word, pictures } = await twoPosts()
    await merge([goes.id], stays.id)
    expect(await isListed(goes.id)).toBe(false)
    const { data: found } = await anon.rpc('search_posts', { query: word }).throwOnError()
    expect(found.map(({ id }) => id)).toEqual([stays.id])
    const { data: comments } = await anon.rpc('list_comments', { of_post: stays.id }).throwOnError()
    expect(comments.map(({ body, merged_from }) => [body, merged_from])).toEqual([
      [`Said ${word}`, `Night theme ${word}`],
      ['Here', null],
    ])
    const { data: images } = await anon
      .from('images')
      .select('path, merge_id')
      .eq('post_id', stays.id)
      .order('position')
      .throwOnError()
    expect(images.slice(1).map(({ path }) => path)).toEqual(pictures)
    const { data: texts } = await anon.rpc('merged_posts', { of_post: stays.id }).throwOnError()
    expect(texts).toMatchObject([{ id: goes.id, details: 'At night.', author_name: 'Author' }])
  })

  test('makes the remaining post findable by the merged one’s words until it is undone', async () => {
    const words = ['zq', 'yx'].map((start) => `${start}${randomUUID().replaceAll('-', '').slice(0, 10)}`)
    const stays = await createPost({ title: 'One of two names' })
    const goes = await createPost({ title: `Other name ${words[0]}`, details: `It is ${words[1]}.` })
    const under = await createPost({ title: `Third name ${words[0]}` })
    const found = async () =>
      Promise.all(
        words.map(async (query) => {
          const { data } = await anon.rpc('search_posts', { query }).throwOnError()
          return data.map(({ id }) => id).toSorted((a, b) => a - b)
        }),
      )
    await merge([under.id], goes.id)
    expect(await found()).toEqual([[goes.id], [goes.id]])
    await merge([goes.id], stays.id)
    expect(await found()).toEqual([[stays.id], [stays.id]])
    const { data: similar } = await anon
      .rpc('similar_posts', { query: `Other name ${words[0]}` })
      .throwOnError()
    expect(similar.map(({ id }) => id)).toContain(stays.id)
    const { data: shown } = await anon.rpc('search_posts', { query: words[1]! }).throwOnError()
    expect(shown[0]!.snippet).toContain(`It is ${words[1]}.`)
    await unmerge([goes.id])
    expect(await found()).toEqual([[goes.id], [goes.id]])
    await unmerge([under.id])
    expect(await found()).toEqual([[goes.id, under.id], [goes.id]])
    await merge([goes.id], stays.id)
    await sql`delete from public.posts where id = ${goes.id}`
    expect(await found()).toEqual([[under.id], []])
  })

  test('is logged as what it is, and spends none of the admin’s limits', async () => {
    const { stays, goes } = await twoPosts()
    const used = async () =>
      (await sql`select sum(used)::integer as used from private.usage where user_id = ${admin.id}`)[0]!.used
    const before = await used()
    await merge([goes.id], stays.id)
    await unmerge([goes.id])
    expect(await used()).toBe(before)
    const log = await sql`select action, after from public.audit_log where post_id = ${goes.id} order by id`
    expect([...log]).toMatchObject([
      { action: 'post.merge', after: { into: stays.id } },
      { action: 'post.unmerge' },
    ])
  })

  test('can be undone without a trace, at any time', async () => {
    const { stays, goes } = await twoPosts()
    const ids = [stays.id, goes.id]
    const before = await contentsOf(ids)
    await merge([goes.id], stays.id)
    await sql`update public.post_merges set merged_at = now() - interval '3 years' where post_id = ${goes.id}`
    expect(await unmerge([goes.id])).toMatchObject([
      { post_id: goes.id, outcome: 'done', slug: goes.slug, stays_id: stays.id, stays_slug: stays.slug },
    ])
    expect(await contentsOf(ids)).toEqual(before)
    expect((await unmerge([goes.id]))[0]!.outcome).toBe('unchanged')
  })

  test('keeps what happened in the meantime where it happened', async () => {
    const { stays, goes, asked } = await twoPosts()
    await merge([goes.id], stays.id)
    const late = await createMember({ name: 'Late' })
    expect(await vote(late, goes.id)).toMatchObject({ voted: true, votes_total: 4, on_post: stays.id })
    expect((await say(late, goes.id, 'New here')).on_post).toBe(stays.id)
    await say(late, stays.id, 'To what was said there', asked.id)
    await vote(other, stays.id, false)
    await unmerge([goes.id])
    expect(await totals(stays.id)).toMatchObject({ votes_total: 2, comments_total: 2 })
    // Someone who removed their vote has none left, wherever they had cast it.
    expect(await totals(goes.id)).toMatchObject({ votes_total: 1, comments_total: 3 })
  })
})

describe('a vote that doesn’t count', () => {
  test('isn’t previewed as one', async () => {
    const { stays, goes } = await twoPosts()
    for (const of_post of [stays.id, goes.id])
      await admin.call('set_votes_aside', { of_post, wanted: true, person_ids: [other.id] })
    const data = await admin.call('merge_preview', { post_ids: [goes.id], into_id: stays.id })
    expect(data).toMatchObject({ votes_total: 2, voted_more: 0 })
    await merge([goes.id], stays.id)
    expect(await totals(stays.id)).toMatchObject({ votes_total: 2 })
  })
})

describe('a follower of a merged post', () => {
  test('follows the remaining one in the same way, and the merged one again once it is undone', async () => {
    const [stays, goes] = [await createPost(), await createPost()]
    const [both, one] = [await createMember(), await createMember()]
    const follow = (by: Member, post_id: number, wanted: 'all' | 'updates') =>
      by.client.rpc('follow_post', { post_id, wanted }).throwOnError()
    const levelOf = async (by: Member, post_id: number) =>
      (await by.call('my_follow', { post_id }))[0]?.level ?? null
    await Promise.all([
      follow(both, stays.id, 'updates'),
      follow(both, goes.id, 'all'),
      follow(one, goes.id, 'all'),
    ])
    const preview = await admin.call('merge_preview', { post_ids: [goes.id], into_id: stays.id })
    expect(preview).toMatchObject({ followers_total: 2 })
    await merge([goes.id], stays.id)
    expect([await levelOf(both, stays.id), await levelOf(one, stays.id)]).toEqual(['updates', 'all'])
    await unmerge([goes.id])
    expect([await levelOf(both, stays.id), await levelOf(one, stays.id)]).toEqual(['updates', null])
    expect([await levelOf(both, goes.id), await levelOf(one, goes.id)]).toEqual(['all', 'all'])
    const events = await sql`select kind from private.events where post_id = ${goes.id} order by id`
    expect(events.map(({ kind }) => kind)).toEqual(['post.merged', 'post.unmerged'])
  })
})

describe('chains', () => {
  test('redirect in one hop, and can be undone in any order', async () => {
    const [first, second, third] = [await createPost(), await createPost(), await createPost()]
    await vote(author, first.id)
    await vote(other, second.id)
    await merge([first.id], second.id)
    await merge([second.id], third.id)
    const leads = async (id: number) =>
      (await anon.from('post_merges').select('stays_id').eq('post_id', id).is('undone_at', null)).data
    expect(await leads(first.id)).toEqual([{ stays_id: third.id }])
    expect(await leads(second.id)).toEqual([{ stays_id: third.id }])
    expect((await totals(third.id))!.votes_total).toBe(2)
    // What had been merged into it before moves with it.
    await unmerge([second.id])
    expect(await leads(first.id)).toEqual([{ stays_id: second.id }])
    expect((await totals(second.id))!.votes_total).toBe(2)
    await merge([second.id], third.id)
    await unmerge([first.id])
    expect((await totals(first.id))!.votes_total).toBe(1)
    expect((await totals(third.id))!.votes_total).toBe(1)
  })

  test('two admins who merge crosswise at once get one merge and one clear answer', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await createPost(), await createPost()]
      const second = await createMember({ admin: true })
      const outcomes = (
        await Promise.all([merge([one.id], two.id), merge([two.id], one.id, second)])
      ).flatMap((rows) => rows.map(({ outcome }) => outcome))
      expect(outcomes.toSorted()).toEqual(['conflict', 'done'])
    }
  })

  test('redirect in one hop even if a post is merged on while another is being merged into it', async () => {
    const [one, two, three] = [await createPost(), await createPost(), await createPost()]
    let onward: Promise<unknown> | undefined
    await asPerson(sql, admin.id, async (as) => {
      await as`select * from public.merge_posts(array[${one.id}::bigint], ${two.id})`
      onward = merge([two.id], three.id)
      // The second merge has started and checks its post’s merges before the first is done.
      await vi.waitUntil(
        async () =>
          (
            await sql`select from pg_stat_activity
            where wait_event_type = 'Lock' and query like '%merge_posts%' and pid <> pg_backend_pid()`
          ).length > 0,
        { timeout: 20_000 },
      )
    })
    await onward
    const rows =
      await sql`select stays_id::integer as stays from public.post_merges where post_id = ${one.id}`
    expect([...rows]).toEqual([{ stays: three.id }])
  })

  test('report what prevents them', async () => {
    const [one, two, three, gone] = await Promise.all([
      createPost(),
      createPost(),
      createPost(),
      createPost(),
    ])
    await admin.call('delete_posts', { post_ids: [gone.id] })
    await merge([one.id], two.id)
    const outcomes = async (posts: number[], into: number) =>
      (await merge(posts, into)).map(({ outcome }) => outcome)
    expect(await outcomes([one.id], two.id)).toEqual(['unchanged'])
    expect(await outcomes([one.id], three.id)).toEqual(['conflict'])
    expect(await outcomes([three.id], one.id)).toEqual(['conflict'])
    expect(await outcomes([three.id], gone.id)).toEqual(['missing'])
    expect(await outcomes([gone.id, 1e15], three.id)).toEqual(['missing', 'missing'])
    const { error } = await admin.client.rpc('merge_posts', { post_ids: [three.id], into_id: three.id })
    expect(error?.code).toBe('22023')
    expect((await unmerge([gone.id]))[0]!.outcome).toBe('missing')
    const { data } = await admin.client.rpc('merge_preview', { post_ids: [two.id], into_id: gone.id })
    expect(data).toBeNull()
  })
})

describe('a merged post', () => {
  test('can’t be read, deleted or restored by anyone', async () => {
    const { stays, goes } = await twoPosts()
    await merge([goes.id], stays.id)
    for (const who of [anon, author.client, admin.client]) {
      expect((await who.from('posts').select('id').eq('id', goes.id)).data).toEqual([])
    }
    expect(await admin.call('restore_posts', { post_ids: [goes.id] })).toEqual([])
    expect(await author.call('delete_post', { post_id: goes.id })).toEqual([])
    await sql`select private.remove_deleted_posts()`
    expect((await unmerge([goes.id]))[0]!.outcome).toBe('done')
  })

  test('is included in its author’s export', async () => {
    const { stays, goes } = await twoPosts()
    await merge([goes.id], stays.id)
    const data = await author.call('export_account')
    expect((data as { merged_posts: unknown[] }).merged_posts).toContainEqual(
      expect.objectContaining({ id: goes.id, details: 'At night.', merged_into: stays.id }),
    )
    const others = await other.call('export_account')
    expect(JSON.stringify(others)).not.toContain('At night.')
  })

  test('is restored before the other is removed for good', async () => {
    const { stays, goes } = await twoPosts()
    await merge([goes.id], stays.id)
    await other.call('delete_post', { post_id: stays.id })
    expect((await anon.from('post_merges').select('id').eq('post_id', goes.id)).data).toEqual([])
    await sql`update public.posts set deleted_at = now() - interval '2 hours' where id = ${stays.id}`
    await sql`select private.remove_deleted_posts()`
    expect(await isListed(goes.id)).toBe(true)
    expect(await totals(goes.id)).toMatchObject({ votes_total: 2, comments_total: 2 })
    await merge([goes.id], (await createPost()).id)
    await expect(
      sql`delete from public.posts where id = (select stays_id from public.post_merges where post_id = ${goes.id} and undone_at is null)`,
    ).rejects.toThrow('post_merges')
  })

  test('leaves its comments with their replies when its author’s account is deleted', async () => {
    const writer = await createMember()
    const first = await createPost({ authorId: writer.id })
    const [second, third, fourth] = [await createPost(), await createPost(), await createPost()]
    const asked = await say(other, first.id, 'Asked on the first')
    await merge([first.id], second.id)
    await merge([second.id], third.id)
    const answered = await say(author, third.id, 'Answered on the third', asked.id)
    await unmerge([second.id])
    await merge([second.id], fourth.id)
    await writer.call('delete_account', { remove_content: true })
    expect(await unmerge([second.id])).toMatchObject([{ outcome: 'done' }])
    const places =
      await sql`select distinct post_id from public.comments where id in ${sql([asked.id, answered.id])}`
    expect(places.map(({ post_id }) => Number(post_id))).toEqual([fourth.id])
  })

  test('is removed with its author’s account, and other people’s votes stay', async () => {
    const leaver = await createMember({ name: 'Leaver' })
    const [stays, goes, under] = [
      await createPost(),
      await createPost({ authorId: leaver.id }),
      await createPost(),
    ]
    await Promise.all([vote(leaver, goes.id), vote(author, goes.id), vote(other, under.id)])
    await say(author, goes.id, 'Stays')
    const picture = await addImage(leaver, { post_id: goes.id })
    await merge([under.id], goes.id)
    await merge([goes.id], stays.id)
    await leaver.call('delete_account', { remove_content: true })
    expect(await totals(stays.id)).toMatchObject({ votes_total: 2, comments_total: 1 })
    expect([...(await sql`select 1 from public.images where path = ${picture}`)]).toEqual([])
    const { data } = await anon
      .from('post_addresses')
      .select('post_id')
      .eq('slug', goes.slug)
      .single()
      .throwOnError()
    expect(data.post_id).toBe(stays.id)
    expect((await unmerge([under.id]))[0]!.outcome).toBe('done')
    expect((await totals(stays.id))!.votes_total).toBe(1)
    expect((await totals(under.id))!.votes_total).toBe(1)
  })
})

test('votes elsewhere don’t wait for a merge, and those on its posts count once it is done', async () => {
  const [stays, goes, elsewhere] = [await createPost(), await createPost(), await createPost()]
  const person = await createMember()
  let answered = false
  const late: Promise<unknown>[] = []
  await asPerson(sql, admin.id, async (as) => {
    await as`select * from public.merge_posts(array[${goes.id}::bigint], ${stays.id})`
    expect(await vote(person, elsewhere.id)).toMatchObject({ voted: true })
    late.push(vote(person, goes.id).finally(() => (answered = true)))
    await Promise.race([late[0], new Promise((resolve) => setTimeout(resolve, 200))])
    expect(answered).toBe(false)
  })
  await Promise.all(late)
  expect(await totals(stays.id)).toMatchObject({ votes_total: 1, votes: 1 })
})

test('hundreds of votes and comments move and return', async () => {
  const [stays, goes] = [await createPost(), await createPost()]
  const people = (await createAccounts(600)).map(({ id }) => id)
  await sql`insert into public.votes (user_id, post_id)
    select i, ${stays.id}::bigint from unnest(${people.slice(0, 400)}::uuid[]) i`
  await sql`insert into public.votes (user_id, post_id)
    select i, ${goes.id}::bigint from unnest(${people.slice(200)}::uuid[]) i`
  await sql`insert into public.comments (post_id, author_id, body)
    select ${goes.id}::bigint, i, 'Said' from unnest(${people.slice(0, 100)}::uuid[]) i`
  await merge([goes.id], stays.id)
  expect(await totals(stays.id)).toEqual({
    votes_total: 600,
    votes: 600,
    comments_total: 100,
    comments: 100,
  })
  await unmerge([goes.id])
  expect(await totals(stays.id)).toEqual({ votes_total: 400, votes: 400, comments_total: 0, comments: 0 })
  expect(await totals(goes.id)).toEqual({
    votes_total: 400,
    votes: 400,
    comments_total: 100,
    comments: 100,
  })
})

describe('random sequences', () => {
  beforeAll(async () => {
    await sql`
      insert into public.categories (slug, name) values (${`c-${randomUUID().slice(0, 8)}`}, 'Elsewhere')`
  })

  test('end as a model predicts', async () => {
    const steward = await makeAdmin(sql)
    const results = await Promise.all(
      Array.from({ length: 4 }, async (_, lane) => {
        const found = []
        for (let seed = 0; seed < 6; seed++)
          found.push(await runSequence(sql, steward, lane * 100 + seed, 20))
        return found
      }),
    )
    expect(results.flat().filter(({ found }) => found.length > 0)).toEqual([])
  }, 180_000)

  test('from several connections at once keep every rule', async () => {
    const steward = await makeAdmin(sql)
    for (let seed = 0; seed < 3; seed++) expect(await runStorm(sql, steward, seed, 10)).toEqual([])
  }, 180_000)
})
