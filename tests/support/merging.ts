import { randomUUID } from 'node:crypto'
import { anonClient, createMember, createPost, type Member } from './database.ts'

export const anon = anonClient()

export const [author, other, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Admin', admin: true }),
])

export const merge = async (posts: number[], into: number, by = admin) =>
  await by.call('merge_posts', { post_ids: posts, into_id: into })
export const unmerge = async (posts: number[], by = admin) =>
  await by.call('unmerge_posts', { post_ids: posts })
export const vote = async (by: Member, post_id: number, wanted = true) =>
  await by.one('set_vote', { post_id, wanted })
export const say = async (by: Member, post_id: number, body: string, parent_id?: number) =>
  await by.one('create_comment', { post_id, body, parent_id, sent_key: randomUUID() })
export const addImage = async (by: Member, owner: { post_id?: number; comment_id?: number }) => {
  const path = `${by.id}/${randomUUID()}.webp`
  await by.client
    .from('images')
    .insert({ ...owner, path, width: 1, height: 1 })
    .throwOnError()
  return path
}
export const isListed = async (id: number) =>
  ((await anon.from('posts').select('id').eq('id', id).throwOnError()).data ?? []).length === 1

/** Two duplicate posts, with votes of one person for both, a thread and images. */
export async function twoPosts() {
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
