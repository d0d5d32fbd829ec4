import 'server-only'
import type { AuthError } from '@supabase/supabase-js'
import { refuse } from '../schemas/action-result'
import { nameIsKept } from '../schemas/account'
import { authProblem } from '../session/auth-errors'
import type { ViewerClient } from '../supabase/server'

/** What the authentication service refused, beside the field it is about. */
export function refuseAuth(error: AuthError) {
  const { message, field, reason } = authProblem(error)
  return refuse(message, { reason, ...(field && { fieldErrors: { [field]: message } }) })
}

export async function refuseKeptName(client: ViewerClient, name: string) {
  const { data: isFree, error } = await client.rpc('is_name_free', { name })
  if (error) throw error
  return isFree ? null : refuse(nameIsKept, { fieldErrors: { name: nameIsKept } })
}
