import { isAuthRetryableFetchError, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../supabase/database.types'

type Verdict = 'enter' | 'sign-in' | 'not-found'
type Guard = (client: SupabaseClient<Database>) => Promise<Verdict>

/** Nobody is turned away because the backend is down; the page asks the database itself, and says so. */
const isOutOfReach = (error: unknown): boolean => isAuthRetryableFetchError(error)

const guards: Record<string, Guard> = {
  /** Anybody who is signed in. */
  settings: async (client) => {
    const { data, error } = await client.auth.getUser()
    return data.user || isOutOfReach(error) ? 'enter' : 'sign-in'
  },
  /** The team; for everybody else who is signed in the place does not exist. */
  admin: async (client) => {
    const { data, error } = await client.auth.getUser()
    if (isOutOfReach(error)) return 'enter'
    if (!data.user) return 'sign-in'
    const { data: viewer, error: unread } = await client.rpc('get_viewer').maybeSingle()
    if (unread) return 'enter'
    return viewer?.role === 'admin' || viewer?.role === 'moderator' ? 'enter' : 'not-found'
  },
}

/** The guard with this name. Throws when there is none: a misspelt guard must not leave a route open. */
export function findGuard(name: string): Guard {
  const guard = Object.hasOwn(guards, name) ? guards[name] : undefined
  if (!guard) throw new Error(`Unknown route guard: ${name}`)
  return guard
}
