import { currentLanguage, perLanguage } from './state.ts'

const numberFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

/**
 * "12,345" in the site's language. English is written without Intl: a browser's first call took 25 ms of a desktop's
 * processor, right while a page was to become usable.
 */
export function countText(count: number): string {
  if (currentLanguage() !== 'en') return numberFormat().format(count)
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** "1,234", or "10,000+" where counting ended before the end. */
export function totalText(counted: { total: number; isTotalExact: boolean }): string {
  return countText(counted.total) + (counted.isTotalExact ? '' : '+')
}
