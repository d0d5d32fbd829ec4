import { describe, expect, test } from 'vitest'
import { call } from '../support/admin-rpc.ts'
import { anonClient, createMember, refusal } from '../support/database.ts'

const [admin, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: 'Member' }),
])

describe('whoever is no admin', () => {
  const calls: [string, string, Record<string, unknown>][] = [
    ['admin_posts', `public.admin_posts('{}', '[]')`, {}],
    ['admin_posts_total', `public.admin_posts_total('{}')`, {}],
    ['admin_matching', `public.admin_matching('{}')`, {}],
    ['admin_post', `public.admin_post(1)`, { post_id: 1 }],
    [
      'admin_set_state',
      `public.admin_set_state(array[1], 'planned', null, '{}')`,
      { post_ids: [1], new_state: 'planned' },
    ],
    [
      'admin_set_category',
      `public.admin_set_category(array[1], 1, '{}')`,
      { post_ids: [1], new_category: 1 },
    ],
  ]
  test.each(calls)('is refused %s', async (name, expression, args) => {
    for (const [who, client] of [
      ['anon', anonClient()],
      [member, member.client],
    ] as const) {
      expect(await refusal(who, `select * from ${expression}`)).toBe('42501')
      expect((await call(client, name, args)).error?.code).toBe('42501')
    }
    expect(await refusal(admin, `select * from ${expression}`)).toBeNull()
    expect(
      (await call(admin.client, name, { ...args, ...(name.includes('set') ? { post_ids: [] } : {}) })).error,
    ).toBeNull()
  })
})
