import 'server-only'
import type { ApiScope } from '../schemas/api-key'
import { clientAddress } from '../supabase/client-address'
import { anonymousClient } from '../supabase/visitor'
import type { Json } from '../supabase/database.types'
import { type Counted, countNetwork } from './count-network'
import { Problem, problemOf } from './problem'

type Begun = Counted & {
  key: number
  person: string
  scopes: ApiScope[]
  earlier?: 'none' | 'different' | 'running' | 'done'
  status?: number
  body?: Json
}

export function readKey(request: Request): string | null {
  const sent = request.headers.get('authorization')
  if (sent === null) return null
  const key = /^Bearer +(\S+)$/i.exec(sent)?.[1]
  if (!key?.startsWith('sp_') || key.length > 100)
    throw invalidKey('This isn’t an API key. Send Authorization: Bearer sp_….')
  return key
}

export const invalidKey = (detail: string) =>
  new Problem('invalid-key', detail, { headers: { 'WWW-Authenticate': 'Bearer realm="Signpost API"' } })

export async function beginWithKey(
  key: string,
  idempotencyKey: string | null,
  request: string,
): Promise<Begun> {
  const { data, error } = await anonymousClient.rpc('begin_api_request', {
    token: key,
    idempotency_key: idempotencyKey ?? undefined,
    request: idempotencyKey === null ? undefined : request,
  })
  if (error?.code === 'PT401') throw invalidKey(error.message)
  if (error) throw problemOf(error)
  return data as unknown as Begun
}

export async function finishWithKey(
  key: string,
  idempotencyKey: string,
  answer: { status: number; body: Json } | null,
) {
  await anonymousClient
    .rpc('finish_api_request', { token: key, idempotency_key: idempotencyKey, ...answer })
    .throwOnError()
}

/** The headers of draft-ietf-httpapi-ratelimit-headers. */
export const limitHeaders = (name: string, { max_count, remaining, reset, seconds }: Counted) => ({
  'RateLimit-Policy': `"${name}";q=${max_count};w=${seconds}`,
  RateLimit: `"${name}";r=${Math.max(0, remaining)};t=${reset}`,
})

export async function countWithoutKey(): Promise<Record<string, string>> {
  const address = await clientAddress()
  const counted = address && (await countNetwork(address))
  if (!counted) return {}
  checkCount('network', counted)
  return limitHeaders('network', counted)
}

export function checkCount(name: string, counted: Counted): void {
  const { remaining, reset } = counted
  if (remaining >= 0) return
  throw new Problem('rate-limit', `You’ve sent too many requests. Try again in ${reset} seconds.`, {
    headers: { ...limitHeaders(name, counted), 'Retry-After': String(reset) },
  })
}
