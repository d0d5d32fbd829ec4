import { perLanguage, words } from '../words/state.ts'
import { t } from '../words/t.ts'

const relativeFormat = perLanguage((locale) => new Intl.RelativeTimeFormat(locale))

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
