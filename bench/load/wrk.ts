import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../../tests/support/programs.ts'

/** `p99` in ms. `failed` counts answers other than 2xx and 3xx, and broken connections. */
export type Load = { perSecond: number; p99: number; total: number; failed: number }

/**
 * Sends as many requests as are answered in the given time. A proxy answers more than a Node program can send: for each
 * of our pages, autocannon needs half a millisecond of processor time and wrk a twentieth of that.
 * @param script a Lua file that chooses the requests, and its argument
 */
export async function wrk(
  url: string,
  connections: number,
  seconds: number,
  headers: Record<string, string>,
  script?: [file: string, argument: string],
): Promise<Load> {
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { stdout } = await promisify(execFile)(findProgram('wrk'), [
    '--latency',
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    '--timeout=10s',
    ...named,
    ...(script ? ['--script', script[0], url, '--', script[1]] : [url]),
  ])
  const number = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1] ?? 0)
  const [, value, unit] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(stdout)!
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(stdout)
  return {
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    p99: Number(value) * { us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit!]!,
    total: number(/(\d+) requests in/),
    failed:
      number(/Non-2xx or 3xx responses: (\d+)/) +
      (broken?.slice(1).reduce((sum, count) => sum + Number(count), 0) ?? 0),
  }
}
