import { describe, expect, test } from 'vitest'
import { call, createPost, sql } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { admin, anna, board, categories, ids, member, mine, page, sorted } from '../support/admin-list.ts'

describe('the list for admins', () => {
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
})
