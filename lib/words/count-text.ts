import { perLanguage, words } from './state.ts'

const numberFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

/**
 * "12,345" in the site's language. English is written without Intl, whose first call took 25 ms of a desktop's
 * processor while the page was becoming usable.
 */
export function countText(count: number): string {
  if (words.locale !== 'en') return numberFormat().format(count)
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** "1,234", or "10,000+" if counting stopped early. */
export function totalText(counted: { total: number; isTotalExact: boolean }): string {
  return countText(counted.total) + (counted.isTotalExact ? '' : '+')
}
