import { t } from '../words/t.ts'

export function quarterText(quarter: string): string {
  const [year, part] = quarter.split('-Q')
  return t('text.quarters.quarter', { part: part!, year: year! })
}

export function nextQuarters(now: Date, count = 8): string[] {
  const first = now.getUTCFullYear() * 4 + Math.floor(now.getUTCMonth() / 3)
  return Array.from({ length: count }, (_, n) => `${Math.floor((first + n) / 4)}-Q${((first + n) % 4) + 1}`)
}
