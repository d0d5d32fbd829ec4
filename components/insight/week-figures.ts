export type Point = { week: string; value: number | null }

const isNumber = (value: number | null) => value !== null

function median(values: number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return sorted.length === 0 ? null : (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
}

/** The sum of all weeks, or their median for a metric that can't be added up. */
export function summarize(values: (number | null)[], isMedian: boolean): number | null {
  const known = values.filter(isNumber)
  return isMedian ? median(known) : known.reduce((sum, value) => sum + value, 0)
}

/**
 * The change from as many weeks before, as a share: 0.5 is half more. The current week doesn't count, because it isn't
 * over. Null if there was nothing before, or so little that a share says nothing.
 */
export function changeOf(points: Point[], before: (number | null)[], isMedian: boolean): number | null {
  const now = summarize(
    points.slice(0, -1).map(({ value }) => value),
    isMedian,
  )
  const then = summarize(before, isMedian)
  return now === null || !then || now > 10 * then ? null : (now - then) / then
}

/** The top of an axis for values up to this, so that its half is a round number too. */
export function axisTop(largest: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(largest, 1)))
  return [1, 2, 4, 6, 10].map((step) => step * power).find((top) => top >= largest)!
}
