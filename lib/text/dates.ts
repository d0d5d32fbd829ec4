import { perLanguage, words } from '../words/state.ts'
import { t } from '../words/t.ts'

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const dateFormat = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
)
const relativeFormat = perLanguage((locale) => new Intl.RelativeTimeFormat(locale))

/** By the UTC calendar, so that server and browser agree. English without Intl, which takes 7 ms to set up. */
export function longDate(moment: Date): string {
  if (Number.isNaN(moment.getTime())) return ''
  if (words.locale !== 'en') return dateFormat().format(moment)
  return `${months[moment.getUTCMonth()]} ${moment.getUTCDate()}, ${moment.getUTCFullYear()}`
}

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

export function relativeTime(moment: Date, now: Date): string {
  const seconds = (now.getTime() - moment.getTime()) / 1000
  for (const [name, length] of units) {
    const count = Math.floor(seconds / length)
    if (count < 1) continue
    if (words.locale !== 'en') return relativeFormat().format(-count, name)
    return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return t('text.dates.justNow')
}
