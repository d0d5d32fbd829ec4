import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../../tests/support/programs.ts'

/** `p99` in ms; `failed` counts answers that are neither 2xx nor 3xx, and connections that broke. */
export type Load = { perSecond: number; p99: number; total: number; failed: number }

/**
 * As many requests as come back in that time. A proxy answers more of them than a program in Node can ask for:
 * autocannon needs half a millisecond of processor for each of our pages, wrk a twentieth of that.
 * @param script a file in Lua that says what is asked instead, and its argument
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
