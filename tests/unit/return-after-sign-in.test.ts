import { beforeEach, expect, test, vi } from 'vitest'
import { signedOut } from '@/lib/session/browser/store'
import type { Departure } from '@/lib/session/browser/intent'

const { setVote, createComment } = vi.hoisted(() => ({ setVote: vi.fn(), createComment: vi.fn() }))
vi.mock('@/lib/actions/votes', () => ({ setVote }))
vi.mock('@/lib/actions/comments', () => ({ createComment }))
vi.mock('@/lib/actions/posts', () => ({}))
vi.mock('../../components/image/send-kept-pictures', () => ({
  sendKeptPictures: () => Promise.resolve(true),
}))
// The person who is signed in once the session is read.
const present = vi.hoisted(() => ({ email: '' }))
vi.mock('../../lib/session/cookie', () => ({ hasSessionCookie: () => true }))
vi.mock('../../lib/session/browser/client', () => ({
  followSession: async (_: unknown, __: unknown, onViewer: () => void) => {
    const { email } = present
    const { changeSession } = await import('@/lib/session/browser/store')
    changeSession({
      status: 'signed-in',
      user: { email } as never,
      viewer: { id: email, role: null } as never,
    })
    onViewer()
    return email
  },
}))

const kept = new Map<string, string>()
const meant = {
  vote: { kind: 'vote', id: 7, title: 'Dark mode' },
  comment: { kind: 'comment', post: 1, parent: null, draft: 'comment-1', key: 'a-key' },
} as const
const anna = { email: 'anna@example.com' }
const ben = { email: 'ben@example.com' }

/** A tab of this browser: its modules share nothing with another tab’s. */
async function openTab({ hasLooked = true } = {}) {
  vi.resetModules()
  const dialog = await import('../../components/auth/auth-dialog-store')
  const { returnAfterSignIn } = await import('../../components/account/return-after-sign-in')
  const { readQuestion } = await import('../../components/vote/vote-question')
  const { takeOverSession } = await import('@/lib/session/browser/events')
  const { changeSession } = await import('@/lib/session/browser/store')
  const findNobody = () => changeSession(signedOut)
  if (hasLooked) findNobody()
  return { ...dialog, returnAfterSignIn, readQuestion, takeOverSession, findNobody }
}
type Tab = Awaited<ReturnType<typeof openTab>>

/** Starts an action as a visitor and leaves to confirm the address. */
async function leave(tab: Tab, intent: (typeof meant)[keyof typeof meant] | null, by: Departure) {
  const afterwards = vi.fn()
  tab.openAuthDialog('sign-up', intent ? afterwards : undefined, intent)
  await tab.leaveForConfirmation('', by)
  return afterwards
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 40))

beforeEach(() => {
  kept.clear()
  vi.clearAllMocks()
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('window', { location: { href: 'http://site.invalid/bugs/a-post' } })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  localStorage.setItem('signpost-draft:visitor:comment-1', JSON.stringify({ body: 'Words of Anna' }))
  createComment.mockResolvedValue({ ok: true, data: { id: 23 } })
  setVote.mockResolvedValue({ ok: true, data: { isVoted: true, votesTotal: 1 } })
})

test('a comment that needed a sign-up is published on return', async () => {
  await leave(await openTab(), meant.comment, anna)
  present.email = anna.email
  const other = await openTab()
  expect(await other.returnAfterSignIn('/')).toBe('/bugs/a-post#comment-23')
  expect(createComment).toHaveBeenCalledOnce()
})

test('the tab it was written in is told, and no other', async () => {
  const heard = vi.fn()
  const { onceOutcomeIsKnown } = await import('@/components/auth/intent-outcome')
  const stopHearing = onceOutcomeIsKnown('another-key', heard)
  const tab = await openTab()
  const elsewhere = vi.fn()
  tab.openAuthDialog('sign-up', () => {}, meant.comment, elsewhere)
  await tab.leaveForConfirmation('', anna)
  present.email = anna.email
  await (await openTab()).returnAfterSignIn('/')
  await vi.waitFor(() => expect(elsewhere).toHaveBeenCalledOnce(), { timeout: 20_000 })
  expect(elsewhere).toHaveBeenCalledWith(
    expect.objectContaining({ path: '/bugs/a-post#comment-23', said: 'Comment posted.' }),
  )
  expect(heard).not.toHaveBeenCalled()
  stopHearing()
})

test.each([
  ['a mail', undefined],
  ['another site', 'another-start'],
])(
  'another person’s intent in this browser is not carried out for the one who returns from %s',
  async (_, start) => {
    for (const intent of [meant.comment, meant.vote]) {
      await leave(await openTab(), intent, anna)
      present.email = ben.email
      const other = await openTab()
      expect(await other.returnAfterSignIn('/search', 'Email address confirmed.', start)).toBe('/search')
    }
    await settle()
    expect(createComment).not.toHaveBeenCalled()
    expect(setVote).not.toHaveBeenCalled()
    expect(kept.has('signpost-intent')).toBe(false)
    expect(kept.has('signpost-draft:visitor:comment-1')).toBe(true)
  },
)

test('signing up for an account alone discards an earlier intent', async () => {
  await leave(await openTab(), meant.comment, anna)
  await leave(await openTab(), null, ben)
  expect(kept.has('signpost-intent')).toBe(false)
})

test('so does signing in with a password without an intent', async () => {
  await leave(await openTab(), meant.comment, anna)
  const tab = await openTab()
  tab.openAuthDialog('sign-in')
  tab.signInHere()
  expect(kept.has('signpost-intent')).toBe(false)
})

test('signing in with another provider carries out the intent first', async () => {
  await leave(await openTab(), meant.comment, { start: 'this-start' })
  present.email = ben.email
  const back = await openTab()
  expect(await back.returnAfterSignIn('/', undefined, 'this-start')).toBe('/bugs/a-post#comment-23')
})

test.each([
  [anna.email, 1],
  [ben.email, 0],
])('a tab that waits for Anna, when %s returns in another one, continues %i times', async (email, times) => {
  const tab = await openTab()
  const afterwards = await leave(tab, meant.vote, anna)
  present.email = email
  kept.delete('signpost-intent')
  await tab.takeOverSession('SIGNED_IN')
  await settle()
  await vi.waitFor(() => expect(afterwards).toHaveBeenCalledTimes(times), { timeout: 20_000 })
})

test('one dialog’s intent does not carry over to the next sign-up in this tab', async () => {
  const tab = await openTab()
  tab.openAuthDialog('sign-in', () => {}, meant.comment)
  tab.endAuthDialog()
  tab.show('sign-up')
  await tab.leaveForConfirmation('', ben)
  expect(kept.has('signpost-intent')).toBe(false)
})

test('a dialog left open does nothing for someone who signs in in another tab', async () => {
  const tab = await openTab()
  const afterwards = vi.fn()
  tab.openAuthDialog('sign-in', afterwards, meant.comment)
  present.email = ben.email
  await tab.takeOverSession('SIGNED_IN')
  await settle()
  expect(afterwards).not.toHaveBeenCalled()
})

test('signing in in the dialog continues with the intent', async () => {
  const tab = await openTab()
  const afterwards = await leave(tab, meant.comment, anna)
  present.email = ben.email
  tab.signInHere()
  await tab.takeOverSession('SIGNED_IN')
  await settle()
  expect(afterwards).toHaveBeenCalledOnce()
})

test('a vote that only the link carries is asked about', async () => {
  present.email = ben.email
  const tab = await openTab()
  expect(await tab.returnAfterSignIn('/bugs/a-post?vote=39')).toBe('/bugs/a-post')
  await settle()
  expect(setVote).not.toHaveBeenCalled()
  expect(tab.readQuestion()).toBe(39)
})

test.each([
  ['is done for whoever is there', false, 1],
  ['is done for nobody who signs in elsewhere once a look found nobody', true, 0],
])('a press before the tab knew who is signed in %s', async (_, isNobody, times) => {
  const tab = await openTab({ hasLooked: false })
  const afterwards = vi.fn()
  tab.openAuthDialog('sign-in', afterwards, meant.vote)
  if (isNobody) tab.findNobody()
  present.email = ben.email
  await tab.takeOverSession('SIGNED_IN')
  await settle()
  expect(afterwards).toHaveBeenCalledTimes(times)
})
