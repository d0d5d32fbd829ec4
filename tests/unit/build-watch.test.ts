import { beforeEach, expect, test, vi } from 'vitest'

const fetchJson = vi.hoisted(() => vi.fn())
vi.mock('@/lib/browser/fetch-json', () => ({ fetchJson }))

const assign = vi.fn()
const kept = new Map<string, string>()
let typing = false

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ now: 1_000_000 })
  fetchJson.mockReset()
  assign.mockReset()
  kept.clear()
  typing = false
  vi.stubGlobal('window', { location: { assign } })
  vi.stubGlobal('document', { visibilityState: 'visible', activeElement: { matches: () => typing } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

async function newBuild() {
  const watch = await import('@/lib/browser/build-watch')
  fetchJson.mockResolvedValue({ id: 'new' })
  await watch.lookForNewBuild('old')
  return watch
}

test('the same build, or a hidden tab, changes nothing', async () => {
  const { lookForNewBuild, loadFullyWhenOutdated } = await import('@/lib/browser/build-watch')
  fetchJson.mockResolvedValue({ id: 'old' })
  await lookForNewBuild('old')
  vi.stubGlobal('document', { visibilityState: 'hidden', activeElement: null })
  fetchJson.mockResolvedValue({ id: 'new' })
  await lookForNewBuild('old')
  loadFullyWhenOutdated('/')
  expect(assign).not.toHaveBeenCalled()
})

test('a new build makes navigations full loads, once in 10,000 ms', async () => {
  const { loadFullyWhenOutdated } = await newBuild()
  expect(fetchJson).toHaveBeenLastCalledWith('/builds/meta/new.json')
  loadFullyWhenOutdated('/one')
  vi.advanceTimersByTime(9_999)
  loadFullyWhenOutdated('/two')
  expect(assign.mock.calls).toEqual([['/one']])
  vi.advanceTimersByTime(1)
  loadFullyWhenOutdated('/three')
  expect(assign.mock.calls).toEqual([['/one'], ['/three']])
})

test('nobody is interrupted while typing', async () => {
  const { loadFullyWhenOutdated } = await newBuild()
  typing = true
  loadFullyWhenOutdated('/search?q=a')
  expect(assign).not.toHaveBeenCalled()
})

test('a failed manifest is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { lookForNewBuild, loadFullyWhenOutdated } = await import('@/lib/browser/build-watch')
  fetchJson.mockResolvedValueOnce({ id: 'new' }).mockRejectedValueOnce(new Error('gone'))
  await lookForNewBuild('old')
  loadFullyWhenOutdated('/')
  expect(assign).not.toHaveBeenCalled()
  expect(warn).toHaveBeenCalledOnce()
})
