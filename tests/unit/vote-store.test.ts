import { beforeEach, expect, test, vi } from 'vitest'
import '../../components/auth/auth-dialog-store'
import '../../components/vote/vote-sender'
import { learnVote, wantVote } from '../../components/vote/vote-store'
import { readVote, trustPage } from '../../components/vote/votes'
import { takeOverSession } from '../../lib/session/browser/events'
import { changeSession, readSession } from '../../lib/session/browser/store'

const { setVote, fetchJson } = vi.hoisted(() => ({ setVote: vi.fn(), fetchJson: vi.fn() }))
vi.mock('@/lib/browser/fetch-json', () => ({ fetchJson }))
vi.mock('@/lib/actions/votes', () => ({ setVote }))
// A session that is still in the cookies; the server decides whose it is.
const answer = vi.hoisted(() => ({ viewer: null as { id: string; role: null } | null }))
vi.mock('../../lib/session/cookie', () => ({ hasSessionCookie: () => true }))
vi.mock('../../lib/session/browser/client', () => ({
  followSession: (_: unknown, __: unknown, onViewer: () => void) => {
    changeSession({ status: 'signed-in', viewer: answer.viewer as never })
    onViewer()
    return Promise.resolve(answer.viewer?.id)
  },
}))

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
})

const settle = () => new Promise((resolve) => setTimeout(resolve, 40))

test('a vote given before the person is known is sent', async () => {
  changeSession({ status: 'signed-in', viewer: null })
  fetchJson.mockResolvedValueOnce({ votes: [] })
  setVote.mockResolvedValueOnce({ ok: true, data: { isVoted: true, votesTotal: 3 } })
  wantVote(6, true)
  learnVote(6, 'jo')
  expect(readVote(6).wanted).toBe(true)
  await settle()
  expect(setVote).toHaveBeenLastCalledWith({ id: 6, wanted: true })
  expect(readVote(6)).toEqual({ isVoted: true, total: 3, wanted: null })
})

test('a vote refused in an ended session is sent once the person signs in again', async () => {
  changeSession({ status: 'signed-in', viewer: { id: 'kim', role: null } as never })
  setVote.mockResolvedValueOnce({ ok: false, reason: 'signed-out', message: 'Sign in to continue.' })
  wantVote(7, true)
  await settle()
  expect(setVote).toHaveBeenCalledOnce()
  expect(readSession()).toMatchObject({ status: 'signed-out', viewer: null })

  setVote.mockResolvedValueOnce({ ok: true, data: { isVoted: true, votesTotal: 5 } })
  answer.viewer = { id: 'kim', role: null }
  await takeOverSession('SIGNED_IN')
  await settle()
  expect(setVote).toHaveBeenCalledTimes(2)
  expect(setVote).toHaveBeenLastCalledWith({ id: 7, wanted: true })
})

test('an older answer about votes does not remove a newer vote', async () => {
  changeSession({ status: 'signed-in', viewer: { id: 'lou', role: null } as never })
  const answer = Promise.withResolvers<unknown>()
  fetchJson.mockReturnValueOnce(answer.promise)
  learnVote(8, 'lou')
  await settle()
  setVote.mockResolvedValueOnce({ ok: true, data: { isVoted: true, votesTotal: 1 } })
  wantVote(8, true)
  await settle()
  answer.resolve({ votes: [{ id: 8, isVoted: false, total: 0 }] })
  await settle()
  expect(readVote(8)).toEqual({ isVoted: true, total: 1, wanted: null })
})

test('a vote given while signing in is shown while it is sent', async () => {
  changeSession({ status: 'signed-in', viewer: { id: 'max', role: null } as never })
  fetchJson.mockResolvedValueOnce({ votes: [{ id: 9, isVoted: true, total: 1 }] })
  setVote.mockResolvedValueOnce({ ok: true, data: { isVoted: true, votesTotal: 1 } })
  wantVote(9, true)
  learnVote(9, 'max')
  expect(readVote(9).wanted).toBe(true)
  await settle()
  expect(readVote(9)).toEqual({ isVoted: true, total: 1, wanted: null })
})

test('a vote learned next to a page’s older count brings its own count, until the page has a new one', async () => {
  changeSession({ status: 'signed-in', viewer: { id: 'nia', role: null } as never })
  fetchJson.mockResolvedValueOnce({ votes: [{ id: 10, isVoted: true, total: 5 }] })
  trustPage(10, 4)
  learnVote(10, 'nia')
  await settle()
  expect(readVote(10)).toEqual({ isVoted: true, total: 5, wanted: null })
  trustPage(10, 4)
  expect(readVote(10).total).toBe(5)
  trustPage(10, 6)
  expect(readVote(10)).toEqual({ isVoted: true, total: null, wanted: null })
})
