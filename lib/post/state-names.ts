import { texts } from '../words/deferred.ts'
import type { PostState } from './states.ts'

export const stateNames: Record<PostState, string> = texts({
  proposed: 'post.states.proposed',
  candidate: 'post.states.candidate',
  planned: 'post.states.planned',
  'in-progress': 'post.states.inProgress',
  completed: 'post.states.completed',
})
