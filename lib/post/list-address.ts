import { cursorPart } from './cursor-part'
import type { PostOrder } from './orders'
import type { PostState } from './states'

/** What a list shows: no category means all of them (the roadmap's table). */
export type ListFilter = { category?: string; order?: PostOrder; state?: PostState }

/**
 * The address of a list; what is the default does not appear in it.
 * @param after the cursor that the list goes on behind
 */
export function listAddress(filter: ListFilter, after?: string): string {
  const query = new URLSearchParams()
  if (!filter.category) query.set('view', 'table')
  if (filter.order && filter.order !== 'top') query.set('sort', filter.order)
  if (filter.state) query.set('state', filter.state)
  if (after) query.set('after', cursorPart(after))
  const path = filter.category ? `/${filter.category}` : '/'
  return query.size ? `${path}?${query}` : path
}
