/**
 * "12,345": a whole number as US English writes it, the same as toLocaleString('en-US') without its price: a
 * browser's first call took 25 ms of a desktop's processor, right while a page was to become usable.
 */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** "1 vote", "12,345 votes" */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`

/** "1,234", or "10,000+" where counting ended before the end. */
export function totalText(counted: { total: number; isTotalExact: boolean }): string {
  return countText(counted.total) + (counted.isTotalExact ? '' : '+')
}
