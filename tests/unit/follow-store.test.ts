import { beforeEach, expect, test, vi } from 'vitest'

const { setFollow, fetchJson, toastProblem } = vi.hoisted(() => ({
  setFollow: vi.fn(),
  fetchJson: vi.fn(),
  toastProblem: vi.fn(),
}))
vi.mock('@/lib/browser/fetch-json', () => ({ fetchJson }))
vi.mock('@/lib/actions/follows', () => ({ setFollow }))
vi.mock('../../components/ui/toast-store', () => ({ toastProblem }))
// What React would show.
vi.mock('@/lib/browser/create-store', async (load) => ({
  ...(await load<object>()),
  useStore: (store: { read: () => unknown }, select: (value: unknown) => unknown) => select(store.read()),
}))

type Store = typeof import('../../components/follow/follow-store')
let store: Store
const byVote = { level: 'updates', reason: 'vote' }

beforeEach(async () => {
  vi.resetModules()
  for (const mock of [setFollow, fetchJson, toastProblem]) mock.mockReset()
  store = await import('../../components/follow/follow-store')
})

test('a level is shown at once and then as the database has it', async () => {
  fetchJson.mockResolvedValue({ follow: byVote })
  await store.learnFollow(7)
  expect(store.useFollow(7)).toEqual(byVote)
  setFollow.mockResolvedValue({ ok: true, data: { level: 'all', reason: 'follow' } })
  const sent = store.wantFollow(7, 'all')
  expect(store.useFollow(7)).toEqual({ level: 'all', reason: 'follow' })
  await sent
  expect(setFollow).toHaveBeenCalledWith({ id: 7, level: 'all' })
})

test('a refused change is reverted and reported', async () => {
  fetchJson.mockResolvedValue({ follow: byVote })
  await store.learnFollow(7)
  setFollow.mockResolvedValue({ ok: false, message: 'This no longer exists.' })
  await store.wantFollow(7, 'muted')
  expect(store.useFollow(7)).toEqual(byVote)
  expect(toastProblem).toHaveBeenCalledOnce()
})

test.each(['before', 'while'])(
  'an answer to a question from %s a level was chosen does not undo it',
  async (when) => {
    let answerLate: (value: unknown) => void = () => {}
    fetchJson.mockReturnValue(new Promise((resolve) => (answerLate = resolve)))
    setFollow.mockResolvedValue({ ok: true, data: { level: 'all', reason: 'follow' } })
    const asked = when === 'before' ? store.learnFollow(7) : null
    const sent = store.wantFollow(7, 'all')
    const askedLater = when === 'while' ? store.learnFollow(7) : null
    await sent
    answerLate({ follow: { level: null, reason: null } })
    await asked
    await askedLater
    expect(store.useFollow(7)).toEqual({ level: 'all', reason: 'follow' })
  },
)

test('of two answers, the one to the later question counts', async () => {
  let answerFirst: (value: unknown) => void = () => {}
  fetchJson.mockReturnValueOnce(new Promise((resolve) => (answerFirst = resolve)))
  fetchJson.mockResolvedValueOnce({ follow: byVote })
  const first = store.learnFollow(7)
  await store.learnFollow(7)
  answerFirst({ follow: { level: null, reason: null } })
  await first
  expect(store.useFollow(7)).toEqual(byVote)
})
