import 'server-only'
import type { Session } from '@supabase/supabase-js'
import * as z from '../schemas/zod'
import { secretClient } from '../supabase/secret'
import { visitorClient } from '../supabase/visitor'
import type { OwnToken } from './own-token'

const began = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('account'), person: z.uuid(), address: z.string() }),
  z.object({ outcome: z.enum(['new', 'confirm']), claim: z.uuid(), address: z.string() }),
  z.object({ outcome: z.literal('other') }),
])

/** The database finds its account, or refuses it. The token of anyone but `kept` isn't used. */
export async function beginOwnSignIn({ claims, keyId }: OwnToken, kept?: string) {
  const { sub, email, name, avatar, plan, company, monthly_value, jti, iat } = claims
  const { data, error } = await secretClient!.rpc('begin_own_sign_in', {
    subject: sub,
    address: email,
    name,
    segments: JSON.parse(JSON.stringify({ plan, company, monthly_value })),
    token_id: jti,
    issued_at: new Date(iat * 1_000).toISOString(),
    key_id: keyId,
    kept,
    picture: avatar,
  })
  return error ? { error } : { began: began.parse(data) }
}

export const finishOwnSignIn = (claim: string, person: string) =>
  secretClient!.rpc('finish_own_sign_in', { claim, person })

export async function makeOwnAccount(address: string, name: string): Promise<string | null> {
  const { data, error } = await secretClient!.auth.admin.createUser({
    email: address,
    email_confirm: true,
    user_metadata: { name },
  })
  // Another token of the same person has just created it.
  if (error?.code === 'email_exists') return null
  if (error) throw error
  return data.user.id
}

/** Null if the address is another account's by now. The database notes that no password was entered. */
export async function openOwnSession(person: string, address: string): Promise<Session | null> {
  const link = await secretClient!.auth.admin.generateLink({ type: 'magiclink', email: address })
  if (link.error) throw link.error
  if (link.data.user.id !== person) return null
  const { data, error } = await visitorClient().auth.verifyOtp({
    token_hash: link.data.properties.hashed_token,
    type: 'magiclink',
  })
  if (error) throw error
  const session = data.session!
  const { session_id } = JSON.parse(
    Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString(),
  ) as { session_id: string }
  await secretClient!.rpc('note_own_session', { session_id, person: session.user.id }).throwOnError()
  return session
}
