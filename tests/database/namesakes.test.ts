import { beforeEach, expect, test, vi } from 'vitest'
import { listMentionable } from '../../lib/queries/mentionable.ts'
import { createMember, createPost, type Member, sql } from '../support/database.ts'

const { asked, viewer } = vi.hoisted(() => ({ asked: [] as unknown[], viewer: { client: null as unknown } }))
vi.mock('../../lib/queries/read-own.ts', () => ({
  readOwn: async (ask: (client: unknown) => PromiseLike<{ data: unknown[] }>) => {
    asked.push(ask)
    return (await ask(viewer.client)).data
  },
}))

vi.mock('../../lib/env.ts', () => ({ env: { SITE_URL: 'https://feedback.example.com' } }))

let asking: Member
let name: string
beforeEach(async () => {
  asking = await createMember()
  viewer.client = asking.client
  asked.length = 0
  name = `Sam ${crypto.randomUUID()}`
})

const say = async (author: Member, post: number, body: string) => {
  const [row] = await sql`
    insert into public.comments (post_id, author_id, body) values (${post}, ${author.id}, ${body}) returning id`
  return Number(row!.id)
}

const aboutOf = async (post?: number) =>
  new Map((await listMentionable(post, name)).map((one) => [one.id, one.about]))

test('people with the same name are told apart by public facts, with one query for all', async () => {
  const [writer, speaker, quiet, hidden] = await Promise.all(
    ['user', 'user', 'moderator', 'moderator'].map((role) =>
      createMember({ name, moderator: role === 'moderator' }),
    ),
  )
  const { id } = await createPost({ authorId: writer!.id })
  await createPost({ authorId: writer!.id, title: 'A later post' })
  const elsewhere = await createPost({ title: 'Somebody else’s post' })
  await say(speaker!, id, 'An **earlier** word')
  await say(speaker!, id, 'A *later* word')
  await say(speaker!, elsewhere.id, 'Words elsewhere')
  await sql`update public.comments set hidden_at = now(), body = '', hidden_reason = 'Spam' where id = ${await say(hidden!, id, 'Buy them')}`
  await sql`update public.comments set deleted_at = now(), body = '' where id = ${await say(hidden!, elsewhere.id, 'Gone words')}`

  const here = await aboutOf(id)
  // First the names, then everything that tells them apart.
  expect(asked).toHaveLength(2)
  expect(here.get(writer!.id)).toEqual({
    deed: 'Wrote this post',
    since: expect.stringMatching(/· 2 posts$/),
  })
  expect(here.get(speaker!.id)).toEqual({
    deed: 'Wrote “A later word”',
    since: expect.stringMatching(/^Joined .* · 0 posts$/),
  })
  expect(here.get(quiet!.id)!.deed).toBe("Hasn't posted yet")
  expect(here.get(hidden!.id)!.deed).toBe("Hasn't posted yet")

  const there = await aboutOf(elsewhere.id)
  expect(there.get(speaker!.id)!.deed).toBe('Wrote “Words elsewhere”')
  await sql`insert into public.roles (user_id, role) values (${writer!.id}, 'moderator')`
  expect((await aboutOf()).get(writer!.id)!.deed).toBe('Wrote the post “A later post”')
})

test('people with a unique name cause no query', async () => {
  const only = await createMember({ name, moderator: true })
  expect([...(await aboutOf())]).toEqual([[only.id, null]])
  expect(asked).toHaveLength(1)
})
