import { isAuthRetryableFetchError, type SupabaseClient, type User } from '@supabase/supabase-js'
import type { Database } from '../supabase/database.types'
import { hasFactor } from './second-factor'

/** code: has to enter a code. set-up: the team needs a second factor, and they have none. */
export type Verdict = 'enter' | 'sign-in' | 'code' | 'set-up' | 'not-found'
type Guard = (client: SupabaseClient<Database>) => Promise<Verdict>

/** No one is turned away because the backend is down. The page asks the database itself and reports the problem. */
const isOutOfReach = (error: unknown): boolean => isAuthRetryableFetchError(error)

const awaitsCode = async (client: SupabaseClient<Database>, user: User): Promise<boolean> =>
  hasFactor(user) && (await client.rpc('awaits_code')).data === true

const guards: Record<string, Guard> = {
  settings: async (client) => {
    const { data, error } = await client.auth.getUser()
    if (!data.user) return isOutOfReach(error) ? 'enter' : 'sign-in'
    return (await awaitsCode(client, data.user)) ? 'code' : 'enter'
  },
  admin: async (client) => {
    const { data, error } = await client.auth.getUser()
    if (isOutOfReach(error)) return 'enter'
    if (!data.user) return 'sign-in'
    const { data: viewer, error: unread } = await client.rpc('get_viewer').maybeSingle()
    if (unread) return 'enter'
    if (!viewer && (await awaitsCode(client, data.user))) return 'code'
    if (viewer?.needs_factor) return 'set-up'
    return viewer?.role === 'admin' || viewer?.role === 'moderator' ? 'enter' : 'not-found'
  },
}

/** The guard with this name. Throws if there is none, because a misspelled guard must not leave a route open. */
export function findGuard(name: string): Guard {
  const guard = Object.hasOwn(guards, name) ? guards[name] : undefined
  if (!guard) throw new Error(`Unknown route guard: ${name}`)
  return guard
}
