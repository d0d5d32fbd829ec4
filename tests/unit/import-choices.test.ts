import { describe, expect, test } from 'vitest'
import {
  countChosen,
  firstChoices,
  statesOfPosts,
  targetOf,
  undecidedStates,
} from '../../components/importing/read-choices'

describe('counts the posts that the choices import', () => {
  const found = {
    counts: { added: 95 },
    states: [
      { name: 'Open', count: 70, added: 67, isKnown: true, becomes: 'proposed' as const },
      { name: 'On ice', count: 28, added: 28, isKnown: false, becomes: 'proposed' as const },
      { name: 'Spam', count: 4, added: 3, isKnown: true, becomes: null },
    ],
  }
  test.each([
    ['as they were checked', { Open: 'proposed', 'On ice': 'proposed', Spam: null }, 95],
    ['in another state', { Open: 'planned', 'On ice': 'candidate', Spam: null }, 95],
    ['without a state', { Open: 'proposed', 'On ice': null, Spam: null }, 67],
    ['without any state', { Open: null, 'On ice': null, Spam: null }, 0],
    ['with one that was left out', { Open: 'proposed', 'On ice': null, Spam: 'proposed' }, 70],
  ] as const)('%s', (_, chosen, count) => {
    expect(countChosen(found, chosen)).toBe(count)
  })

  test('not by a check that has no counts for each state', () => {
    const states = found.states.map((state) => ({ ...state, added: undefined }))
    expect(countChosen({ ...found, states }, { 'On ice': null, Spam: null })).toBe(null)
    expect(countChosen({ ...found, states }, { Spam: null })).toBe(95)
  })
})

describe('the first choices', () => {
  const categories = [
    { slug: 'features', name: 'Features' },
    { slug: 'bugs', name: 'Bugs' },
  ]
  const found = {
    states: [{ name: 'Open', count: 1, isKnown: true, becomes: 'proposed' as const }],
    categories: ['bugs', 'Mobile', 'constructor'].map((name) => ({ name, count: 1 })),
  }
  const mobile = { new: 'Mobile' }

  test('create each category that has no namesake', () => {
    expect(firstChoices(found, categories, {})).toMatchObject({
      category: 'features',
      states: { Open: 'proposed' },
      categories: { bugs: { slug: 'bugs' }, Mobile: mobile, constructor: { new: 'constructor' } },
    })
  })

  test('are those of the check before', () => {
    const before = { category: 'bugs', categories: { bugs: mobile, Mobile: { slug: 'features' } } }
    expect(firstChoices(found, categories, before)).toMatchObject({
      category: 'bugs',
      categories: { bugs: { slug: 'bugs' }, Mobile: { slug: 'features' } },
    })
  })

  test('show where a post goes', () => {
    const choices = {
      category: 'features',
      states: { Open: 'planned', Spam: null } as const,
      categories: { Mobile: mobile },
    }
    const target = (stateName: string, category: string | null) =>
      targetOf({ state: 'proposed', stateName, category }, choices, categories)
    expect(target('Open', 'Mobile')).toEqual({ state: 'planned', category: 'Mobile' })
    expect(target('Spam', null)).toEqual({ state: null, category: 'Features' })
    expect(target('constructor', 'constructor')).toEqual({ state: 'proposed', category: 'Features' })
  })
})

describe('the states to choose', () => {
  const state = { isKnown: true, becomes: 'proposed' as const }
  const states = [
    { ...state, name: '', count: 1, added: 0 },
    { ...state, name: 'Open', count: 2, added: 1 },
    { ...state, name: 'On ice', count: 3, added: 3, isKnown: false },
    { ...state, name: 'Lost', count: 1, added: 0, isKnown: false },
  ]
  const names = (found: { name: string }[]) => found.map(({ name }) => name)

  test('are those of posts that can be imported', () => {
    expect(names(statesOfPosts(states, true))).toEqual(['Open', 'On ice'])
  })

  test('are all of the file until the posts are counted', () => {
    expect(statesOfPosts(states, false)).toEqual(states)
    const uncounted = states.map((one) => ({ ...one, added: undefined }))
    expect(statesOfPosts(uncounted, true)).toEqual(uncounted)
  })

  test('are undecided while they aren’t known and no one has chosen', () => {
    const shown = statesOfPosts(states, true)
    expect(undecidedStates(shown, undefined)).toEqual(['On ice'])
    expect(undecidedStates(shown, { Open: 'planned' })).toEqual(['On ice'])
    expect(undecidedStates(shown, { 'On ice': null })).toEqual([])
  })
})
