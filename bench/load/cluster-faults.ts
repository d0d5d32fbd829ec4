import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { createCrowd, createPosts } from '../../tests/support/crowd.ts'
import {
  countLost,
  endAndRestart,
  killAndRestart,
  loadWhile,
  measureChanges,
} from '../../tests/support/cluster-rounds.ts'
import { mixSessions } from '../../tests/support/cluster-sessions.ts'
import { withStage } from './cluster-stage.ts'

// npm run cluster-faults: two instances, Redis and the proxy of deploy/. Kills or pauses each of them under load and
// checks when changes show, what leaks and what is lost.
const people = 50
const posts = 20

await withStage(async ({ backend, start, onEnd }) => {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  onEnd(() => sql.end())
  const cluster = await start(2, true)
  const { site, redis, instances } = cluster
  const members = await createCrowd(sql, backend, site, people)
  const outages = () => instances.map(({ output }) => output().split('Redis cannot be used').length - 1)

  console.log('\nChanges through one instance, seen on the other, under load:')
  console.table([await measureChanges(cluster, members, await createPosts(sql, posts))])

  console.log(`${people} people with and without their sessions, through the proxy, 20 s:`)
  const mixed = await mixSessions(cluster, members, 20)
  console.table([{ ...mixed, leaks: mixed.leaks.length }])
  console.log(mixed.leaks.slice(0, 5))

  const faults: Record<string, () => Promise<void>> = {
    nothing: () => wait(5_000),
    'kill -9 of one instance': () => killAndRestart(instances[0]!),
    'kill -9 of the other': () => killAndRestart(instances[1]!),
    'SIGTERM to one instance': async () =>
      console.log(`SIGTERM: ended within ${await endAndRestart(instances[0]!)} ms.`),
    'kill -9 of Redis': async () => {
      await wait(500)
      await redis.kill()
      await wait(4_000)
      await redis.start()
      await wait(1_500)
    },
    'Redis stands still': async () => {
      await wait(500)
      redis.stall()
      await wait(5_000)
      redis.goOn()
      await wait(1_500)
    },
  }
  const rows = []
  for (const [fault, happens] of Object.entries(faults)) {
    const made = await createPosts(sql, 200)
    const load = await loadWhile(cluster, members.slice(0, 10), made, happens)
    rows.push({
      fault,
      requests: load.requests,
      failed: load.failed.length,
      cutOff: load.cutOff,
      votes: load.votes.length,
      'lost votes': await countLost(sql, load.votes),
      'slowest vote ms': load.slowestVote,
      'log lines of Redis': outages().join(' and '),
    })
    if (load.failed.length > 0) console.log(load.failed.slice(0, 5))
  }
  console.log('Under load, through the proxy:')
  console.table(rows)
})
process.exit(0)
