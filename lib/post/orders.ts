/** The orders a list of posts can have, as written in the address; list_posts knows the same names. */
export const postOrders = [
  'top',
  'trending',
  'newest',
  'oldest',
  'fewest-votes',
  'most-comments',
  'fewest-comments',
  'title',
  'title-desc',
] as const

export type PostOrder = (typeof postOrders)[number]

export function isPostOrder(value: string): value is PostOrder {
  return (postOrders as readonly string[]).includes(value)
}
