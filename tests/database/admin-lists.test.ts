import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call, createPost, sql } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { type Row, type Rule, admin, categories, ids, mine, page, sorted } from '../support/admin-list.ts'

const columns = ['created_at', 'state', 'votes', 'title', 'comments', 'updated_at', 'author', 'category']

describe('the list for admins', () => {
  const sorts: Rule[][] = [
    [],
    ...columns.flatMap((by) => [[{ by }], [{ by, desc: true }]]),
    [{ by: 'state' }, { by: 'votes', desc: true }],
    [{ by: 'author', desc: true }, { by: 'title' }],
    [{ by: 'category' }, { by: 'created_at', desc: true }],
    [{ by: 'votes', desc: true }, { by: 'author' }, { by: 'state', desc: true }],
    [
      { by: 'comments' },
      { by: 'votes', desc: true },
      { by: 'category' },
      { by: 'title', desc: true },
      { by: 'state' },
    ],
  ]

  testTable(sorts.map((sort) => [JSON.stringify(sort), sort] as const))(
    'goes once through all posts, forward and back, whatever sorts it',
    async (_, sort) => {
      const expected = sorted(sort)
      const forward: Row[] = []
      for (let cursor: string | undefined; ;) {
        const rows = await page(mine, sort, { page_rows: 13, after_cursor: cursor })
        forward.push(...rows)
        if (rows.length < 13) break
        cursor = rows.at(-1)!.row_cursor
      }
      expect(ids(forward)).toEqual(expected)
      const last = forward.at(-1)!
      const back: Row[] = []
      for (let cursor = last.row_cursor; ;) {
        const rows = await page(mine, sort, { page_rows: 17, before_cursor: cursor })
        back.unshift(...rows)
        if (rows.length < 17) break
        cursor = rows[0]!.row_cursor
      }
      expect(ids([...back, last])).toEqual(expected)
    },
  )

  test('returns what the table shows for each post', async () => {
    const [row] = await page(mine, [{ by: 'title' }], { page_rows: 1 })
    expect(Object.keys(row!)).toEqual(
      'id title slug category_id category_slug category_name author_name state votes_total comments_total created_at row_cursor author_id'.split(
        ' ',
      ),
    )
  })

  testTable([
    [{}],
    [[{}]],
    [[{ by: 'id; drop table posts' }]],
    [[{ by: 1 }]],
    [['title']],
    [[{ by: 'title', desc: 'yes' }]],
    [[{ by: 'title' }, { by: 'title', desc: true }]],
    [[{ by: 'title', nulls: 'first' }]],
    [columns.slice(0, 6).map((by) => ({ by }))],
  ])('refuses orders that are none', async (sort) => {
    expect((await call(admin.client, 'admin_posts', { filter: {}, sort })).error?.code).toBe('22023')
  })

  const filtersInTurn = [{ stale: true }, { unanswered: true }, { stale: true, unanswered: true }]

  const untouched = columns.flatMap((by) => [[{ by }], [{ by, desc: true }]])

  testTable(untouched.map((sort, turn) => [JSON.stringify(sort), sort, turn] as const))(
    'goes through what the team did nothing with, whether in every category or in one, whatever sorts it',
    async (_, sort, turn) => {
      const among = Math.floor(turn / 2) % 2 ? categories : [categories[0]!]
      const asked = { ...filtersInTurn[turn % 3], categories: among }
      const matching = await call<{ id: number }[]>(admin.client, 'admin_matching', { filter: asked })
      const left = new Set(ids(matching.data!))
      expect(left.size).toBeGreaterThan(1)
      const found: Row[] = []
      for (let cursor: string | undefined; ;) {
        const rows = await page(asked, sort, { page_rows: 7, after_cursor: cursor })
        found.push(...rows)
        if (rows.length < 7) break
        cursor = rows.at(-1)!.row_cursor
      }
      expect(ids(found)).toEqual(sorted(sort).filter((id) => left.has(id)))
    },
  )

  test('contains the posts of categories with the same name together', async () => {
    const mark = randomUUID().slice(0, 8)
    const slugs = [`one-${mark}`, `two-${mark}`]
    await sql`insert into public.categories (slug, name) values (${slugs[0]!}, ${`Same ${mark}`}), (${slugs[1]!}, ${`same ${mark}`})`
    const made: number[] = []
    for (const n of [0, 1, 0, 1, 0]) made.push((await createPost({ category: slugs[n] })).id)
    const filter = { categories: slugs }
    const first = await page(filter, [{ by: 'category' }], { page_rows: 3 })
    const rest = await page(filter, [{ by: 'category' }], { after_cursor: first.at(-1)!.row_cursor })
    expect([...ids(first), ...ids(rest)]).toEqual(made)
  })

  test('refuses cursors it didn’t create, or created for another order', async () => {
    const [row] = await page(mine, [{ by: 'votes' }], { page_rows: 1 })
    const parts = JSON.parse(row!.row_cursor) as unknown[]
    const forged = [
      '[]',
      '{}',
      'null',
      'nonsense',
      `'; drop table posts`,
      JSON.stringify(['x', ...parts.slice(1)]),
      JSON.stringify([null, ...parts.slice(1)]),
      JSON.stringify(parts.slice(0, 2)),
    ]
    for (const after_cursor of forged) {
      const { error } = await call(admin.client, 'admin_posts', { sort: [{ by: 'votes' }], after_cursor })
      expect(error?.code).toBe('22023')
    }
    for (const sort of [[{ by: 'votes', desc: true }], [{ by: 'comments' }], []]) {
      const { error } = await call(admin.client, 'admin_posts', { sort, after_cursor: row!.row_cursor })
      expect(error?.code).toBe('22023')
    }
    const both = { sort: [{ by: 'votes' }], after_cursor: row!.row_cursor, before_cursor: row!.row_cursor }
    expect((await call(admin.client, 'admin_posts', both)).error?.code).toBe('22023')
  })
})
