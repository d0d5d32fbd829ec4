import autocannon from 'autocannon'
import { readFileSync } from 'node:fs'

// Enough to keep a server's one thread busy. With fifty, some connections starve for half a second in some turns, also
// on the empty page, which makes p99 random.
const connections = 10
const seconds = 2

/** `p99` in ms. `processor` is the server's time per request in microseconds, null if the system doesn't report it. */
export type Measured = { perSecond: number; p99: number; processor: number | null; total: number }

/**
 * One turn: as many requests as the server answers in two seconds.
 * @param nextPath the path of each request, if they differ
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

/** Processor time that a process has used so far, in microseconds. */
function processorTime(pid: number): number | null {
  try {
    const [, times] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = times!.split(' ').slice(11, 13).map(Number)
    // A tick is a hundredth of a second on every Linux.
    return (user! + system!) * 10_000
  } catch {
    return null
  }
}

/** The median ratio of each turn to the other side's neighboring turn, because both ran under the same conditions. */
export function ratio(one: Measured[], other: Measured[], of: 'perSecond' | 'p99' | 'processor'): number {
  return round(median(one.map((each, turn) => (each[of] ?? Number.NaN) / (other[turn]![of] ?? Number.NaN))))
}

export const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** Formats a number with at most this many decimals. */
export const round = (value: number, digits = 2) => Number(value.toFixed(digits))

/** The missed goals. Goals are part of the results' names: `requests/s to empty (>= 0.92)`. */
export function missedGoals(results: Record<string, unknown>): string[] {
  return Object.entries(results).flatMap(([name, value]) => {
    const [, side, goal] = /\((>=|<=) ([\d.]+)\)/.exec(name) ?? []
    if (goal === undefined) return []
    // What can't be measured isn't met.
    const measured = value === null ? Number.NaN : Number(value)
    const isReached = side === '>=' ? measured >= Number(goal) : measured <= Number(goal)
    return isReached ? [] : [`${name}: ${String(value)}`]
  })
}
