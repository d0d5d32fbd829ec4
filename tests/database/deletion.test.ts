import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { miscounts } from '../support/counts.ts'
import { actingAs, anonClient, createPost, type Member } from '../support/database.ts'
import { admin, author, createFullPost, deletePost, other, restore, rowsOf } from '../support/deletion.ts'

const anon = anonClient()
const rest = (who: 'anon' | Member) => (who === 'anon' ? anon : who.client)

describe('a deleted post', () => {
  test('is gone for everyone, with everything that belongs to it, and is restored with all of it', async () => {
    const post = await createFullPost()
    const { id, category, word, comment } = post
    const before = await rowsOf(id)
    const seenBy = async (who: 'anon' | Member) => {
      const client = rest(who)
      const reads: Record<string, PromiseLike<{ data: unknown }>> = {
        posts: client.from('posts').select('id').eq('id', id),
        comments: client.from('comments').select('id').eq('post_id', id),
        events: client.from('post_events').select('id').eq('post_id', id),
        addresses: client.from('post_addresses').select('slug').eq('post_id', id),
        images: client.from('images').select('id').eq('post_id', id),
        commentImages: client.from('images').select('id').eq('comment_id', comment),
        listed: client.rpc('list_posts', { category }),
        discussed: client.rpc('list_comments', { of_post: id }),
        replies: client.rpc('list_replies', { of_comment: comment }),
        found: client.rpc('search_posts', { query: word }),
        similar: client.rpc('similar_posts', { query: `Full ${word}` }).eq('id', id),
      }
      const counted = Object.entries(reads).map(async ([name, query]) => [
        name,
        ((await query).data as unknown[]).length,
      ])
      const { data: mapped } = await client.rpc('sitemap_posts', { of_part: Math.floor(id / 10_000) })
      const { data: totals } = await client
        .from('post_totals')
        .select('posts, categories!inner(slug)')
        .eq('categories.slug', category)
      return {
        ...Object.fromEntries(await Promise.all(counted)),
        mapped: (mapped as { category: string }[]).filter((entry) => entry.category === category).length,
        total: totals!.reduce((sum, { posts }) => sum + posts, 0),
      }
    }
    const all = { posts: 1, comments: 2, events: 1, addresses: 2, images: 1, commentImages: 1 }
    const shown = { ...all, listed: 1, discussed: 1, replies: 1, found: 1, similar: 1, mapped: 1, total: 1 }
    const hidden = Object.fromEntries(Object.keys(shown).map((key) => [key, 0]))
    const everybody = ['anon', author, other, admin] as const
    const adminSees = async () => [
      (await admin.client.rpc('admin_posts', { filter: { categories: [category] } })).data!.length,
      (await admin.client.rpc('admin_posts_total', { filter: { categories: [category] } }).single()).data!
        .total,
      (await admin.client.rpc('admin_posts_total', { filter: { text: word } }).single()).data!.total,
      (await admin.client.rpc('admin_matching', { filter: { categories: [category] } })).data!.length,
      (await admin.client.rpc('admin_post', { post_id: id })).data === null ? 0 : 1,
      (await admin.client.from('votes').select('post_id').eq('post_id', id)).data!.length,
    ]
    const voterSees = async () => [
      (await other.client.rpc('votes_on', { post_ids: [id] })).data!.length,
      (await other.client.from('votes').select('post_id').eq('post_id', id)).data!.length,
    ]
    const exported = async (by: Member) => JSON.stringify((await by.client.rpc('export_account')).data)

    for (const who of everybody) expect(await seenBy(who)).toEqual(shown)
    expect(await adminSees()).toEqual([1, 1, 1, 1, 1, 1])
    expect(await voterSees()).toEqual([1, 1])

    expect((await other.client.rpc('delete_post', { post_id: id })).error?.code).toBe('42501')
    expect((await anon.rpc('delete_post', { post_id: id })).error).not.toBeNull()
    const place = [{ id, category_slug: category, slug: before.post!.slug }]
    expect((await deletePost(author, id)).data).toEqual(place)
    expect((await deletePost(author, id)).data).toEqual([])
    for (const who of everybody) expect(await seenBy(who)).toEqual(hidden)
    expect(await adminSees()).toEqual([0, 0, 0, 0, 0, 0])
    expect(await voterSees()).toEqual([0, 0])
    expect(await exported(author)).not.toContain(word)
    expect(await exported(other)).not.toContain(word)
    expect(await exported(other)).not.toContain(`"post_id":${id}`)
    expect((await rowsOf(id)).indexed).toEqual([])
    expect([...(await miscounts([id, comment, post.categoryId]))]).toEqual([])

    expect(await restore(author, [id])).toEqual(place)
    expect(await rowsOf(id)).toEqual(before)
    for (const who of everybody) expect(await seenBy(who)).toEqual(shown)
    expect(await adminSees()).toEqual([1, 1, 1, 1, 1, 1])
    expect(await exported(author)).toContain(word)
    expect([...(await miscounts([id, comment, post.categoryId]))]).toEqual([])
    expect(await restore(author, [id])).toEqual([])
  })

  test('is answered like one that doesn’t exist', async () => {
    const { id, comment, path, categoryId } = await createFullPost()
    await deletePost(author, id)
    const before = await rowsOf(id)
    const sent_key = randomUUID()
    for (const by of [author, other, admin]) {
      const { client } = by
      const gone = 'This post no longer exists.'
      expect((await client.rpc('set_vote', { post_id: id, wanted: true })).error?.message).toContain(gone)
      expect((await client.rpc('set_vote', { post_id: id, wanted: false })).error?.message).toContain(gone)
      for (const parent_id of [null as never, comment]) {
        const said = await client.rpc('create_comment', { post_id: id, parent_id, body: 'Hi', sent_key })
        expect(said.error?.message).toContain(gone)
        expect(
          (await client.from('comments').insert({ post_id: id, parent_id, body: 'Hi' })).error,
        ).not.toBeNull()
      }
      const post = { post_id: id, new_title: 'Changed', new_details: 'Changed', seen_revision: 0 }
      expect((await client.rpc('edit_post', post)).data).toMatchObject([{ status: 'missing' }])
      const words = { comment_id: comment, new_body: 'Changed', seen_revision: 0 }
      expect((await client.rpc('edit_comment', words)).data).toMatchObject([{ status: 'missing' }])
      expect((await client.rpc('delete_comment', { comment_id: comment })).data).toEqual([])
      expect(
        (await client.from('images').update({ alt: 'Changed' }).eq('path', path).select('id')).data,
      ).toEqual([])
      expect((await client.from('images').delete().eq('path', path).select('id')).data).toEqual([])
      const image = { post_id: id, path: `${by.id}/${randomUUID()}.webp`, width: 1, height: 1 }
      expect((await client.from('images').insert(image)).error).not.toBeNull()
    }
    const ids = { post_ids: [id] }
    const missing = [{ post_id: id, outcome: 'missing' }]
    const states = await admin.client.rpc('admin_set_state', { ...ids, new_state: 'completed' })
    expect(states.data).toMatchObject(missing)
    const moved = await admin.client.rpc('admin_set_category', { ...ids, new_category: categoryId })
    expect(moved.data).toMatchObject(missing)
    expect((await admin.client.rpc('delete_posts', ids)).data).toEqual([])
    // Without a condition there is nothing to read, so that only the write policies apply.
    for (const statement of [
      `insert into public.votes (post_id) values (${id})`,
      `delete from public.votes`,
      `delete from public.images`,
      `update public.images set alt = 'Changed'`,
    ]) {
      await actingAs(other, (as) => as.unsafe(statement), { keep: true }).catch(() => {})
      await actingAs(author, (as) => as.unsafe(statement), { keep: true }).catch(() => {})
    }
    expect(await rowsOf(id)).toEqual(before)
  })

  test('keeps its address, so that a new post gets another', async () => {
    const title = `Same title ${randomUUID()}`
    const first = await createPost({ authorId: author.id, title })
    await deletePost(author, first.id)
    const second = await createPost({ authorId: author.id, title })
    expect(second.slug).not.toBe(first.slug)
    expect(await restore(author, [first.id])).toMatchObject([{ slug: first.slug }])
    await deletePost(author, second.id)
    expect(await restore(author, [second.id])).toMatchObject([{ slug: second.slug }])
  })
})
