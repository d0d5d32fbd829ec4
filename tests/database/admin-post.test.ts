import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call } from '../support/admin-rpc.ts'
import { createMember, createPost, sql } from '../support/database.ts'

const [admin, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: 'Anna' }),
])

describe('the expanded row', () => {
  test('tells all about a post', async () => {
    const { id } = await createPost({ authorId: member.id, details: 'All of it' })
    await sql`insert into public.comments (post_id, author_id, body, created_at)
      select ${id}, ${member.id}, 'Comment ' || n, now() + make_interval(secs => n) from generate_series(1, 7) n`
    await sql`insert into public.votes (user_id, post_id) values (${member.id}, ${id}), (${admin.id}, ${id})`
    await sql`insert into public.images (post_id, uploader_id, path, width, height)
      values (${id}, ${member.id}, ${`${member.id}/${randomUUID()}.png`}, 10, 20)`
    await admin.call('admin_set_state', { post_ids: [id], new_state: 'planned', public_note: 'Soon.' })
    const { data } = await call<{ comments: { body: string }[]; voters: { name: string }[] }>(
      admin.client,
      'admin_post',
      { post_id: id },
    )
    expect(data).toMatchObject({
      id,
      details: 'All of it',
      state: 'planned',
      voters_total: 2,
      images: [{ width: 10, height: 20, alt: '' }],
      timeline: [{ from_state: 'proposed', to_state: 'planned', note: 'Soon.' }],
      audit: [
        {
          action: 'post.state',
          actor_name: 'Admin',
          before: { state: 'proposed' },
          after: { state: 'planned' },
        },
      ],
    })
    expect(data!.comments.map(({ body }) => body)).toEqual([7, 6, 5, 4, 3].map((n) => `Comment ${n}`))
    expect(data!.voters.map(({ name }) => name).toSorted()).toEqual(['Admin', 'Anna'])
  })

  test('of a post that does not exist is null', async () => {
    expect(await call(admin.client, 'admin_post', { post_id: 999_999_999 })).toEqual({
      data: null,
      error: null,
    })
  })
})
