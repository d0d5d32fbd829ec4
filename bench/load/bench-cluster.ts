import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Cluster } from '../../tests/support/cluster.ts'
import { withStage } from './cluster-stage.ts'
import { round } from './throughput.ts'
import { wrk } from './wrk.ts'

// npm run cluster: compares one instance and two, with and without the proxy of deploy/, with requests like a
// browser's. Alternating turns, in one run on this machine, which also runs the load generator and the database.
/** Stored pages, and one that is rendered for each request. */
const newSearches = 'new searches'
const paths = ['/', '/new-features', '/new-features/dark-mode', '/search?q=dark', newSearches]
const searchScript = fileURLToPath(new URL('new-searches.lua', import.meta.url))
const seconds = 2
const warmUps = 3
const turns = 3
const connections = 20
const headers = { 'accept-encoding': 'gzip, deflate, br' }

type Turn = { perSecond: number; p99: number; failed: number; processor: number }

/** Processor time that the instances have used so far, in milliseconds. */
function processorTime({ instances }: Cluster): number {
  return instances.reduce((sum, { pid }) => {
    const [, times] = readFileSync(`/proc/${pid()}/stat`, 'utf8').split(') ')
    const [user, system] = times!.split(' ').slice(11, 13).map(Number)
    return sum + (user! + system!) * 10
  }, 0)
}

/** One turn. Without the proxy, connections are spread over the instances in turn. */
async function measure(cluster: Cluster, path: string): Promise<Turn> {
  const sites = cluster.proxy ? [cluster.site] : cluster.instances.map(({ address }) => address)
  const share = connections / sites.length
  const ask = (site: string) =>
    path === newSearches
      ? wrk(site, share, seconds, headers, [searchScript, randomBytes(4).toString('hex')])
      : wrk(site + path, share, seconds, headers)
  const before = processorTime(cluster)
  const results = await Promise.all(sites.map(ask))
  const sum = (of: 'total' | 'perSecond' | 'failed') =>
    results.reduce((total, result) => total + result[of], 0)
  return {
    perSecond: sum('perSecond'),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    failed: sum('failed'),
    processor: (processorTime(cluster) - before) / sum('total'),
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

await withStage(async ({ start }) => {
  const clusters: Record<string, Cluster> = {}
  for (const count of [1, 2]) {
    for (const hasProxy of [false, true]) {
      const name = `${count} instance${count > 1 ? 's' : ''}${hasProxy ? ', proxy' : ''}`
      clusters[name] = await start(count, hasProxy)
    }
  }
  const rows = []
  for (const path of paths) {
    const measured = Object.fromEntries(Object.keys(clusters).map((name) => [name, [] as Turn[]]))
    for (const cluster of Object.values(clusters)) {
      for (let turn = 0; turn < warmUps; turn++) await measure(cluster, path)
    }
    for (let turn = 0; turn < turns; turn++) {
      for (const [name, cluster] of Object.entries(clusters))
        measured[name]!.push(await measure(cluster, path))
    }
    const alone = measured['1 instance']!
    for (const [name, list] of Object.entries(measured)) {
      rows.push({
        path,
        what: name,
        'requests/s': Math.round(median(list.map(({ perSecond }) => perSecond))),
        'p99 ms': median(list.map(({ p99 }) => p99)),
        'to one instance': round(
          median(list.map(({ perSecond }, turn) => perSecond / alone[turn]!.perSecond)),
        ),
        "instances' processor ms a request": round(median(list.map(({ processor }) => processor)), 3),
        failed: list.reduce((sum, { failed }) => sum + failed, 0),
      })
    }
  }
  console.table(rows)
})
process.exit(0)
