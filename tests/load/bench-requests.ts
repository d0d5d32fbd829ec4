import { join } from 'node:path'
import type { Sql } from 'postgres'
import { projectRoot } from '../../supabase/local/backend.ts'
import { spawnNode } from '../../supabase/local/processes.ts'
import type { Server } from './bench-servers.ts'

const autocannon = join(projectRoot, 'node_modules/autocannon/autocannon.js')
const connections = 50

export type Load = { perSecond: number; p99: number; failed: number }
export type RequestFigures = {
  pages: Record<string, { site: Load[]; empty: Load[]; cache: Record<string, number> }>
  requests: number
  transactions: number
  memory: { site: number; empty: number }
}

/** Loads the site and the empty app by turns, page by page, so that both suffer alike from a busy machine. */
export async function measureRequests(
  servers: { site: Server; empty: Server },
  paths: string[],
  sql: Sql,
  options: { rounds: number; seconds: number },
): Promise<RequestFigures> {
  const figures: RequestFigures = { pages: {}, requests: 0, transactions: 0, memory: { site: 0, empty: 0 } }
  for (const path of paths) {
    figures.pages[path] = { site: [], empty: [], cache: {} }
    for (const server of Object.values(servers)) await load(server, path, 2)
  }
  const before = await countTransactions(sql)
  for (let round = 0; round < options.rounds; round++) {
    for (const path of paths) {
      const page = figures.pages[path]!
      for (const name of ['site', 'empty'] as const) {
        const watch = setInterval(() => {
          figures.memory[name] = Math.max(figures.memory[name], servers[name].memory())
          if (name === 'site') void countCacheState(servers.site, path, page.cache)
        }, 500)
        const result = await load(servers[name], path, options.seconds)
        clearInterval(watch)
        page[name].push(result)
        if (name === 'site') figures.requests += result.perSecond * options.seconds
      }
    }
  }
  figures.transactions = (await countTransactions(sql)) - before
  return figures
}

async function load(server: Server, path: string, seconds: number): Promise<Load> {
  const url = `http://127.0.0.1:${server.port}${path}`
  const child = spawnNode(autocannon, ['-c', String(connections), '-d', String(seconds), '--json', url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (part: string) => (output += part))
  await new Promise((resolve) => child.once('close', resolve))
  const result = JSON.parse(output) as {
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    duration: number
    latency: { p99: number }
  }
  return {
    perSecond: result['2xx'] / result.duration,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

async function countCacheState(server: Server, path: string, seen: Record<string, number>): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
  await response.arrayBuffer()
  const state = response.headers.get('x-nextjs-cache') ?? 'none'
  seen[state] = (seen[state] ?? 0) + 1
}

/** An idle connection reports what it did after at most ten seconds. */
async function countTransactions(sql: Sql): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 11_000))
  const [row] = await sql<{ total: string }[]>`
    select xact_commit + xact_rollback as total from pg_stat_database where datname = current_database()`
  return Number(row!.total)
}
