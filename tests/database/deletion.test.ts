import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { undoTime } from '../../lib/schemas/action-result.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { miscounts } from '../support/counts.ts'
import {
  actingAs,
  anonClient,
  createAccounts,
  createMember,
  createPost,
  type Member,
  sql,
} from '../support/database.ts'

const anon = anonClient()

const [author, other, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Admin', admin: true }),
])

/** A post by the author with a vote, a comment with a reply, an event, an image of each kind, and two addresses. */
async function createFullPost() {
  const word = `w${randomUUID().replaceAll('-', '')}`
  const [elsewhere] = await sql<{ id: number; slug: string }[]>`
    insert into public.categories (slug, name) values (${word}, 'Elsewhere') returning id, slug`
  const { id, slug } = await createPost({ authorId: author.id, title: `Full ${word}`, details: word })
  await other.call('set_vote', { post_id: id, wanted: true })
  const say = async (by: Member, parent_id: number | null) => {
    const row = { post_id: id, parent_id, body: `${word} said` }
    return (await by.client.from('comments').insert(row).select('id').single().throwOnError()).data.id
  }
  const comment = await say(other, null)
  const reply = await say(author, comment)
  const path = `${author.id}/${randomUUID()}.webp`
  const size = { width: 10, height: 10 }
  await author.client
    .from('images')
    .insert({ post_id: id, path, ...size })
    .throwOnError()
  await other.client
    .from('images')
    .insert({ comment_id: comment, path: `${other.id}/${randomUUID()}.webp`, ...size })
    .throwOnError()
  const change = { post_ids: [id], new_state: 'planned' as const, public_note: 'Soon' }
  await admin.call('admin_set_state', change)
  await admin.call('admin_set_category', { post_ids: [id], new_category: elsewhere!.id })
  return { id, slug, category: elsewhere!.slug, categoryId: elsewhere!.id, word, comment, reply, path }
}

const rowsOf = async (id: number) => ({
  post: (await sql`select * from public.posts where id = ${id}`)[0],
  comments: [...(await sql`select * from public.comments where post_id = ${id} order by id`)],
  votes: [...(await sql`select * from public.votes where post_id = ${id}`)],
  events: [...(await sql`select * from public.post_events where post_id = ${id}`)],
  addresses: [...(await sql`select * from public.post_addresses where post_id = ${id} order by created_at`)],
  images: [
    ...(await sql`
      select * from public.images i
      where post_id = ${id} or comment_id in (select c.id from public.comments c where c.post_id = ${id})
      order by id`),
  ],
  indexed: [
    ...(await sql`select title, key from private.search_titles where post_id = ${id}`),
    ...(await sql`select vector, body from private.search_posts where post_id = ${id}`),
    ...(await sql`select vector, body from private.search_comments where post_id = ${id} order by comment_id`),
  ],
})

const deletePost = (by: Member, id: number) => by.client.rpc('delete_post', { post_id: id }).throwOnError()
const restore = async (by: Member, ids: number[]) => await by.call('restore_posts', { post_ids: ids })
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

describe('an undo', () => {
  test('is only for the person who deleted it', async () => {
    const { id } = await createPost({ authorId: author.id })
    await deletePost(admin, id)
    expect(await restore(author, [id])).toEqual([])
    expect(await restore(other, [id])).toEqual([])
    expect((await anon.rpc('restore_posts', { post_ids: [id] })).error).not.toBeNull()
    expect(await restore(admin, [id])).toMatchObject([{ id }])
    await deletePost(author, id)
    expect(await restore(admin, [id])).toEqual([])
    expect(await restore(author, [id])).toMatchObject([{ id }])
  })

  test('isn’t for someone who is no longer an admin', async () => {
    const former = await createMember({ admin: true })
    const { id } = await createPost({ authorId: author.id })
    await deletePost(former, id)
    await sql`delete from public.roles where user_id = ${former.id}`
    expect(await restore(former, [id])).toEqual([])
  })

  test('works for longer than it is offered', async () => {
    const [row] = await sql<{ restore: number }[]>`
      select extract(epoch from private.restore_time())::int * 1000 as restore`
    const restoreTime = row!.restore
    expect(restoreTime).toBeGreaterThanOrEqual(2 * undoTime)
    // Of a hundred thousand deleted two hundred at a time, the last are restored this late.
    expect(restoreTime).toBeGreaterThanOrEqual(60 * 60_000)
    const { id } = await createPost({ authorId: author.id })
    await deletePost(author, id)
    /** How many posts deleted this long ago are restored, with the clock stopped. */
    const restoredAfter = (milliseconds: number) =>
      actingAs(author, async (as) => {
        await as`reset role`
        await as`
          update public.posts set deleted_at = now() - make_interval(secs => ${milliseconds / 1000}) where id = ${id}`
        await as`set local role authenticated`
        return (await as`select from public.restore_posts(array[${id}]::bigint[])`).length
      })
    expect(await restoredAfter(restoreTime - 1)).toBe(1)
    expect(await restoredAfter(restoreTime)).toBe(0)
  })

  test('by an admin is logged like the deletion; what people do with their own content isn’t', async () => {
    const { id } = await createPost({ authorId: author.id, title: 'Deleted and restored' })
    await deletePost(author, id)
    await restore(author, [id])
    await deletePost(admin, id)
    await restore(admin, [id])
    const entries = await sql`
      select actor_id, action, post_title, before ->> 'author_id' as author_id from public.audit_log
      where post_id = ${id} order by id`
    const entry = { actor_id: admin.id, post_title: 'Deleted and restored' }
    expect([...entries]).toEqual([
      { ...entry, action: 'post.delete', author_id: author.id },
      { ...entry, action: 'post.restore', author_id: null },
    ])
  })
})

describe('a deletion beside other writes', () => {
  test('counts every vote and comment that came before it, and refuses later ones', async () => {
    const { id } = await createPost({ authorId: author.id })
    const people = await createAccounts(40)
    const gone: unknown[] = []
    const writes = people.flatMap((person) =>
      [
        `select * from public.set_vote(${id}, true)`,
        `insert into public.comments (post_id, body) values (${id}, 'Racing')`,
      ].map((statement) =>
        actingAs(person, (as) => as.unsafe(statement), { keep: true }).catch((error) => gone.push(error)),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 30))
    await deletePost(author, id)
    await Promise.all(writes)
    expect(new Set(gone.map((error) => (error as { code: string }).code))).toEqual(
      new Set(gone.length > 0 ? ['P0002'] : []),
    )
    const [indexed] = await sql`select count(*)::int from private.search_comments where post_id = ${id}`
    expect(indexed!.count).toBe(0)
    await restore(author, [id])
    expect([...(await miscounts([id]))]).toEqual([])
    const [row] = await sql`
      select votes_total + comments_total as written,
             (select count(*)::int from private.search_comments where post_id = ${id}) = comments_total as found
      from public.posts where id = ${id}`
    expect(row).toEqual({ written: 2 * people.length - gone.length, found: true })
  })

  test('of two hundred posts is only for admins, counts exactly and can be undone completely', async () => {
    const slug = `bulk-${randomUUID().slice(0, 8)}`
    const [category] =
      await sql`insert into public.categories (slug, name) values (${slug}, 'Bulk') returning id`
    const rows = await sql<{ id: string }[]>`
      insert into public.posts (category_id, author_id, title)
      select ${category!.id}, ${author.id}, 'Bulk ' || n from generate_series(1, 200) n returning id`
    const ids = rows.map(({ id }) => Number(id))
    await sql`insert into public.votes (user_id, post_id) select ${other.id}, unnest(${ids}::bigint[])`
    const total = async () =>
      (await sql`select sum(posts)::int as n from public.post_totals where category_id = ${category!.id}`)[0]!
        .n
    expect((await author.client.rpc('delete_posts', { post_ids: ids })).error?.code).toBe('42501')
    expect((await admin.client.rpc('delete_posts', { post_ids: [...ids, 1] })).error?.code).toBe('22023')
    expect((await admin.client.rpc('delete_posts', { post_ids: ids })).data).toHaveLength(200)
    expect(await total()).toBe(0)
    expect(await restore(admin, ids)).toHaveLength(200)
    expect(await total()).toBe(200)
    expect([...(await miscounts(ids))]).toEqual([])
  }, 180_000)
})

test('posts that can’t be restored any more are removed for good with their objects, and nothing else', async () => {
  const store = async (path = `${author.id}/${randomUUID()}.webp`) => {
    const stored = await author.client.storage
      .from('images')
      .upload(path, new Uint8Array([1]), { contentType: 'image/webp' })
    expect(stored.error).toBeNull()
    return path
  }
  const sized = (path: string) => path.replace('.', '-640.')
  const addImage = async (post_id: number, path: string) => {
    await store(sized(path))
    await author.client
      .from('images')
      .insert({ post_id, path, width: 10, height: 10, widths: [640] })
      .throwOnError()
  }
  const [late, waiting, kept] = [await createFullPost(), await createFullPost(), await createFullPost()]
  const [latePath, waitingPath, keptPath, single, uploading] = [
    await store(),
    await store(),
    await store(),
    await store(),
    await store(),
  ]
  await addImage(late.id, latePath)
  await addImage(waiting.id, waitingPath)
  await addImage(kept.id, keptPath)
  await addImage(kept.id, single)
  await author.client.from('images').delete().eq('path', single).throwOnError()
  await deletePost(author, late.id)
  await deletePost(author, waiting.id)
  await sql`update public.posts set deleted_at = now() - interval '2 hours' where id = ${late.id}`

  await promisify(execFile)(process.execPath, [join(projectRoot, 'supabase/commands/clean-up.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: process.env.TEST_DATABASE_URL,
      NEXT_PUBLIC_SUPABASE_URL: process.env.TEST_SUPABASE_URL,
      SUPABASE_SECRET_KEY: process.env.TEST_SUPABASE_SECRET_KEY,
    },
  })
  const left = await rowsOf(late.id)
  expect(Object.values(left).flat().filter(Boolean)).toEqual([])
  const paths = [latePath, waitingPath, keptPath, single, uploading].flatMap((path) => [path, sized(path)])
  const objects = await sql`select name from storage.objects where name = any (${paths})`
  expect(objects.map(({ name }) => name).toSorted()).toEqual(
    [waitingPath, sized(waitingPath), keptPath, sized(keptPath), uploading].toSorted(),
  )
  expect([...(await sql`select 1 from private.removed_objects where path = any (${paths})`)]).toEqual([])
  expect([...(await miscounts([late.id, late.categoryId, waiting.categoryId, kept.categoryId]))]).toEqual([])
  expect(await restore(author, [late.id, waiting.id])).toMatchObject([{ id: waiting.id }])
})

describe('someone who deletes the account', () => {
  /** A post by the leaver and one by the author with the leaver’s vote, comment, reply and image; both deleted. */
  async function leaveTraces() {
    const leaver = await createMember({ name: 'Leaving Person' })
    const own = await createPost({ authorId: leaver.id })
    const others = await createPost({ authorId: author.id })
    const say = async (by: Member, parent_id: number | null) =>
      (
        await by.client
          .from('comments')
          .insert({ post_id: others.id, parent_id, body: 'Words' })
          .select('id')
          .single()
          .throwOnError()
      ).data.id
    const answered = await say(leaver, null)
    await say(author, answered)
    const alone = await say(leaver, null)
    await say(leaver, await say(author, null))
    await leaver.client
      .from('images')
      .insert({ comment_id: alone, path: `${leaver.id}/${randomUUID()}.webp`, width: 1, height: 1 })
      .throwOnError()
    for (const post_id of [own.id, others.id]) {
      await leaver.call('set_vote', { post_id, wanted: true })
      await other.call('set_vote', { post_id, wanted: true })
    }
    await admin.call('delete_posts', { post_ids: [own.id, others.id] })
    return { leaver, own: own.id, others: others.id }
  }
  const tracesOf = async (id: string, ids: number[]) => [
    ...(await sql`select id from public.profiles where id = ${id}`),
    ...(await sql`select id from public.posts where author_id = ${id}`),
    ...(await sql`select id from public.comments where author_id = ${id}`),
    ...(await sql`select post_id from public.votes where user_id = ${id}`),
    ...(await sql`select id from public.images where uploader_id = ${id}`),
    ...(await sql`select name from public.profiles p join public.posts t on t.author_id = p.id
                  where t.id = any (${ids}) and p.name = 'Leaving Person'`),
  ]

  test('with all content leaves nothing that an undo could restore', async () => {
    const { leaver, own, others } = await leaveTraces()
    await leaver.call('delete_account', { remove_content: true })
    expect(await tracesOf(leaver.id, [own, others])).toEqual([])
    expect([...(await sql`select 1 from public.posts where id = ${own}`)]).toEqual([])
    expect((await restore(admin, [own, others])).map(({ id }) => id)).toEqual([others])
    const { data: comments } = await anon.rpc('list_comments', { of_post: others })
    expect(
      comments!.map(({ body, author_name, replies_total }) => [body, author_name, replies_total]),
    ).toEqual([
      ['', null, 1],
      ['Words', 'Author', 0],
    ])
    expect((await sql`select votes_total, comments_total from public.posts where id = ${others}`)[0]).toEqual(
      {
        votes_total: 1,
        comments_total: 2,
      },
    )
    expect([...(await miscounts([others]))]).toEqual([])
  })

  test('and leaves the content has no name there, before and after an undo', async () => {
    const { leaver, own, others } = await leaveTraces()
    await leaver.call('delete_account', { remove_content: false })
    expect(await tracesOf(leaver.id, [own, others])).toEqual([])
    expect((await restore(admin, [own, others])).map(({ id }) => id).toSorted()).toEqual(
      [own, others].toSorted(),
    )
    expect(await tracesOf(leaver.id, [own, others])).toEqual([])
    const { data: comments } = await anon.rpc('list_comments', { of_post: others })
    expect(JSON.stringify(comments)).not.toContain('Leaving Person')
    expect(comments!.map(({ body, author_name }) => [body, author_name])).toEqual([
      ['Words', null],
      ['Words', null],
      ['Words', 'Author'],
    ])
    expect([...(await miscounts([own, others]))]).toEqual([])
  })
})
