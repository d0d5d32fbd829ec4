import { randomUUID } from 'node:crypto'
import { log } from '../log'
import { type ActionResult, refuse, succeed } from '../schemas/action-result'
import type { Picture } from '../image/read-picture'
import { sizedPath } from '../image/sizes'
import type { ViewerClient } from '../supabase/server'
import { t } from '../words/t.ts'
import { databaseProblem } from './refusals'
import { markPersonChanged, markSiteChanged } from './mark-changed'

/** One hour. A deleted image may still be shown for this long where it was seen before. */
const facts = { contentType: 'image/webp', cacheControl: '3600' }

const place = 'id, category:categories!inner(slug)'
export const imageOwnerColumns =
  `post:posts(${place}), comment:comments(post:posts!inner(${place})), entry:changelog_entries(slug)` as const

export const pathsOf = ({ path, widths }: { path: string; widths: number[] }): string[] => [
  path,
  ...widths.map((width) => sizedPath(path, width)),
]

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
    return {
      refusal: refuse(t('actions.images.spaceUsedUp')),
    }
  }
  log('error', 'A picture could not be stored', { reason: error.message })
  return { refusal: refuse(t('common.imageNotSaved')) }
}

export async function replaceAvatar(client: ViewerClient, id: string, path: string | null): Promise<void> {
  const { data: before } = await client
    .from('profiles')
    .select('avatar_url')
    .eq('id', id)
    .single()
    .throwOnError()
  await client.from('profiles').update({ avatar_url: path }).eq('id', id).throwOnError()
  if (before.avatar_url) await client.storage.from('avatars').remove([before.avatar_url])
  markPersonChanged(id)
}

type Logo = { path: string | null; width: number | null; height: number | null }

export async function replaceLogo(client: ViewerClient, logo: Logo): Promise<ActionResult> {
  const { data: before, error } = await client.rpc(
    'admin_set_logo',
    logo as { path: string; width: number; height: number },
  )
  if (error) return databaseProblem(error)
  markSiteChanged()
  if (before) await client.storage.from('images').remove([before])
  return succeed(null)
}
