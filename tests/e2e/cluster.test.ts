import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres, { type Sql } from 'postgres'
import type { StartedBackend } from '../../supabase/local/backend'
import { createDemoAccounts, demoPassword } from '../../supabase/local/demo-accounts'
import { waitUntil } from '../../supabase/local/processes'
import {
  countLost,
  endAndRestart,
  killAndRestart,
  loadWhile,
  measureChanges,
} from '../support/cluster-rounds'
import { mixSessions } from '../support/cluster-sessions'
import { type Cluster, startCluster } from '../support/cluster'
import { createCrowd, createPosts, type Member } from '../support/crowd'
import { reasonToSkip } from '../support/programs'
import { redisNames } from '../support/redis-server'
import { sessionCookies } from '../support/session-cookies'
import { startTestBackend } from '../support/start-backend'
import { expect, test } from './fixtures'

// npm run cluster-faults measures this in more depth.
test.describe.configure({ mode: 'serial' })

// Settings apply to the whole site, so this uses a Supabase that no other test uses.
const folder = mkdtempSync(join(tmpdir(), 'signpost-cluster-'))
let backend: StartedBackend
let sql: Sql
let cluster: Cluster
let members: Member[]

test.beforeAll(async () => {
  const reason = reasonToSkip(...redisNames) ?? reasonToSkip('nginx')
  test.skip(reason !== null, reason ?? '')
  backend = await startTestBackend(folder, { seed: true })
  await createDemoAccounts(backend)
  sql = postgres(backend.databaseUrl, { max: 4, onnotice: () => {} })
  cluster = await startCluster({
    count: 2,
    env: {
      NEXT_PUBLIC_SUPABASE_URL: backend.url,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: backend.publishableKey,
      SUPABASE_SECRET_KEY: backend.secretKey,
    },
  })
  members = await createCrowd(sql, backend, cluster.site, 6)
})
test.afterAll(async () => {
  await cluster?.stop()
  await sql?.end()
  await backend?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a change through one instance appears on the other and stays', async () => {
  const changes = await measureChanges(cluster, members, await createPosts(sql, 4), {
    workers: 2,
    readers: 2,
  })
  // On a machine that runs other tests, one page may take a second.
  expect(changes.slowest).toBeLessThan(5_000)
  // A page rendered while the vote arrived may be outdated; the next one is not.
  expect(changes.notOwn).toBeLessThanOrEqual(1)
  expect(changes).toMatchObject({
    changes: 24,
    staleAnswers: 0,
    staleThroughProxy: 0,
    wrongAtEnd: 0,
  })
})

test('settings saved through one instance appear on stored pages of both', async ({ page }) => {
  const shown = ({ address }: { address: string }, path: string) =>
    fetch(address + path).then((answer) => answer.text())
  const paths = ['/', '/new-features']
  for (const path of paths)
    for (const instance of cluster.instances) expect(await shown(instance, path)).not.toContain('Acme Works')
  const [first] = cluster.instances
  const admin = { email: 'admin@example.com', password: demoPassword }
  await page.context().addCookies(await sessionCookies(backend, admin, first!.address))
  await page.goto(`${first!.address}/dashboard/settings`)
  const form = page.getByRole('form', { name: 'Site' })
  await form.getByLabel('Name', { exact: true }).fill('Acme Works')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.').first()).toBeVisible()
  // The other instance hears of it at once, long before a stored page expires.
  for (const path of paths)
    for (const instance of cluster.instances)
      await expect.poll(() => shown(instance, path), { timeout: 20_000 }).toContain('Acme Works')
})

test('publishing and unpublishing an entry through one instance shows on both', async ({ page }) => {
  const [first] = cluster.instances
  const admin = { email: 'admin@example.com', password: demoPassword }
  await page.context().addCookies(await sessionCookies(backend, admin, first!.address))
  const title = 'Now on both instances'
  await page.goto(`${first!.address}/dashboard/changelog/edit`)
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Publish…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const path = new URL(page.url()).pathname
  const shows = async (address: string) => {
    const lists = await Promise.all(
      ['/changelog', '/changelog/feed.xml', path].map((one) =>
        fetch(address + one).then((answer) => answer.text()),
      ),
    )
    return lists.map((text) => text.includes(title))
  }
  for (const { address } of cluster.instances)
    await expect.poll(() => shows(address), { timeout: 20_000 }).toEqual([true, true, true])

  await page.goto(`${first!.address}/dashboard/changelog`)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Unpublish…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await expect(page.getByRole('heading', { name: 'Draft' })).toBeVisible()
  for (const { address } of cluster.instances)
    await expect.poll(() => shows(address), { timeout: 20_000 }).toEqual([false, false, false])
})

test('the proxy stores no session and mixes none up', async () => {
  const mixed = await mixSessions(cluster, members, 3)
  expect(mixed.leaks).toEqual([])
  expect(mixed.cookiesSet).toBeGreaterThan(0)
  expect(mixed.storedAnswers).toBeGreaterThan(2)
})

test('killing an instance or Redis disturbs no one', async () => {
  const posts = await createPosts(sql, 100)
  const load = await loadWhile(cluster, members.slice(0, 3), posts, async (soFar) => {
    await killAndRestart(cluster.instances[0]!, 500)
    await cluster.redis.kill()
    await wait(1_000)
    await cluster.redis.start()
    await wait(500)
    await waitUntil('Enough votes', async () => soFar.votes.length > 20)
  })
  expect(load.failed).toEqual([])
  expect(load.cutOff).toBeLessThanOrEqual(3)
  expect(await countLost(sql, load.votes)).toBe(0)
  for (const { output } of cluster.instances) {
    expect(output().split('Redis cannot be used').length).toBeLessThanOrEqual(2)
  }
})

test('an instance that shuts down under load fails no request', async () => {
  const posts = await createPosts(sql, 100)
  let took = Infinity
  const load = await loadWhile(cluster, members.slice(0, 3), posts, async () => {
    took = await endAndRestart(cluster.instances[0]!)
  })
  // It is killed after eight seconds.
  expect(took).toBeLessThan(7_000)
  expect(load).toMatchObject({ failed: [], cutOff: 0 })
  expect(await countLost(sql, load.votes)).toBe(0)
})
