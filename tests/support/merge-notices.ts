import { randomUUID } from 'node:crypto'
import { beforeEach } from 'vitest'
import { createMember, createPost, type Member } from './database.ts'
import { agePost, takeMails } from './notices.ts'

export let author: Member
export let voter: Member
export let goes: number
export let title: string
export let stays: number

export const admin = await createMember({ name: 'Admin', admin: true })

/** Creates two posts, their author and a voter for each test of a file. */
export function useMerge(): void {
  beforeEach(async () => {
    ;[author, voter] = await Promise.all([createMember({ name: 'Author' }), createMember({ name: 'Voter' })])
    title = `Goes ${randomUUID()}`
    goes = (await createPost({ title, authorId: author.id })).id
    stays = (await createPost()).id
    await vote(voter, goes)
  })
}

export const vote = async (by: Member, post_id: number, wanted = true) =>
  by.client.rpc('set_vote', { post_id, wanted }).throwOnError()

export const merge = async (post_ids = [goes], into_id = stays) =>
  admin.client.rpc('merge_posts', { post_ids, into_id }).throwOnError()

type Item = { kind: string; reason: string; merged_title: string | null; actor: { name: string } | null }

/** The merges in someone’s notifications, by the posts they are listed under. */
export async function heardBy(
  person: Member,
): Promise<{ post: number; of: string | null; reason: string }[]> {
  const data = await person.call('my_notices', {})
  return data.flatMap(({ post_id, items }) =>
    (items as Item[])
      .filter(({ kind }) => kind === 'post.merged')
      .map(({ merged_title, reason }) => ({ post: post_id, of: merged_title, reason })),
  )
}

/** The emails of these addresses once the wait is over. */
export async function mailsAfterWait(addresses: string[], posts = [goes]) {
  for (const id of posts) await agePost(id, '11 minutes')
  return takeMails(addresses)
}
