import { t } from '../../words/t.ts'
import type { Problem } from './reading.ts'

export const mostVotes = 100_000
const mostComments = 100_000

export function findTooManyEntries(value: unknown): Problem | null {
  const { voters } = (value ?? {}) as { voters?: unknown }
  if (Array.isArray(voters) && voters.length > mostVotes)
    return { field: 'voters', text: t('transfer.reason.moreEntries', { most: mostVotes }) }
  const waiting: unknown[] = [value]
  let count = 0
  while (waiting.length > 0) {
    const { comments, replies } = (waiting.pop() ?? {}) as { comments?: unknown; replies?: unknown }
    for (const list of [comments, replies]) {
      if (!Array.isArray(list)) continue
      count += list.length
      if (count > mostComments)
        return { field: 'comments', text: t('transfer.reason.moreEntries', { most: mostComments }) }
      for (const one of list) waiting.push(one)
    }
  }
  return null
}
