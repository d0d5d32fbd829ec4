import { perLanguage, words } from './state.ts'

const numberFormat = perLanguage((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))

/** English is written without Intl, whose first call took 25 ms of a desktop's processor. */
export function countText(count: number): string {
  if (words.locale !== 'en') return numberFormat().format(count)
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

export function totalText(counted: { total: number; isTotalExact: boolean }): string {
  return countText(counted.total) + (counted.isTotalExact ? '' : '+')
}
