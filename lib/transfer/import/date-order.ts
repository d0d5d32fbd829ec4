import { cleanLine, shorten } from './text.ts'

export const dateOrders = ['day', 'month'] as const
/** What a date such as 03/04/2025 starts with. */
export type DateOrder = (typeof dateOrders)[number]

/** That a table has dates that can mean two days, and what its other dates start with. */
export type UnclearDates = { such: string; order: DateOrder | null; dayFirst?: string; monthFirst?: string }

const numbered = /^\s*(\d{1,2})([/-])(\d{1,2})\2(?=\d{4}(?!\d))/

/** What a date starts with; 'either' if only other dates can tell. Null for other texts, whose order doesn't matter. */
export function orderOf(text: string): DateOrder | 'either' | null {
  const parts = numbered.exec(text)
  if (!parts) return null
  const [first, second] = [Number(parts[1]), Number(parts[3])]
  if (Math.min(first, second) < 1 || Math.min(first, second) > 12 || first === second) return null
  return first > 12 ? 'day' : second > 12 ? 'month' : 'either'
}

/** The same date with points, which only follow a day. */
export function inOrder(text: string | undefined, order: DateOrder | null): string | undefined {
  if (!text || !order || orderOf(text) !== 'either') return text
  return text.replace(numbered, order === 'day' ? '$1.$3.' : '$3.$1.')
}

/** Looks at the cells in some places of all records. */
export async function findOrder(
  records: AsyncIterable<{ cells: string[] } | { problem: string }>,
  places: number[],
): Promise<Omit<UnclearDates, 'such'>> {
  const seen: Partial<Record<DateOrder, string>> = {}
  for await (const record of records) {
    if ('problem' in record) break
    for (const place of places) {
      const text = record.cells[place] ?? ''
      const order = orderOf(text)
      if (order && order !== 'either') seen[order] ??= shown(text)
    }
    if (seen.day && seen.month) break
  }
  const { day: dayFirst, month: monthFirst } = seen
  return {
    order: dayFirst && monthFirst ? null : dayFirst ? 'day' : monthFirst ? 'month' : null,
    ...(dayFirst && { dayFirst }),
    ...(monthFirst && { monthFirst }),
  }
}

export const shown = (text: string) => shorten(cleanLine(text), 40)
