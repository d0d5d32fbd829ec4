import { expect, test } from 'vitest'
import { chipsOf } from '@/components/team/filters'
import { dashboardAddress } from '@/lib/post/dashboard-query'
import { stateNames as ownStateNames } from '@/lib/post/states'

const team = [{ id: 'ada', name: 'Ada' }]
const categories = [{ slug: 'bugs', name: 'Bugs' }]
const stateNames = { ...ownStateNames, planned: 'Next up' }

test('each filter has a chip, and the filter without it is the rest', () => {
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
    'Without an answer',
    'From January 2, 2026',
    'Votes from 0',
  ])
  expect(chips[0]!.without).toEqual({ ...filter, states: ['completed'] })
  expect(chips[4]!.without).toEqual({ ...filter, author: undefined })
})

test('the last state of a filter leaves nothing of it in the address', () => {
  const [chip] = chipsOf({ states: ['planned'] }, categories, stateNames, team)
  const query = { filter: chip!.without, sort: [], columns: [], cursor: null, isBackwards: false }
  expect(dashboardAddress(query)).toBe('/dashboard')
  expect(chipsOf(chip!.without, categories, stateNames, team)).toEqual([])
})

test.each([
  ['me', 'Assigned to me'],
  ['none', 'Assigned to nobody'],
  ['ada', 'Assigned to Ada'],
  ['gone', 'Assigned to somebody'],
])('whom posts are assigned to: %s', (assignee, text) => {
  expect(chipsOf({ assignee }, categories, stateNames, team)).toEqual([{ text, without: {} }])
})
