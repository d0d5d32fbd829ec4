import 'server-only'
import type { viewerClient } from '../supabase/server'

/** Removes from the storage what belongs to the person and to no post or comment any more. */
export async function removeOrphans(client: Awaited<ReturnType<typeof viewerClient>>): Promise<void> {
  const { data } = await client.rpc('claim_removed_objects').throwOnError()
  const paths = data.map(({ path }) => path)
  if (paths.length === 0) return
  const { error } = await client.storage.from('images').remove(paths)
  if (error) throw error
  await client.rpc('forget_removed_objects', { paths }).throwOnError()
}
