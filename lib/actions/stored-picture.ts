import { randomUUID } from 'node:crypto'
import { log } from '../log'
import { refuse } from '../schemas/action-result'
import type { Picture } from '../image/read-picture'
import { sizedPath } from '../image/sizes'
import type { ViewerClient } from '../supabase/server'

/** An hour: so long a deleted picture may go on being shown where it was seen before. */
const facts = { contentType: 'image/webp', cacheControl: '3600' }

/** Every path that a picture is stored at. */
export const pathsOf = ({ path, widths }: { path: string; widths: number[] }): string[] => [
  path,
  ...widths.map((width) => sizedPath(path, width)),
]

/** Stores a picture in the person's folder, in all its sizes or not at all. */
export async function storePicture(
  client: ViewerClient,
  bucket: 'avatars' | 'images',
  person: string,
  { data, sizes }: Picture,
) {
  const path = `${person}/${randomUUID()}.webp`
  const widths = sizes.map(({ width }) => width)
  const files = client.storage.from(bucket)
  const paths = pathsOf({ path, widths })
  let error: { statusCode?: string; message: string } | null = null
  for (const [index, object] of [data, ...sizes.map((size) => size.data)].entries()) {
    ;({ error } = await files.upload(paths[index]!, object, facts))
    if (error) break
  }
  if (!error) return { stored: { path, widths } }
  await files.remove(paths)
  if (error.statusCode === '403') {
    return { refusal: refuse('Your space for pictures is used up. Delete some, or try again tomorrow.') }
  }
  log('error', 'A picture could not be stored', { reason: error.message })
  return { refusal: refuse('The picture could not be stored. Try again in a moment.') }
}
