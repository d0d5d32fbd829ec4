import { randomUUID } from 'node:crypto'
import { createMember, createPost, type Member, sql } from './database.ts'

export const [author, other, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Admin', admin: true }),
])

/** A post by the author with a vote, a comment with a reply, an event, an image of each kind, and two addresses. */
export async function createFullPost() {
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

export const rowsOf = async (id: number) => ({
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

export const deletePost = (by: Member, id: number) =>
  by.client.rpc('delete_post', { post_id: id }).throwOnError()
export const restore = async (by: Member, ids: number[]) => await by.call('restore_posts', { post_ids: ids })
