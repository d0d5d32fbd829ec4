import 'server-only'
import type { ShownImage } from '../image/sizes'
import { publicClient } from '../supabase/public'
import type { ViewerClient } from '../supabase/server'
import { storageAddress } from '../supabase/storage-address'

/** The images of posts or of comments, by the id of what they belong to. */
export async function listImages(
  owner: 'post_id' | 'comment_id',
  ids: number[],
  client: ViewerClient | typeof publicClient = publicClient,
) {
  const images = new Map<number, ShownImage[]>()
  if (ids.length === 0) return images
  const { data } = await client
    .from('images')
    .select('id, post_id, comment_id, path, alt, width, height, widths')
    .in(owner, ids)
    .order('position')
    .order('id')
    .throwOnError()
  for (const { post_id, comment_id, path, ...image } of data) {
    const shown = { ...image, src: storageAddress('images', path) }
    const id = (comment_id ?? post_id)!
    images.set(id, [...(images.get(id) ?? []), shown])
  }
  return images
}
