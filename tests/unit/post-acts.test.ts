import { beforeEach, expect, test, vi } from 'vitest'
import { actOn, changePlan, changeState, changeTagsOf, whyNot } from '@/components/team/post-acts'
import { toState, withTags } from '@/components/inbox/inbox-acts'

const actions = vi.hoisted(() => ({
  setStates: vi.fn(),
  setCategories: vi.fn(),
  setPlan: vi.fn(),
  changeTags: vi.fn(),
  setLooked: vi.fn(),
}))
vi.mock('@/lib/actions/dashboard', () => actions)
vi.mock('@/lib/actions/triage', () => ({ ...actions, addNote: vi.fn(), deleteNote: vi.fn() }))
vi.mock('@/lib/actions/moderation', () => ({ pinPosts: vi.fn() }))
vi.mock('@/lib/actions/comments', () => ({ createComment: vi.fn(), deleteComment: vi.fn() }))

const post = (id: number, state: 'proposed' | 'planned' = 'proposed') => ({ id, state, categoryId: 1 })
const said = () => ''
/** Every requested post is done. */
const done = ({ ids }: { ids: number[] }) =>
  Promise.resolve({ ok: true, data: ids.map((post_id) => ({ post_id, outcome: 'done' })) })

beforeEach(() => {
  vi.resetAllMocks()
  actions.setStates.mockImplementation(done)
  actions.setLooked.mockResolvedValue({ ok: true, data: null })
})

test('states are sent with the expected state, and Undo restores each with its note', async () => {
  const posts = [post(1), post(2, 'planned'), post(3)]
  actions.setStates.mockResolvedValueOnce({
    ok: true,
    data: [1, 2, 3].map((post_id) => ({ post_id, outcome: 'done', note: post_id === 3 ? 'Soon.' : null })),
  })
  const act = actOn(posts, changeState('completed', 'Here it is.'), said)
  const { held } = await act.run()
  expect(held).toEqual(posts)
  const seen = { 1: 'proposed', 2: 'planned', 3: 'proposed' }
  expect(actions.setStates).toHaveBeenCalledWith({
    ids: [1, 2, 3],
    state: 'completed',
    seen,
    note: 'Here it is.',
  })
  actions.setStates.mockClear()
  expect((await act.undo(held)).held).toEqual(posts)
  expect(actions.setStates.mock.calls.map(([sent]) => sent)).toEqual([
    { ids: [1], state: 'proposed', seen: { 1: 'completed' }, note: undefined, isUndo: true },
    { ids: [2], state: 'planned', seen: { 2: 'completed' }, note: undefined, isUndo: true },
    { ids: [3], state: 'proposed', seen: { 3: 'completed' }, note: 'Soon.', isUndo: true },
  ])
})

test('a post changed or deleted in another tab counts neither as done nor as conflict', async () => {
  const posts = [post(1), post(2), post(3), post(4)]
  actions.setStates.mockResolvedValue({
    ok: true,
    data: ['done', 'conflict', 'missing', 'unchanged'].map((outcome, n) => ({ post_id: n + 1, outcome })),
  })
  const answer = await actOn(posts, changeState('planned'), said).run()
  expect(answer).toMatchObject({ held: [post(1)], failed: [post(2), post(3)], conflicts: 1, missing: 1 })
  expect(whyNot(answer, 'this post')).toBe('Someone else changed this post in the meantime.')
  expect(whyNot({ ...answer, conflicts: 0 }, 'this post')).toBe('This post has been deleted.')
})

test('more posts than fit one request are sent in several, until one is refused', async () => {
  const posts = Array.from({ length: 450 }, (_, n) => post(n + 1))
  actions.setStates
    .mockImplementationOnce(done)
    .mockResolvedValueOnce({ ok: false, message: 'Sign in first.', reason: 'signed-out' })
  const progress = vi.fn()
  const answer = await actOn(posts, changeState('planned'), said, progress).run()
  expect(answer.held).toHaveLength(200)
  expect(answer.failed).toHaveLength(250)
  expect(whyNot(answer, 'this')).toBe('Sign in first.')
  expect(progress.mock.calls).toEqual([[200]])
  expect(actions.setStates).toHaveBeenCalledTimes(2)
})

test('Undo reverts exactly the changed tags', async () => {
  const tag = (id: number) => ({ id, name: `tag ${id}` })
  actions.changeTags.mockResolvedValueOnce({
    ok: true,
    data: [
      { post: 1, tag: 7, isAdded: true },
      { post: 2, tag: 7, isAdded: true },
      { post: 2, tag: 8, isAdded: false },
    ],
  })
  actions.changeTags.mockResolvedValue({ ok: true, data: [] })
  const act = actOn([post(1), post(2)], changeTagsOf([tag(7)], [tag(8)]), said)
  await act.run()
  actions.changeTags.mockClear()
  expect((await act.undo([post(2)])).held).toEqual([post(2)])
  expect(actions.changeTags.mock.calls.map(([sent]) => sent)).toEqual([
    { ids: [2], added: [], removed: [7] },
    { ids: [2], added: [8], removed: [] },
  ])
})

test('Undo restores plans that no one has changed since', async () => {
  const plan = { quarter: '2027-Q1' }
  const before: Record<number, object> = {
    1: { quarter: null },
    2: { quarter: '2026-Q4' },
    3: { quarter: null },
  }
  actions.setPlan.mockImplementation(({ ids }: { ids: number[] }) =>
    Promise.resolve({
      ok: true,
      data: ids.map((id) => ({ post_id: id, outcome: 'done', before: before[id] })),
    }),
  )
  const act = actOn([post(1), post(2), post(3)], changePlan(plan), said)
  const { held } = await act.run()
  actions.setPlan.mockClear()
  await act.undo(held)
  expect(actions.setPlan.mock.calls.map(([sent]) => sent)).toEqual([
    { ids: [1, 3], plan: before[1], seen: plan },
    { ids: [2], plan: before[2], seen: plan },
  ])
})

test('the inbox marks posts as reviewed, and Undo reverts all of them', async () => {
  const row = (id: number, state: 'proposed' | 'planned') => ({ ...post(id, state), title: `${id}` }) as never
  const act = toState([row(1, 'proposed'), row(2, 'planned')], 'planned', 'Planned')
  expect(act.said([])).toBe('Moved 2 posts to Planned.')
  const { held } = await act.run()
  expect(actions.setLooked).toHaveBeenCalledExactlyOnceWith({ ids: [2], wanted: true })
  expect(actions.setStates.mock.calls[0]![0]).toMatchObject({ ids: [1], state: 'planned' })
  const back = await act.undo(held)
  expect(back.problem).toBe('')
  expect(actions.setStates).toHaveBeenLastCalledWith(
    expect.objectContaining({ ids: [1], state: 'proposed', isUndo: true }),
  )
  expect(actions.setLooked).toHaveBeenLastCalledWith({ ids: [1, 2], wanted: false })
})

test('a tagged post stays in the inbox', async () => {
  actions.changeTags.mockResolvedValue({ ok: true, data: [] })
  const act = withTags(
    [{ ...post(1), title: 'Dark mode' } as never],
    [{ id: 5, name: 'mobile' } as never],
    [],
  )
  const { held } = await act.run()
  expect(act.word).toBeUndefined()
  await act.undo(held)
  expect(actions.setLooked).not.toHaveBeenCalled()
})

test('a post that the inbox cannot restore stays out of it, with a reason', async () => {
  const act = toState([{ ...post(1), title: 'Dark mode' } as never], 'planned', 'Planned')
  const { held } = await act.run()
  actions.setStates.mockResolvedValue({ ok: true, data: [{ post_id: 1, outcome: 'conflict' }] })
  expect((await act.undo(held)).problem).toBe('Someone else changed this in the meantime.')
  expect(actions.setLooked).not.toHaveBeenCalled()
})
