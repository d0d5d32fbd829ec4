const format = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
})

/** "November 20, 2026": US English, by the calendar of UTC so that server and browser agree. */
export function longDate(moment: Date): string {
  return format.format(moment)
}
