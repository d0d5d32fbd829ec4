import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { call, createMember, createPost, sql } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'

type Row = {
  id: number
  title: string
  slug: string
  category_slug: string
  author_name: string | null
  state: string
  votes_total: number
  comments_total: number
  created_at: string
  row_cursor: string
}
/** What a filter or an order reads besides what is shown. */
type Facts = {
  author_id: string | null
  updated_at: string
  details: string
  category_name: string
  answered: boolean
}
type Rule = { by: string; desc?: boolean }

const states = ['proposed', 'candidate', 'planned', 'in-progress', 'completed']
const categories = [`adm-a-${randomUUID().slice(0, 8)}`, `adm-b-${randomUUID().slice(0, 8)}`]
const columns = ['created_at', 'state', 'votes', 'title', 'comments', 'updated_at', 'author', 'category']
const mine = { categories }
const anna = `Anna ${randomUUID().slice(0, 8)}`

const [admin, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: anna }),
])
await sql`insert into public.categories (slug, name) values (${categories[0]!}, 'Zebra'), (${categories[1]!}, 'Apple')`
await sql`
    insert into public.posts (category_id, author_id, title, details, state, created_at)
    select (select id from public.categories where slug = ${sql.array(categories)}[1 + n % 2]),
      (array[${member.id}::uuid, ${admin.id}::uuid, null])[1 + n % 3],
      (array['Beta', 'alpha', 'Gamma', 'Quixotic darkness'])[1 + n % 4] || ' idea',
      (array['plain words', 'a marvellous zyzzyva', '100% of_it "quoted" it''s', ''])[1 + n % 4],
      (enum_range(null::public.post_state))[1 + n % 5],
      timestamptz '2026-01-01 12:00:00.123456+00' + make_interval(days => n / 4)
    from generate_series(1, 61) n`
await sql`
    insert into public.votes (user_id, post_id)
    select v.id, p.id from public.posts p join public.categories c on c.id = p.category_id
    cross join lateral (select id from (values (${member.id}::uuid, 1), (${admin.id}::uuid, 2)) v (id, n) where n <= p.id % 3) v
    where c.slug = any (${categories})`
await sql`
    insert into public.comments (post_id, author_id, body)
    select p.id, case when p.id % 2 = 0 then ${admin.id}::uuid else ${member.id}::uuid end, 'Said'
    from public.posts p join public.categories c on c.id = p.category_id
    where c.slug = any (${categories}) and p.id % 4 < 2`
const board: (Row & Facts)[] = await sql`
    select p.id::int, p.title, p.slug, c.slug as category_slug, c.name as category_name, p.author_id, a.name as author_name,
      p.state, p.votes_total, p.comments_total, p.details,
      to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as created_at,
      to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as updated_at,
      p.state <> 'proposed' or exists (
        select from public.comments m join public.roles r on r.user_id = m.author_id where m.post_id = p.id
      ) as answered
    from public.posts p join public.categories c on c.id = p.category_id left join public.profiles a on a.id = p.author_id
    where c.slug = any (${categories})`

const keyOf: Record<string, (row: (typeof board)[number]) => string | number> = {
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
  state: (row) => states.indexOf(row.state),
  votes: (row) => row.votes_total,
  comments: (row) => row.comments_total,
  title: (row) => row.title.toLowerCase(),
  author: (row) => (row.author_name ?? 'Deleted user').toLowerCase(),
  category: (row) => row.category_name.toLowerCase(),
}

function sorted(rules: Rule[], rows = board): number[] {
  const all = rules.length === 0 ? [{ by: 'created_at', desc: true }] : rules
  const keys = [
    ...all.map(({ by, desc }) => ({ key: keyOf[by]!, desc: Boolean(desc) })),
    { key: (row: Row) => row.id, desc: Boolean(all.at(-1)!.desc) },
  ]
  return rows
    .toSorted((one, two) => {
      for (const { key, desc } of keys) {
        const [a, b] = [key(one as never), key(two as never)]
        if (a !== b) return a < b === desc ? 1 : -1
      }
      return 0
    })
    .map(({ id }) => id)
}

async function page(filter: object, sort: Rule[], more: object = {}): Promise<Row[]> {
  const { data, error } = await call<Row[]>(admin.client, 'admin_posts', { filter, sort, ...more })
  expect(error).toBeNull()
  return data!
}

const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)

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

  const filters: [string, object, (row: (typeof board)[number]) => boolean][] = [
    ['nothing', {}, () => true],
    ['states', { states: ['planned', 'completed'] }, (r) => ['planned', 'completed'].includes(r.state)],
    ['no state', { states: [] }, () => false],
    ['a category', { categories: [categories[0]] }, (r) => r.category_slug === categories[0]],
    ['a category there is not', { categories: ['no-such'] }, () => false],
    ['a part of the author', { author: anna.slice(1).toUpperCase() }, (r) => r.author_name === anna],
    ['nobody', { author: 'xx nobody xx' }, () => false],
    ['first day', { created_from: '2026-01-05' }, (r) => r.created_at >= '2026-01-05'],
    ['last day', { created_to: '2026-01-05' }, (r) => r.created_at < '2026-01-06'],
    [
      'one day',
      { created_from: '2026-01-05', created_to: '2026-01-05' },
      (r) => r.created_at.startsWith('2026-01-05'),
    ],
    ['votes', { votes_min: 1, votes_max: 1 }, (r) => r.votes_total === 1],
    ['a word of the details', { text: 'zyzzyva' }, (r) => r.details.includes('zyzzyva')],
    ['the middle of a title', { text: 'XOTIC DARK' }, (r) => r.title.startsWith('Quixotic')],
    ['a sign', { text: '%' }, (r) => r.details.includes('%')],
    ['a quote', { text: '"' }, (r) => r.details.includes('"')],
    ['unanswered', { unanswered: true }, (r) => !r.answered],
    ['not asked whether answered', { unanswered: false }, () => true],
    ['null, which is nothing', { states: null, text: null, author: null }, () => true],
    [
      'several at once',
      { states: ['proposed'], votes_max: 1, text: 'idea' },
      (r) => r.state === 'proposed' && r.votes_total <= 1,
    ],
  ]
  testTable(filters)('filters, counts the matches and lists their ids', async (_, filter, matches) => {
    const expected = board.filter(matches)
    const whole = { ...mine, ...filter }
    expect(ids(await page(whole, [], { page_rows: 200 }))).toEqual(sorted([], expected))
    expect((await call(admin.client, 'admin_posts_total', { filter: whole })).data).toEqual([
      { total: expected.length, is_exact: true },
    ])
    const found: number[] = []
    for (;;) {
      const { data } = await call<{ id: number }[]>(admin.client, 'admin_matching', {
        filter: whole,
        max_rows: 9,
        after_id: found.at(-1) ?? 0,
      })
      found.push(...ids(data!))
      if (data!.length < 9) break
    }
    expect(found).toEqual(ids(expected).toSorted((a, b) => a - b))
  })

  const groups: [object, (row: (typeof board)[number]) => boolean][] = [
    [{ states: ['planned', 'completed'] }, (r) => ['planned', 'completed'].includes(r.state)],
    [{ states: [] }, () => false],
    [{ categories: [categories[1]] }, (r) => r.category_slug === categories[1]],
    [{ unanswered: true }, (r) => !r.answered],
    [{ unanswered: true, states: ['planned'] }, () => false],
  ]
  testTable(groups)('sorts what a filter leaves by state and by category', async (filter, matches) => {
    const expected = board.filter(matches)
    for (const by of ['state', 'category'])
      for (const desc of [false, true]) {
        const sort = [{ by, desc }, { by: 'votes' }]
        const rows = await page({ ...mine, ...filter }, sort, { page_rows: 200 })
        expect(ids(rows)).toEqual(sorted(sort, expected))
        if (rows.length < 3) continue
        const after = await page({ ...mine, ...filter }, sort, {
          after_cursor: rows[1]!.row_cursor,
          page_rows: 200,
        })
        expect(ids(after)).toEqual(sorted(sort, expected).slice(2))
      }
  })

  test('filters by the id of an author', async () => {
    const expected = board.filter(({ author_id }) => author_id === member.id)
    expect(ids(await page({ author: member.id }, [], { page_rows: 200 }))).toEqual(sorted([], expected))
  })

  test('treats a post as answered once its state changed, even if it changed back', async () => {
    const { id } = await createPost({ category: categories[0] })
    const isListed = async () =>
      ids(await page({ ...mine, unanswered: true }, [], { page_rows: 200 })).includes(id)
    expect(await isListed()).toBe(true)
    for (const new_state of ['planned', 'proposed'] as const) {
      await admin.call('admin_set_state', { post_ids: [id], new_state })
      // A quicker change back counts as a correction.
      await sql`update public.post_events set created_at = now() - interval '1 hour' where post_id = ${id}`
    }
    expect(await isListed()).toBe(false)
    await sql`delete from public.posts where id = ${id}`
  })

  testTable([
    `'; drop table public.posts; --`,
    `%`,
    `_`,
    `\\`,
    `"`,
    `'`,
    `$1`,
    `$$`,
    `🎉`,
    `🎉🎉`,
    `x'::tsquery`,
    `:*`,
    `& | ! <->`,
    `((`,
    `\u202e`,
    `%s%I%L`,
    'a'.repeat(10_000),
    `'"%_ `.repeat(2500),
    '暗色模式',
    'الوضع',
    'c++',
    ' ',
  ])('takes hostile text for a text to look for and no more', async (hostile) => {
    const sort = [{ by: 'author' }, { by: 'votes', desc: true }]
    const filters = [{ text: hostile }, { author: hostile }, { categories: [hostile] }]
    const answers = await Promise.all(
      filters.flatMap((filter) => [
        call(admin.client, 'admin_posts', { filter, sort }),
        call(admin.client, 'admin_posts_total', { filter }),
        call(admin.client, 'admin_matching', { filter }),
      ]),
    )
    expect(answers.map(({ error }) => error)).toEqual(Array(9).fill(null))
  })

  testTable([
    [{ unknown: 1 }],
    [[]],
    ['text'],
    [{ states: ['no-such'] }],
    [{ states: 'planned' }],
    [{ states: [1] }],
    [{ states: {} }],
    [{ categories: 'x' }],
    [{ author: 1 }],
    [{ text: ['x'] }],
    [{ created_from: '2026-02-30' }],
    [{ created_from: 'now' }],
    [{ created_to: 20261120 }],
    [{ created_to: "2026-01-01'; select 1" }],
    [{ votes_min: '1' }],
    [{ votes_min: 1.5 }],
    [{ votes_max: 1e12 }],
    [{ unanswered: 'yes' }],
    [{ 'states) or (true': [] }],
  ])('refuses filters that are none', async (filter) => {
    for (const name of ['admin_posts', 'admin_posts_total', 'admin_matching']) {
      expect((await call(admin.client, name, { filter })).error?.code).toBe('22023')
    }
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
