import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, sql } from '../support/database.ts'

const anon = anonClient()

const isTeam = async ({ id }: { id: string }) =>
  (await anon.from('profiles').select('is_team').eq('id', id).single().throwOnError()).data.is_team

const member = await createMember()

test('everybody sees who is of the team, from the moment the role is given until it is taken', async () => {
  const person = await createMember()
  expect(await isTeam(person)).toBe(false)
  await sql`insert into public.roles (user_id, role) values (${person.id}, 'admin')`
  expect(await isTeam(person)).toBe(true)
  await sql`update public.roles set user_id = ${member.id} where user_id = ${person.id}`
  expect([await isTeam(person), await isTeam(member)]).toEqual([false, true])
  await sql`delete from public.roles where user_id = ${member.id}`
  expect(await isTeam(member)).toBe(false)
})

test('posts, comments, replies and search say it of their author', async () => {
  const admin = await createMember({ admin: true })
  const word = `Gooseberry${admin.id.replaceAll('-', '')}`
  const category = `team-${admin.id}`
  await sql`insert into public.categories (slug, name, position) values (${category}, 'Team', 90)`
  const post = await createPost({ authorId: admin.id, title: word, category })
  const other = await createPost({ authorId: member.id, title: `${word} jam`, category })
  const [comment] = await sql<{ id: string }[]>`
    insert into public.comments (post_id, author_id, body) values (${post.id}, ${admin.id}, 'Said') returning id`
  await sql`
    insert into public.comments (post_id, parent_id, author_id, body)
    values (${post.id}, ${comment!.id}, ${member.id}, 'Asked'), (${post.id}, ${comment!.id}, null, 'Gone')`

  const listed = await anon.rpc('list_posts', { category }).throwOnError()
  const found = await anon.rpc('search_posts', { query: word }).throwOnError()
  for (const { data } of [listed, found]) {
    const said = Object.fromEntries(data.map((row) => [row.id, row.author_is_team]))
    expect([said[post.id], said[other.id]]).toEqual([true, false])
  }
  const { data: comments } = await anon.rpc('list_comments', { of_post: post.id }).throwOnError()
  expect(comments[0]).toMatchObject({ author_is_team: true })
  expect(comments[0]!.replies).toMatchObject([{ author_is_team: false }, { author_is_team: false }])
})

test('nobody makes themselves one of the team', async () => {
  await member.client.auth.updateUser({ data: { is_team: true, role: 'admin' } })
  expect(await isTeam(member)).toBe(false)
})
