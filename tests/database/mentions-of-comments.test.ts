import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, sql } from '../support/database.ts'
import { comment, forgetComment } from '../support/moderation.ts'

const [author, other, moderator] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Moderator' }),
])
await sql`insert into public.roles (user_id, role) values (${moderator.id}, 'moderator')`
const anon = anonClient()

test('who a comment mentions is only known while its text is', async () => {
  const post = await createPost({ title: `Thread ${randomUUID()}` })
  const mentions = async () =>
    (await anon.rpc('list_comments', { of_post: post.id }).throwOnError()).data!.map((row) => row.mentions)
  const say = async () => {
    const [made] = await author.call('create_comment', {
      post_id: post.id,
      body: 'Hello @Other',
      sent_key: randomUUID(),
      mentions: [other.id],
    })
    await comment(post, other, Number(made!.id), 'A reply')
    return Number(made!.id)
  }
  const deleted = await say()
  expect(await mentions()).toEqual([[{ id: other.id, name: 'Other' }]])
  await author.call('delete_comment', { comment_id: deleted })
  expect(await mentions()).toEqual([[]])
  await forgetComment(deleted)
  expect(await mentions()).toEqual([[]])
  expect([...(await sql`select from private.mentions where comment_id = ${deleted}`)]).toEqual([])
  const hidden = await say()
  await moderator.call('hide_comments', { comment_ids: [hidden], reason: 'Spam' })
  expect(await mentions()).toEqual([[], []])
})
