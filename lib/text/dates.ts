const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/**
 * "November 20, 2026": US English, by the calendar of UTC so that server and browser agree. Written here because
 * setting up Intl.DateTimeFormat took 7 ms of a desktop's processor while a page was to become usable.
 */
export function longDate(moment: Date): string {
  return `${months[moment.getUTCMonth()]} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`
}

/** "November 2026" for "2026-11". */
export function monthName(month: string): string {
  const [year, number] = month.split('-')
  return `${months[Number(number) - 1]} ${year}`
}

const units: [name: string, seconds: number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** "3 days ago"; "Just now" under a second and for times ahead. A month has 30 days, a year 365. */
export function relativeTime(moment: Date, now: Date): string {
  const seconds = (now.getTime() - moment.getTime()) / 1000
  for (const [name, length] of units) {
    const count = Math.floor(seconds / length)
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return 'Just now'
}

/** “2027-Q1” as people read it: “Q1 2027”. */
export const quarterText = (quarter: string): string => quarter.split('-').toReversed().join(' ')

/** The quarter of a moment and those that follow, in UTC. */
export function nextQuarters(now: Date, count = 8): string[] {
  const first = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3)
  return Array.from({ length: count }, (_, n) => `${Math.floor((first + n) / 4)}-Q${((first + n) % 4) + 1}`)
}
