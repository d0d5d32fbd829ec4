import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endProgress, startProgress } from '@/components/shell/progress-bar'

const bar = vi.hoisted(() => ({ configure: vi.fn(), start: vi.fn(), set: vi.fn() }))
vi.mock('nprogress', () => ({ default: bar }))

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

test('a quick navigation never shows it, nor one that ends while the bar is loaded', async () => {
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
  'a way to the page that is shown starts none (%s)',
  async (url) => {
    startProgress(url)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(bar.start).not.toHaveBeenCalled()
  },
)
