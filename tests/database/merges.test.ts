import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { miscounts, totals } from '../support/counts.ts'
import { createMember, createPost, type Member, sql } from '../support/database.ts'
import { admin, anon, isListed, merge, other, say, twoPosts, unmerge, vote } from '../support/merging.ts'

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
