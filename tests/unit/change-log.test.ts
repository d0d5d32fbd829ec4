import { createClient } from '@redis/client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openChangeLog } from '../../lib/instances/change-log'
import { checkRedis } from '../../supabase/commands/doctor-checks'
import { reasonToSkip } from '../support/programs'
import { redisNames, type RedisServer, startRedis } from '../support/redis-server'

const hasNoRedis = Boolean(reasonToSkip(...redisNames))
let redis: RedisServer
const opened: { close: () => void }[] = []
beforeAll(async () => {
  if (hasNoRedis) return
  redis = await startRedis()
})
afterEach(async () => {
  for (const log of opened.splice(0)) log.close()
})
afterAll(() => redis?.stop())

let key = 0
const newKey = () => `changes:${key++}`
/** A second on an idle machine. */
const soon = { timeout: 20_000, interval: 5 }
/** Redis counts as down after five seconds. */
const later = { timeout: 30_000, interval: 20 }

/** An instance with the changes it received and the outages it would log. */
function open(key: string, url = redis.url) {
  const heard: string[] = []
  const outages: string[] = []
  const log = openChangeLog({
    url,
    key,
    everything: ['everything'],
    onChange: (tags) => heard.push(...tags),
    onOutage: ({ message, name }) => outages.push(message || name),
  })
  opened.push(log)
  return { ...log, heard, outages }
}

const connect = () => createClient({ url: redis.url })
type RedisClient = ReturnType<typeof connect>

/** Two instances connected to each other. */
async function openTwo(key: string) {
  const [one, other] = [open(key), open(key)]
  one.tell(['one'])
  other.tell(['other'])
  await vi.waitFor(() => expect([other.heard, one.heard]).toEqual([['one'], ['other']]), soon)
  one.heard.length = other.heard.length = 0
  return [one, other] as const
}

async function withClient(use: (client: RedisClient) => Promise<void>): Promise<void> {
  const client = connect()
  await client.connect()
  try {
    await use(client)
  } finally {
    client.destroy()
  }
}

test.skipIf(hasNoRedis)('a change in one instance reaches every other one, but not itself', async () => {
  const key = newKey()
  const [one, other] = await openTwo(key)
  const third = open(key)
  const all = Array.from({ length: 1_000 }, (_, number) => `post:${number}`)
  for (const [at, tag] of all.entries()) {
    one.tell([tag])
    // The most changes that can be named at once.
    if (at % 100 === 99) await vi.waitFor(() => expect(other.heard).toHaveLength(at + 1), soon)
    else await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await vi.waitFor(() => expect(other.heard).toEqual(all), soon)
  await vi.waitFor(() => expect(third.heard).toEqual(expect.arrayContaining(all)), soon)
  expect(one.heard).toEqual([])
})

test.skipIf(hasNoRedis)(
  'more simultaneous changes than can be named are reported as a change of everything',
  async () => {
    const [one, other] = await openTwo(newKey())
    for (let number = 0; number < 1_000; number++) one.tell([`post:${number}`])
    await vi.waitFor(() => expect(other.heard).toContain('everything'), soon)
  },
)

test.skipIf(hasNoRedis)('a starting instance learns of earlier changes', async () => {
  const key = newKey()
  const [one, other] = await openTwo(key)
  one.tell(['post:1'])
  await vi.waitFor(() => expect(other.heard).toEqual(['post:1']), soon)
  const late = open(key)
  await vi.waitFor(() => expect(late.heard.toSorted()).toEqual(['one', 'other', 'post:1']), soon)
})

test.skipIf(hasNoRedis)('instances of another site receive nothing', async () => {
  const [one] = await openTwo(newKey())
  const stranger = open(newKey())
  one.tell(['post:1'])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(stranger.heard).toEqual([])
})

test.skipIf(hasNoRedis)(
  'an instance starts without Redis, logs that once, and synchronizes when Redis is back',
  async () => {
    const key = newKey()
    await redis.kill()
    const one = open(key)
    const started = performance.now()
    one.tell(['post:1'])
    one.tell(['post:2', 'post:1'])
    expect(performance.now() - started).toBeLessThan(4_000)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(one.outages).toHaveLength(1)
    await redis.start()
    const other = open(key)
    await vi.waitFor(() => expect(other.heard).toEqual(['post:1', 'post:2']), later)
    other.tell(['post:3'])
    await vi.waitFor(() => expect(one.heard).toEqual(['post:3']), later)
    expect(one.outages).toHaveLength(1)
  },
)

test.skipIf(hasNoRedis)('an instance treats everything as changed when Redis lost its memory', async () => {
  const key = newKey()
  const [one, other] = await openTwo(key)
  await redis.kill()
  one.tell(['post:1'])
  await new Promise((resolve) => setTimeout(resolve, 600))
  await redis.start()
  await vi.waitFor(() => expect(other.heard).toEqual(expect.arrayContaining(['everything', 'post:1'])), later)
  expect([one.outages.length, other.outages.length]).toEqual([1, 1])
})

test.skipIf(hasNoRedis)('no one waits for an unresponsive Redis, and no change is lost', async () => {
  const key = newKey()
  const [one, other] = await openTwo(key)
  redis.stall()
  const started = performance.now()
  for (let number = 0; number < 50; number++) one.tell([`post:${number}`])
  // After five seconds, Redis counts as down.
  expect(performance.now() - started).toBeLessThan(4_000)
  await vi.waitFor(() => expect(other.outages).toHaveLength(1), later)
  one.tell(['post:50'])
  redis.goOn()
  await vi.waitFor(() => expect(new Set(other.heard).size).toBe(51), later)
  // The log was still there, so no change is unknown.
  expect(other.heard).not.toContain('everything')
  expect(one.outages.length).toBeLessThanOrEqual(1)
  expect(other.outages).toHaveLength(1)
})

test.skipIf(hasNoRedis)('a broken connection is restored, and missed changes arrive', async () => {
  const key = newKey()
  const [one, other] = await openTwo(key)
  await withClient(async (client) => {
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'])
    one.tell(['post:1'])
    await vi.waitFor(() => expect(other.heard).toEqual(['post:1']), later)
  })
})

test.skipIf(hasNoRedis)('a foreign entry is skipped', async () => {
  const key = newKey()
  const [one, other] = await openTwo(key)
  await withClient(async (client) => void (await client.xAdd(key, '*', { words: 'Hello' })))
  one.tell(['post:1'])
  await vi.waitFor(() => expect(other.heard).toEqual(['post:1']), soon)
  expect(other.outages).toEqual([])
})

test.skipIf(hasNoRedis)('the log stays small, however much changes', async () => {
  const key = newKey()
  const [one] = await openTwo(key)
  await withClient(async (client) => {
    const fill = `for i = 1, 12000 do redis.call('XADD', KEYS[1], '*', 'from', 'a', 'tags', 'post:1') end`
    await client.eval(fill, { keys: [key] })
    one.tell(['post:2'])
    await vi.waitFor(async () => expect(await client.xLen(key)).toBeLessThan(10_200), soon)
    expect(await client.ttl(key)).toBeGreaterThan(0)
    expect(await client.memoryUsage(key)).toBeLessThan(2_000_000)
  })
})

test.skipIf(hasNoRedis)(
  'a read-only Redis is an outage, and changes are sent again once it accepts writes',
  async () => {
    const key = newKey()
    const [one, other] = await openTwo(key)
    await withClient(async (client) => {
      await client.configSet('maxmemory', '1')
      one.tell(['post:1'])
      await vi.waitFor(() => expect(one.outages).toHaveLength(1), later)
      await new Promise((resolve) => setTimeout(resolve, 2_500))
      expect(one.outages).toHaveLength(1)
      await client.configSet('maxmemory', '0')
      await vi.waitFor(() => expect(other.heard).toEqual(['post:1']), later)
    })
  },
)

test.skipIf(hasNoRedis)('the doctor reports whether instances hear of each other', async () => {
  expect(await checkRedis()).toMatchObject({ level: 'ok', what: expect.stringContaining('one instance') })
  expect(await checkRedis(redis.url)).toMatchObject({
    level: 'ok',
    what: expect.stringMatching(/in \d+ ms/),
  })
  const nobody = await checkRedis('redis://127.0.0.1:9')
  expect(nobody).toMatchObject({ level: 'fix', what: expect.stringContaining('ECONNREFUSED') })
})
