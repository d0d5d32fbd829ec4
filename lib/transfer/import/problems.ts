import type * as z from 'zod'
import { visibleLength } from '../../text/characters.ts'
import { t } from '../../words/t.ts'
import type { Draft, Problem } from './reading.ts'
import { cleanLine, shorten } from './text.ts'

export const mostInTitle = 140

/** None for what is no text, because the schema refuses that. */
export function titleProblems(given: unknown): Problem[] {
  if (typeof given !== 'string') return []
  const title = shorten(cleanLine(given), mostInTitle)
  const length = visibleLength(title)
  if (length >= 3) return []
  const text = length ? t('transfer.reason.titleTooShort', { title }) : t('transfer.reason.isEmpty')
  return [{ field: 'title', text }]
}

export function explainIssue(issue: z.core.$ZodIssue): Problem {
  const path = issue.path.map((part, i) =>
    typeof part === 'number' ? `[${part}]` : `${i ? '.' : ''}${String(part)}`,
  )
  return { field: path.join('') || undefined, text: issue.message }
}

/** Problems in one line: with the columns of a table, or the fields' own names. */
export function explainProblems(
  { place, columns }: Pick<Draft, 'place' | 'columns'>,
  problems: Problem[],
): string {
  return problems
    .map(({ field, text }, i) => {
      const column = field && columns?.[field]
      if (column)
        return i
          ? t('transfer.place.column', { column, text })
          : t('transfer.place.rowColumn', { row: place, column, text })
      return `${i ? '' : `${place}: `}${field ? `${field}: ` : ''}${text}`
    })
    .join(' ')
}
