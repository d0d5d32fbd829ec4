import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { markNotificationsRead, fetchJson } = vi.hoisted(() => ({
  markNotificationsRead: vi.fn(),
  fetchJson: vi.fn(),
}))
vi.mock('@/lib/browser/fetch-json', () => ({ fetchJson }))
vi.mock('@/lib/actions/notifications', () => ({ markNotificationsRead }))
// What React would show.
vi.mock('@/lib/browser/create-store', async (load) => ({
  ...(await load<object>()),
  useStore: (store: { read: () => unknown }) => store.read(),
}))

type Store = typeof import('../../components/notification/unread-store')
const stops: (() => void)[] = []
let store: Store

/** Another tab is another copy of the module. */
async function openTab(person = 'kim'): Promise<Store> {
  vi.resetModules()
  const tab = await import('../../components/notification/unread-store')
  stops.push(tab.watchUnread(person))
  await settle()
  return tab
}
const settle = (time = 20) => new Promise((resolve) => setTimeout(resolve, time))
const answer = (unread: number) => ({ ok: true, data: { unread } })

beforeEach(async () => {
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {}, removeEventListener() {} })
  markNotificationsRead.mockReset()
  fetchJson.mockReset().mockResolvedValue({ unread: 3 })
  store = await openTab()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

test('a notification read in one tab updates the badge of another, unless that is someone else’s', async () => {
  const second = await openTab()
  const others = await openTab('lou')
  expect(second.useUnread()).toBe(3)
  markNotificationsRead.mockResolvedValue(answer(0))
  expect(await second.readAll(7)).toBe(true)
  expect(markNotificationsRead).toHaveBeenCalledWith({ seen: [{ post: null, upTo: 7 }] })
  await settle()
  expect(store.useUnread()).toBe(0)
  expect(others.useUnread()).toBe(3)
})

test('notifications seen together are one request', async () => {
  markNotificationsRead.mockResolvedValue(answer(1))
  store.look({ post: 1, upTo: 5 })
  store.look({ post: 2, upTo: 4 })
  await settle(300)
  expect(markNotificationsRead).toHaveBeenCalledOnce()
  expect(markNotificationsRead).toHaveBeenCalledWith({
    seen: [
      { post: 1, upTo: 5 },
      { post: 2, upTo: 4 },
    ],
  })
  expect(store.useUnread()).toBe(1)
})

test('an answer from before a notification was read doesn’t restore the badge', async () => {
  let late: (value: { unread: number }) => void = () => {}
  fetchJson.mockReturnValue(new Promise((resolve) => (late = resolve)))
  const slow = await openTab()
  markNotificationsRead.mockResolvedValue(answer(0))
  await slow.readAll(9)
  late({ unread: 3 })
  await settle()
  expect(slow.useUnread()).toBe(0)
})

test('opening a post marks its notifications as read, once unread ones are known', async () => {
  markNotificationsRead.mockResolvedValue(answer(2))
  store.lookAtPost(4)
  await settle(300)
  expect(markNotificationsRead).toHaveBeenCalledWith({ seen: [{ post: 4, upTo: null }] })

  markNotificationsRead.mockClear()
  fetchJson.mockResolvedValue({ unread: 0 })
  const calm = await openTab()
  calm.lookAtPost(4)
  await settle(300)
  expect(markNotificationsRead).not.toHaveBeenCalled()
})

test('a notification that couldn’t be marked as read stays unread', async () => {
  markNotificationsRead.mockResolvedValue({ ok: false, message: 'No.' })
  expect(await store.readAll(9)).toBe(false)
  expect(store.useUnread()).toBe(3)
})
