import { Constants, type Database } from '../supabase/database.types.ts'

export type PostState = Database['public']['Enums']['post_state']

export const postStates = Constants.public.Enums.post_state

export function isPostState(value: string): value is PostState {
  return (postStates as readonly string[]).includes(value)
}

/** The orders of a list of posts, as written in the address. list_posts uses the same names. */
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
