import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createMember, createPost, type Member, sql } from '../support/database.ts'

const [author, other, admin] = await Promise.all([
  createMember({ name: 'Author' }),
  createMember({ name: 'Other' }),
  createMember({ name: 'Admin', admin: true }),
])

describe('an edit', () => {
  test('that starts from an older text is told and changes nothing', async () => {
    const { id } = await createPost({ authorId: author.id, title: `First ${randomUUID()}` })
    const edit = (client: Member['client'], title: string, seen: number) =>
      client
        .rpc('edit_post', { post_id: id, new_title: title, new_details: 'Text', seen_revision: seen })
        .single()
    expect((await edit(author.client, 'By the author', 0)).data).toMatchObject({
      status: 'saved',
      revision: 1,
    })
    expect((await edit(admin.client, 'By the admin', 0)).data).toMatchObject({
      status: 'conflict',
      title: 'By the author',
      revision: 1,
    })
    expect((await edit(other.client, 'By another', 1)).error?.code).toBe('42501')
    expect((await edit(admin.client, 'By the admin', 1)).data).toMatchObject({ status: 'saved' })
    const [row] = await sql`select title, slug, edited_at from public.posts where id = ${id}`
    expect(row!.title).toBe('By the admin')
    expect(row!.slug).toMatch(/^first-/)
    expect(row!.edited_at).not.toBeNull()
  })

  test('of a comment is its author’s alone', async () => {
    const post = await createPost()
    const { data } = await other.client
      .from('comments')
      .insert({ post_id: post.id, body: 'One' })
      .select('id')
      .single()
    const edit = (client: Member['client'], seen: number) =>
      client.rpc('edit_comment', { comment_id: data!.id, new_body: 'Two', seen_revision: seen }).single()
    expect((await edit(author.client, 0)).error?.code).toBe('42501')
    expect((await edit(admin.client, 0)).error?.code).toBe('42501')
    expect((await edit(other.client, 0)).data).toMatchObject({ status: 'saved', revision: 1 })
    expect((await edit(other.client, 0)).data).toMatchObject({ status: 'conflict', body: 'Two' })
  })
})
