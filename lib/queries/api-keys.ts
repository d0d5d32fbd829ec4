import { shownName } from '../words/shown-name'
import 'server-only'
import type { ApiScope } from '../schemas/api-key'
import { viewerClient } from '../supabase/server'

export type ApiKey = Awaited<ReturnType<typeof listApiKeys>>[number]

export async function listApiKeys() {
  const { data } = await (await viewerClient()).rpc('list_api_keys').throwOnError()
  return data.map((row) => ({
    id: row.id,
    owner: { id: row.person_id, name: shownName(row.person_name) },
    name: row.name,
    scopes: row.scopes as ApiScope[],
    lastFour: row.last_four,
    createdAt: row.created_at,
    endsAt: row.ends_at as string | null,
    lastUsedAt: row.last_used_at as string | null,
  }))
}
