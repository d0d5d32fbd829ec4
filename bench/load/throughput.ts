import autocannon from 'autocannon'
import { readFileSync } from 'node:fs'

// Enough to keep a server's one thread busy. With fifty, some connections starve for half a second in some turns,
// the empty page's as well: that p99 tells of chance.
const connections = 10
const seconds = 2

/** `p99` in ms, `processor` in microseconds of the server's time for a request, null where the system does not tell. */
export type Measured = { perSecond: number; p99: number; processor: number | null; total: number }

/**
 * One turn: as many requests as the server answers in two seconds.
 * @param nextPath where each request goes, when they are not all the same
 */
export async function measure(
  url: string,
  pid: number,
  headers: Record<string, string> = {},
  nextPath?: () => string,
): Promise<Measured> {
  const before = processorTime(pid)
  const { requests, latency } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...(nextPath && { requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }] }),
  })
  const after = processorTime(pid)
  return {
    perSecond: requests.average,
    p99: Math.max(latency.p99, 1),
    processor: before === null || after === null ? null : (after - before) / requests.total,
    total: requests.total,
  }
}

/** What a process has used of the processor so far, in microseconds. */
function processorTime(pid: number): number | null {
  try {
    const [, times] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = times!.split(' ').slice(11, 13).map(Number)
    // A tick is a hundredth of a second on every Linux there is.
    return (user! + system!) * 10_000
  } catch {
    return null
  }
}

/** The median of what each turn of one is to the other's next to it: both met the same machine. */
export function ratio(one: Measured[], other: Measured[], of: 'perSecond' | 'p99' | 'processor'): number {
  return round(median(one.map((each, turn) => (each[of] ?? Number.NaN) / (other[turn]![of] ?? Number.NaN))))
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** A number of at most this many digits after the point. */
export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

/** The goals in the names of these results that were not reached: `requests/s to empty (>= 0.92)`. */
export function missedGoals(results: Record<string, unknown>): string[] {
  return Object.entries(results).flatMap(([name, value]) => {
    const [, side, goal] = /\((>=|<=) ([\d.]+)\)/.exec(name) ?? []
    if (goal === undefined) return []
    const isReached = side === '>=' ? Number(value) >= Number(goal) : Number(value) <= Number(goal)
    return isReached ? [] : [`${name}: ${String(value)}`]
  })
}
