import { perLanguage, words } from '../words/state.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const dateFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
)

/** By the UTC calendar, so that server and browser agree. English without Intl, which takes 7 ms to set up. */
export function longDate(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return ''
  if (words.locale !== 'en') return dateFormat().format(moment)
  return `${months[moment.getUTCMonth()]} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`
}
