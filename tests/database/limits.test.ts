import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { totals } from '../support/counts.ts'
import { actingAs, createAccounts, createMember, createPost, type Member, sql } from '../support/database.ts'

let author: Member

beforeAll(async () => {
  author = await createMember({ name: 'Author' })
})

describe('limits', () => {
  test('hold for direct requests as well and say when to go on', async () => {
    const person = await createMember()
    await createPost({ authorId: person.id })
    await sql`update public.profiles set created_at = now() - interval '8 days' where id = ${person.id}`
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
      select ${person.id}, 'comment', max_count - 3 from private.limits
      where action = 'comment' and standing = 'newcomer'`
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        person.client.from('comments').insert({ post_id: post.id, body: 'Hi' }),
      ),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(3)
    expect(await totals(post.id)).toMatchObject({ comments_total: 3, comments: 3 })
  })

  test('let fresh accounts that come together make few posts and comments', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => createMember()))
    const post = await createPost()
    const [category] = await sql`select id from public.categories where slug = 'new-features'`
    const answers = await Promise.all(
      people.flatMap(({ client }) => [
        ...Array.from({ length: 10 }, () =>
          client
            .from('posts')
            .insert({ category_id: category!.id, title: `Spam ${randomUUID()}`, details: '' }),
        ),
        ...Array.from({ length: 60 }, () =>
          client.from('comments').insert({ post_id: post.id, body: 'Spam' }),
        ),
      ]),
    )
    expect(answers.filter(({ error }) => !error)).toHaveLength(4 * (5 + 20))
  }, 60_000)

  test('grow with the age of an account and with what it posted', async () => {
    const [person] = await createAccounts(1)
    const standing = async (age: string) => {
      await sql`update public.profiles set created_at = now() - ${age}::interval where id = ${person!.id}`
      return (await sql`select private.standing_of(${person!.id}) as is`)[0]!.is
    }
    expect(await standing('23 hours')).toBe('newcomer')
    expect(await standing('25 hours')).toBe('member')
    expect(await standing('8 days')).toBe('member')
    await createPost({ authorId: person!.id })
    expect(await standing('6 days')).toBe('member')
    expect(await standing('8 days')).toBe('regular')
    await sql`insert into public.roles (user_id, role) values (${person!.id}, 'admin')`
    expect(await standing('1 minute')).toBe('regular')
  })

  test('count what is edited, however it is, and what stays as it was not', async () => {
    const [person] = await createAccounts(1)
    const post = await createPost({ authorId: person!.id })
    const edit = (details: string, times: number) =>
      actingAs(
        person!,
        async (as) => {
          for (let time = 0; time < times; time++) {
            await as`update public.posts set details = ${details + time} where id = ${post.id}`
          }
        },
        { keep: true },
      )
    await edit('x'.repeat(9_000), 20)
    await actingAs(person!, (as) => as`update public.posts set details = details where id = ${post.id}`)
    await expect(edit('y', 1)).rejects.toThrow(/^You have edited a lot\. Try again in \d+ minutes\.$/)
  })

  test('do not count what follows from deleting a post', async () => {
    const { id } = await createPost({ authorId: author.id })
    await sql`insert into public.votes (user_id, post_id) select id, ${id} from public.profiles limit 150`
    expect((await author.client.rpc('delete_post', { post_id: id })).error).toBeNull()
  })
})
