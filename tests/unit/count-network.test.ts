import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const database = vi.hoisted(() => ({ used: new Map<string, number>(), queries: 0, isDown: false }))
const limit = 120

vi.mock('@/lib/session/with-secret-key', () => ({
  countApiNetwork: async (address: string, requests: number) => {
    database.queries++
    await Promise.resolve()
    if (database.isDown) return null
    const used = (database.used.get(address) ?? 0) + requests
    database.used.set(address, used)
    return { max_count: limit, remaining: limit - used, reset: 60, seconds: 60 }
  },
}))
const { countNetwork } = await import('@/lib/api/count-network')

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  Object.assign(database, { queries: 0, isDown: false })
})
const ask = (address: string, times: number) =>
  Promise.all(Array.from({ length: times }, () => countNetwork(address)))

test('a network gets as many answers as its limit, however many requests arrive at once', async () => {
  const all = await ask('192.0.2.1', limit + 80)
  const answered = all.filter((counted) => counted!.remaining >= 0)
  expect(answered.map((counted) => counted!.remaining)).toEqual(
    Array.from({ length: limit }, (_, at) => limit - 1 - at),
  )
  expect(all.at(-1)).toMatchObject({ remaining: -1, reset: 60 })
})

test('most requests need no query, and those of a refused network none', async () => {
  await ask('192.0.2.2', limit)
  expect(database.queries).toBe(limit / 10)
  await ask('192.0.2.2', 1)
  const { queries } = database
  vi.advanceTimersByTime(45_000)
  expect((await ask('192.0.2.2', 50)).every((counted) => counted!.remaining < 0)).toBe(true)
  expect((await countNetwork('192.0.2.2'))!.reset).toBe(15)
  expect(database.queries).toBe(queries)
})

test('what another instance answered counts as well, and the limit starts again', async () => {
  database.used.set('192.0.2.3', limit - 4)
  const all = await ask('192.0.2.3', 6)
  expect(all.map((counted) => counted!.remaining)).toEqual([3, 2, 1, 0, -1, -1])
  database.used.set('192.0.2.3', 0)
  vi.advanceTimersByTime(60_000)
  expect((await countNetwork('192.0.2.3'))!.remaining).toBe(limit - 1)
})

test('a request that can’t be counted is answered, and the next one is counted', async () => {
  database.isDown = true
  expect(await countNetwork('192.0.2.4')).toBeNull()
  database.isDown = false
  expect((await countNetwork('192.0.2.4'))!.remaining).toBe(limit - 1)
})
