import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { totals } from '../support/counts.ts'
import { anonClient, createMember, createPost, sql } from '../support/database.ts'

describe('what is sent again with its key', () => {
  test('is one comment, also when it comes at once, and the same words with another key are two', async () => {
    const [person, other] = [await createMember(), await createMember()]
    const post = await createPost()
    const key = randomUUID()
    const say = (sent_key: string, by = person) =>
      by.client.rpc('create_comment', { post_id: post.id, body: 'Twice', sent_key }).single()
    const answers = await Promise.all(Array.from({ length: 6 }, () => say(key)))
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1)
    expect((await say(randomUUID())).data!.id).not.toBe(answers[0]!.data!.id)
    expect((await say(key, other)).data!.id).not.toBe(answers[0]!.data!.id)
    expect(await totals(post.id)).toMatchObject({ comments_total: 3, comments: 3 })
    await person.client.rpc('delete_comment', { comment_id: answers[0]!.data!.id })
    expect((await say(key)).data).toBeNull()
  })

  test('is one post; a refused one leaves its key free', async () => {
    const person = await createMember()
    const key = randomUUID()
    const post = (title: string) =>
      person.client
        .rpc('create_post', { category: 'new-features', title, details: '', sent_key: key })
        .single()
    expect((await post('x')).error).not.toBeNull()
    const answers = await Promise.all(Array.from({ length: 6 }, () => post('The same post')))
    expect(new Set(answers.map(({ data }) => data?.slug)).size).toBe(1)
    expect(await sql`select 1 from public.posts where author_id = ${person.id}`).toHaveLength(1)
    expect(
      (
        await anonClient().rpc('create_post', {
          category: 'new-features',
          title: 'Hello',
          details: '',
          sent_key: key,
        })
      ).error,
    ).not.toBeNull()
  })
})
