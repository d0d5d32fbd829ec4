import 'server-only'
import { PictureError } from '../image/picture-error'
import { readPicture } from '../image/read-picture'
import { refuse, succeed } from '../schemas/action-result'
import { avatarBytes, imageLimits, imageOwnerSchema } from '../schemas/image'
import * as z from '../schemas/zod'
import { storageAddress } from '../supabase/storage-address'
import { databaseProblem } from './refusals'
import { markImageChanged } from './mark-changed'
import { adminAction, memberAction } from './member-action'
import { refuseOthersOwner } from './image-owner'
import { imageOwnerColumns, pathsOf, replaceAvatar, replaceLogo, storePicture } from './stored-picture'

// Called by a route, because actions would make every action of the site accept bodies of megabytes.

/** The longest side in pixels. */
const maxEdge = 2_400
/** In pixels: three times as large as it is shown. */
const logoEdge = 320
const siteFolder = 'site'

const sent = { file: z.instanceof(Blob), signal: z.instanceof(AbortSignal) }

/** Encoded again from its visible content, so it contains no metadata. A refused image leaves nothing behind. */
export const addImage = memberAction(
  imageOwnerSchema.extend(sent),
  async ({ owner, id, alt, file, signal }, { viewer, client }) => {
    const refused = await refuseOthersOwner(client, { owner, id, author: viewer.id })
    if (refused) return refused
    const wanted = { person: viewer.id, signal, maxBytes: imageLimits.bytes, maxEdge }
    const picture = await readPicture(file, wanted)
    const { stored, refusal } = await storePicture(client, 'images', viewer.id, picture)
    if (refusal) return refusal
    const { width, height } = picture
    const shown = { alt, width, height, widths: stored.widths }
    const belongsTo = {
      post_id: owner === 'post' ? id : null,
      comment_id: owner === 'comment' ? id : null,
      entry_id: owner === 'entry' ? id : null,
    }
    const { data: images, error } = await client
      .from('images')
      .insert({ ...belongsTo, ...shown, path: stored.path })
      .select(`id, ${imageOwnerColumns}`)
    if (error) {
      await client.storage.from('images').remove(pathsOf(stored))
      return databaseProblem(error)
    }
    const image = images[0]!
    markImageChanged(image)
    return succeed({ ...shown, id: image.id, src: storageAddress('images', stored.path) })
  },
)

export const setAvatar = memberAction(z.object(sent), async ({ file, signal }, { viewer, client }) => {
  const wanted = { person: viewer.id, signal, maxBytes: avatarBytes, maxEdge: 256, square: true }
  const { stored, refusal } = await storePicture(
    client,
    'avatars',
    viewer.id,
    await readPicture(file, wanted),
  )
  if (refusal) return refusal
  await replaceAvatar(client, viewer.id, stored.path)
  return succeed(null)
})

export const setLogo = adminAction(z.object(sent), async ({ file, signal }, { viewer, client }) => {
  const wanted = { person: viewer.id, signal, maxBytes: avatarBytes, maxEdge: logoEdge }
  const { data, width, height } = await readPicture(file, wanted)
  const picture = { data, width, height, sizes: [] }
  const { stored, refusal } = await storePicture(client, 'images', siteFolder, picture)
  return refusal ?? replaceLogo(client, { path: stored.path, width, height })
})

export function pictureProblem(error: unknown) {
  if (error instanceof PictureError) return refuse(error.message)
  throw error
}
