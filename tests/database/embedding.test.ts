import { expect, test } from 'vitest'
import { anonClient, createMember, createPost, sql } from '../support/database.ts'

// Programs that read the API of an earlier version name no way where there was only one.
test('a comment leads to its author, and to its post, by one way', async () => {
  const person = await createMember({ name: 'Ada' })
  const { id } = await createPost({ title: 'Dark mode by one way' })
  await sql`insert into public.comments (post_id, author_id, body) values (${id}, ${person.id}, 'Yes')`
  const { data } = await anonClient()
    .from('comments')
    .select('body, profiles(name), posts(title)')
    .eq('post_id', id)
    .throwOnError()
  expect(data).toEqual([{ body: 'Yes', profiles: { name: 'Ada' }, posts: { title: 'Dark mode by one way' } }])
})
