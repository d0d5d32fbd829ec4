import { expect, test, vi } from 'vitest'
import { listAdminPosts } from '../../lib/queries/dashboard'

const { rpc } = vi.hoisted(() => ({ rpc: vi.fn() }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => Promise.resolve({ rpc }) }))

const query = { filter: {}, sort: [], columns: [], cursor: '[1]', isBackwards: true }
const refuse = (code: string) =>
  rpc.mockImplementation((name, { before_cursor }) => {
    const asked = {
      single: () => asked,
      throwOnError: () => {
        if (before_cursor) return Promise.reject(Object.assign(new Error(code), { code }))
        return Promise.resolve({ data: name === 'admin_posts' ? [] : { total: 0, is_exact: true } })
      },
    }
    return asked
  })

test('a cursor that the database cannot read leads to the first page', async () => {
  refuse('22023')
  expect(await listAdminPosts(query)).toMatchObject({ rows: [], total: 0, before: null, after: null })
})

test('any other failure does not', async () => {
  refuse('57014')
  await expect(listAdminPosts(query)).rejects.toMatchObject({ code: '57014' })
})
