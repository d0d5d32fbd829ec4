import 'server-only'
import { viewerClient } from '../supabase/server'

export type OwnKey = Awaited<ReturnType<typeof listOwnKeys>>[number]

export async function listOwnKeys() {
  const { data } = await (await viewerClient()).rpc('admin_own_keys').throwOnError()
  return data.map(({ id, algorithm, last_four, created_at, last_used_at }) => ({
    id,
    algorithm,
    lastFour: last_four,
    createdAt: created_at,
    lastUsedAt: last_used_at as string | null,
  }))
}
