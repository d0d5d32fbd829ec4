import { Constants, type Database } from '../supabase/database.types.ts'

export type PostState = Database['public']['Enums']['post_state']

/** The states of a post in the roadmap's order. */
export const postStates = Constants.public.Enums.post_state

export const stateNames: Record<PostState, string> = {
  proposed: 'Proposed',
  candidate: 'Candidate',
  planned: 'Planned',
  'in-progress': 'In Progress',
  completed: 'Completed',
}

export function isPostState(value: string): value is PostState {
  return (postStates as readonly string[]).includes(value)
}
