import { describe, expect, test } from 'vitest'
import { dashboardAddress, readDashboardQuery } from '../../lib/post/dashboard-query'

describe('the dashboard’s address', () => {
  test('says everything that is shown', () => {
    const address =
      '/dashboard?sort=votes.desc%2Ctitle&states=planned%2Cproposed&author=Kim&from=2026-01-01&min=3&q=dark&unanswered=1&tags=Big+ones&assignee=me&stale=1&columns=author%2Ctags&after=%5B1%5D'
    const query = readDashboardQuery(Object.fromEntries(new URL(address, 'http://x').searchParams))
    expect(query).toEqual({
      filter: {
        states: ['planned', 'proposed'],
        author: 'Kim',
        created_from: '2026-01-01',
        votes_min: 3,
        text: 'dark',
        unanswered: true,
        tags: ['Big ones'],
        assignee: 'me',
        stale: true,
      },
      sort: [
        { by: 'votes', desc: true },
        { by: 'title', desc: false },
      ],
      columns: ['author', 'tags'],
      cursor: '[1]',
      isBackwards: false,
    })
    expect(dashboardAddress(query)).toBe(address)
  })

  test('leaves out what cannot be understood', () => {
    expect(
      readDashboardQuery({
        sort: 'constructor,votes,votes.desc',
        states: 'nope',
        from: '2026-13-99',
        min: '-1',
        q: ' \0',
        author: '\0',
        columns: 'constructor,votes',
        view: 'other',
        assignee: 'somebody',
      }),
    ).toEqual({
      filter: {},
      sort: [{ by: 'votes', desc: false }],
      columns: [],
      cursor: null,
      isBackwards: false,
    })
  })

  test('says that it is the inbox', () => {
    const query = readDashboardQuery({ view: 'inbox', q: 'dark' })
    expect(query.filter).toEqual({ inbox: true, text: 'dark' })
    expect(dashboardAddress(query)).toBe('/dashboard?view=inbox&q=dark')
  })
})
