import { setTimeout as wait } from 'node:timers/promises'
import { countLost, killAndRestart, loadWhile, measureChanges, mixSessions } from '../load/cluster-rounds'
import { type Cluster, startCluster } from '../support/cluster'
import { createCrowd, createPosts, type Member } from '../support/crowd'
import { reasonToSkip } from '../support/programs'
import { redisNames } from '../support/redis-server'
import { expect, test } from './fixtures'
import { sql } from './people'

// What npm run cluster-faults measures at length.
test.describe.configure({ mode: 'serial' })

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>
let cluster: Cluster
let members: Member[]

test.beforeAll(async () => {
  const reason = reasonToSkip(...redisNames) ?? reasonToSkip('nginx')
  test.skip(reason !== null, reason ?? '')
  // Backend and keys are those of the run.
  cluster = await startCluster({ count: 2, env: {} })
  const backend = { url: TEST_SUPABASE_URL!, publishableKey: TEST_SUPABASE_PUBLISHABLE_KEY! }
  members = await createCrowd(sql, backend, cluster.site, 6)
})
test.afterAll(() => cluster?.stop())

test('what changes through one instance is seen on the other, and stays seen', async () => {
  const changes = await measureChanges(cluster, members, await createPosts(sql, 4), {
    workers: 2,
    readers: 2,
  })
  // On a machine that runs other tests a page may take a second by itself.
  expect(changes.slowest).toBeLessThan(5_000)
  // Nor is a page right that was being made while the vote came; the next is.
  expect(changes.notOwn).toBeLessThanOrEqual(1)
  expect(changes).toMatchObject({
    changes: 24,
    staleAnswers: 0,
    staleThroughProxy: 0,
    wrongAtEnd: 0,
  })
})

test('the proxy keeps nobody a session, and gives nobody another one', async () => {
  const mixed = await mixSessions(cluster, members, 3)
  expect(mixed.leaks).toEqual([])
  expect(mixed.cookiesSet).toBeGreaterThan(0)
  expect(mixed.storedAnswers).toBeGreaterThan(2)
})

test('nobody notices when an instance is killed, nor when Redis is', async () => {
  const posts = await createPosts(sql, 100)
  const load = await loadWhile(cluster, members.slice(0, 3), posts, async () => {
    await killAndRestart(cluster.instances[0]!, 500)
    await cluster.redis.kill()
    await wait(1_000)
    await cluster.redis.start()
    await wait(500)
  })
  expect(load.failed).toEqual([])
  expect(load.cutOff).toBeLessThanOrEqual(3)
  expect(load.votes.length).toBeGreaterThan(20)
  expect(await countLost(sql, load.votes)).toBe(0)
  for (const { output } of cluster.instances) {
    expect(output().split('Redis cannot be used').length).toBeLessThanOrEqual(2)
  }
})
