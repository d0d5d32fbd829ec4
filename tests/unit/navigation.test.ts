import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissToast, toast } from '../../components/ui/toast-store'
import { toasts } from '../../components/ui/toasts'
import { focusPageHeading, noteNavigation } from '@/components/shell/focus-after-navigation'
import { endProgress, startProgress } from '@/components/shell/progress-bar'
import '@/components/shell/slow-progress'

const bar = vi.hoisted(() => ({ configure: vi.fn(), start: vi.fn(), set: vi.fn() }))
vi.mock('nprogress', () => ({ default: bar }))
const fetched = vi.fn<(address: string) => Promise<Response>>()

describe('progress bar', () => {
  const fullness = () => bar.set.mock.calls.at(-1)?.[0] as number | undefined

  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    bar.configure.mockReturnValue(bar)
    vi.stubGlobal('window', { location: new URL('https://feedback.example.com/new-features?sort=top') })
  })
  afterEach(async () => {
    await endProgress()
    await vi.runAllTimersAsync()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test('the bar starts after 200 ms and fills in 2,000 ms', async () => {
    startProgress('/')
    await vi.advanceTimersByTimeAsync(199)
    expect(bar.start).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2)
    expect(bar.start).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(fullness()).toBeCloseTo(0.5, 1)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(fullness()).toBe(0.95)
  })

  test('it is full at the end, hidden after 500 ms and gone 400 ms later', async () => {
    startProgress('/')
    await vi.advanceTimersByTimeAsync(500)
    await endProgress()
    expect(fullness()).toBeGreaterThan(0.99)
    expect(fullness()).toBeLessThan(1)
    // nprogress waits its speed (400 ms) between full and hidden, and between hidden and gone.
    await vi.advanceTimersByTimeAsync(100)
    expect(fullness()).toBe(1)
    expect(bar.configure).toHaveBeenLastCalledWith(expect.objectContaining({ speed: 400 }))
  })

  test('a quick navigation never shows it, nor does one that ends while the bar loads', async () => {
    startProgress('/')
    await endProgress()
    await vi.advanceTimersByTimeAsync(1_000)
    startProgress('/')
    vi.advanceTimersByTime(200)
    await endProgress()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(bar.start).not.toHaveBeenCalled()
  })

  test('the end of one navigation does not end the bar of the next', async () => {
    startProgress('/')
    await vi.advanceTimersByTimeAsync(500)
    await endProgress()
    startProgress('/search')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(bar.set).not.toHaveBeenCalledWith(1)
  })

  test.each(['/new-features?sort=top', '/new-features?sort=top#comment-3', '#comment-3'])(
    'navigating to the current page shows none (%s)',
    async (url) => {
      startProgress(url)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(bar.start).not.toHaveBeenCalled()
    },
  )
})

describe('focus after navigation', () => {
  const body = {}
  const heading = { tabIndex: 0, focus: vi.fn() }

  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    vi.stubGlobal('document', { body, activeElement: body, querySelector: () => heading })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  function arrive() {
    focusPageHeading()
    vi.runAllTimers()
  }

  test('moves to the next page’s heading, once, when its button stayed behind', () => {
    noteNavigation('push')
    arrive()
    arrive()
    expect(heading.focus).toHaveBeenCalledOnce()
  })

  test('stays on the first page and when going back', () => {
    arrive()
    noteNavigation('push')
    noteNavigation('traverse')
    arrive()
    expect(heading.focus).not.toHaveBeenCalled()
  })

  test('stays where it already is', () => {
    noteNavigation('replace')
    vi.stubGlobal('document', { ...document, activeElement: {} })
    arrive()
    expect(heading.focus).not.toHaveBeenCalled()
  })
})

describe('build watch', () => {
  const assign = vi.fn()
  const kept = new Map<string, string>()
  let typing = false

  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers({ now: 1_000_000 })
    fetched.mockReset()
    vi.stubGlobal('fetch', fetched)
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

  const builtAs = (id: string) => Promise.resolve(Response.json({ id }))

  async function newBuild() {
    const watch = await import('@/lib/browser/build-watch')
    fetched.mockImplementation(() => builtAs('new'))
    watch.setOwnBuild('old')
    await watch.lookForNewBuild()
    return watch
  }

  test('an unknown own build, the same build, or a hidden tab changes nothing', async () => {
    const { lookForNewBuild, loadFullyWhenOutdated, setOwnBuild } = await import('@/lib/browser/build-watch')
    fetched.mockImplementation(() => builtAs('new'))
    await lookForNewBuild()
    loadFullyWhenOutdated('/')
    setOwnBuild('old')
    fetched.mockImplementation(() => builtAs('old'))
    await lookForNewBuild()
    vi.stubGlobal('document', { visibilityState: 'hidden', activeElement: null })
    fetched.mockImplementation(() => builtAs('new'))
    await lookForNewBuild()
    loadFullyWhenOutdated('/')
    expect(assign).not.toHaveBeenCalled()
  })

  test('a new build makes navigations full loads, once in 10,000 ms', async () => {
    const { loadFullyWhenOutdated } = await newBuild()
    expect(fetched).toHaveBeenLastCalledWith('/builds/meta/new.json')
    loadFullyWhenOutdated('/one')
    vi.advanceTimersByTime(9_999)
    loadFullyWhenOutdated('/two')
    expect(assign.mock.calls).toEqual([['/one']])
    vi.advanceTimersByTime(1)
    loadFullyWhenOutdated('/three')
    expect(assign.mock.calls).toEqual([['/one'], ['/three']])
  })

  test('no one is interrupted while typing', async () => {
    const { loadFullyWhenOutdated } = await newBuild()
    typing = true
    loadFullyWhenOutdated('/search?q=a')
    expect(assign).not.toHaveBeenCalled()
  })

  test('a failed manifest is only logged', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { lookForNewBuild, loadFullyWhenOutdated, setOwnBuild } = await import('@/lib/browser/build-watch')
    fetched
      .mockImplementationOnce(() => builtAs('new'))
      .mockImplementationOnce(() => Promise.resolve(new Response('', { status: 404 })))
    setOwnBuild('old')
    await lookForNewBuild()
    loadFullyWhenOutdated('/')
    expect(assign).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledOnce()
  })
})

test('there is one toast at a time: a new one replaces the last', () => {
  const first = toast({ title: 'First' })
  const second = toast({ title: 'Second' })
  expect(Number(second.id)).toBe(Number(first.id) + 1)
  expect(toasts.read()).toMatchObject([{ id: second.id, title: 'Second', open: true }])
})

test('it can be changed and dismissed, and is forgotten after 1,000,000 milliseconds', () => {
  vi.useFakeTimers()
  const shown = toast({ title: 'Saving' })
  shown.update({ title: 'Saved' })
  expect(toasts.read()).toMatchObject([{ title: 'Saved', open: true }])
  dismissToast()
  expect(toasts.read()).toMatchObject([{ open: false }])
  vi.advanceTimersByTime(999_999)
  expect(toasts.read()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(toasts.read()).toEqual([])
  vi.useRealTimers()
})
