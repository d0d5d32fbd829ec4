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
