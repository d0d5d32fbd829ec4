import { describe, expect, test } from 'vitest'
import { dashboardAddress, readDashboardQuery } from '../../lib/post/dashboard-query'
import { chipsOf } from '@/components/team/filter-chips'
import { commandOf, commands, explain } from '@/components/team/key-commands'
import { stateNames as ownStateNames } from '@/lib/post/state-names'

describe('the dashboard’s address', () => {
  test('contains everything that is shown', () => {
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

  test('leaves out invalid parts', () => {
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

  test('identifies the inbox', () => {
    const query = readDashboardQuery({ view: 'inbox', q: 'dark' })
    expect(query.filter).toEqual({ inbox: true, text: 'dark' })
    expect(dashboardAddress(query)).toBe('/dashboard?view=inbox&q=dark')
  })
})

const team = [{ id: 'ada', name: 'Ada' }]
const categories = [{ slug: 'bugs', name: 'Bugs' }]
const stateNames = { ...ownStateNames, planned: 'Next up' }

test('each filter has a chip, which removes only that filter', () => {
  const filter = {
    states: ['planned' as const, 'completed' as const],
    categories: ['bugs', 'gone'],
    author: 'Kim',
    created_from: '2026-01-02',
    votes_min: 0,
    unanswered: true,
    text: 'dark',
  }
  const chips = chipsOf(filter, categories, stateNames, team)
  expect(chips.map(({ text }) => text)).toEqual([
    'State: Next up',
    'State: Completed',
    'Category: Bugs',
    'Category: gone',
    'Author: Kim',
    'Unanswered',
    'From January 2, 2026',
    'Votes: 0 or more',
  ])
  expect(chips[0]!.without).toEqual({ ...filter, states: ['completed'] })
  expect(chips[4]!.without).toEqual({ ...filter, author: undefined })
})

test('removing a filter’s last state removes the filter from the address', () => {
  const [chip] = chipsOf({ states: ['planned'] }, categories, stateNames, team)
  const query = { filter: chip!.without, sort: [], columns: [], cursor: null, isBackwards: false }
  expect(dashboardAddress(query)).toBe('/dashboard')
  expect(chipsOf(chip!.without, categories, stateNames, team)).toEqual([])
})

test.each([
  ['me', 'Assigned to me'],
  ['none', 'Unassigned'],
  ['ada', 'Assigned to Ada'],
  ['gone', 'Assigned to someone'],
])('assignee filter: %s', (assignee, text) => {
  expect(chipsOf({ assignee }, categories, stateNames, team)).toEqual([{ text, without: {} }])
})

test('every key of the inbox does one thing', () => {
  const keys = Object.values(commands).flatMap((command) => [...command.keys])
  expect(new Set(keys).size).toBe(keys.length)
})

test.each([
  ['j', 'next', 0],
  ['J', 'next', 0],
  ['ArrowUp', 'previous', 1],
  ['1', 'state', 0],
  ['5', 'state', 4],
  ['Escape', 'back', 0],
] as const)('%s is %s', (key, command, index) => {
  expect(commandOf(key)).toEqual({ command, index })
})

test.each(['?', '6', '0', 'q', 'Tab', 'Shift', ' ', 'F8', 'constructor'])(
  '%s is left to the browser',
  (key) => {
    expect(commandOf(key)).toBeNull()
  },
)

test('keys are labeled as on keyboards', () => {
  const stateNames = { ...ownStateNames, planned: 'Next up' }
  expect(explain('next', stateNames)).toEqual({ keys: ['J', '↓'], name: 'Next post' })
  expect(explain('state', stateNames)).toEqual({
    keys: ['1–5'],
    name: 'State: Proposed, Candidate, Next up, In Progress, Completed',
  })
})
