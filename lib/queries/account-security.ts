import 'server-only'
import { deviceName } from '../text/device-name'
import { viewerClient } from '../supabase/server'
import { readOwn } from './read-own'

export type SignedInDevice = Awaited<ReturnType<typeof listSessions>>[number]

export async function listSessions() {
  const rows = await readOwn((client) => client.rpc('list_sessions'))
  return rows.map(({ id, user_agent, seen_at, is_current }) => ({
    id,
    device: deviceName(user_agent),
    seenAt: seen_at,
    isCurrent: is_current,
  }))
}

export async function countRecoveryCodes() {
  return (await (await viewerClient()).rpc('count_recovery_codes').throwOnError()).data
}

export async function isFreshSession() {
  return (await (await viewerClient()).rpc('is_fresh').throwOnError()).data
}
