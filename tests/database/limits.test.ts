import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { totals } from '../support/counts.ts'
import { createMember, createPost, type Member, sql } from '../support/database.ts'

let author: Member

beforeAll(async () => {
  author = await createMember({ name: 'Author' })
})

describe('limits', () => {
  test('hold for direct requests as well and say when to go on', async () => {
    const person = await createMember()
    const [category] = await sql`select id from public.categories where slug = 'new-features'`
    const post = () =>
      person.client
        .from('posts')
        .insert({ category_id: category!.id, title: `Post ${randomUUID()}`, details: '' })
    for (let count = 0; count < 10; count++) expect((await post()).error).toBeNull()
    const { error } = await post()
    expect(error?.message).toMatch(/^You have posted a lot\. Try again in \d+ minutes\.$/)
    await sql`update private.usage set started_at = now() - interval '2 hours' where user_id = ${person.id}`
    expect((await post()).error).toBeNull()
  })

  test('let exactly as many through when they come together', async () => {
    const person = await createMember()
    const post = await createPost()
    await sql`
      insert into private.usage (user_id, action, used)
      select ${person.id}, 'comment', max_count - 3 from private.limits where action = 'comment'`
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        person.client.from('comments').insert({ post_id: post.id, body: 'Hi' }),
      ),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(3)
    expect(await totals(post.id)).toMatchObject({ comments_total: 3, comments: 3 })
  })

  test('do not count what follows from deleting a post', async () => {
    const { id } = await createPost({ authorId: author.id })
    await sql`insert into public.votes (user_id, post_id) select id, ${id} from public.profiles limit 150`
    expect((await author.client.rpc('delete_post', { post_id: id })).error).toBeNull()
  })
})
