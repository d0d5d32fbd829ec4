'use server'

import { PictureError } from '../image/picture-error'
import { readPicture } from '../image/read-picture'
import { refuse, succeed } from '../schemas/action-result'
import { avatarBytes } from '../schemas/image'
import { siteSchema } from '../schemas/site'
import { z } from '../schemas/zod'
import type { ViewerClient } from '../supabase/server'
import { databaseProblem } from './database-problem'
import { markSiteChanged } from './mark-changed'
import { adminAction } from './member-action'
import { storePicture } from './stored-picture'

/** In pixels: three times as high and wide as it is shown. */
const logoEdge = 320
/** The folder of the logo, which is nobody's own. */
const siteFolder = 'site'

export const saveSite = adminAction(siteSchema, async (form, { client }) => {
  const { marketingUrl, termsUrl, privacyUrl, showsQuarters, mailSender, mailFooter, ...others } = form
  const { error } = await client.rpc('admin_save_site', {
    settings: {
      ...others,
      marketing_url: marketingUrl,
      terms_url: termsUrl,
      privacy_url: privacyUrl,
      shows_quarters: showsQuarters,
      mail_sender: mailSender,
      mail_footer: mailFooter,
    },
  })
  if (error) return databaseProblem(error)
  markSiteChanged()
  return succeed(null)
})

export const uploadLogo = adminAction(z.instanceof(FormData), async (form, { viewer, client }) => {
  const file = form.get('picture')
  if (!(file instanceof File)) return refuse('Choose a picture.')
  try {
    const wanted = { person: viewer.id, maxBytes: avatarBytes, maxEdge: logoEdge }
    const { data, width, height } = await readPicture(file, wanted)
    const picture = { data, width, height, sizes: [] }
    const { stored, refusal } = await storePicture(client, 'images', siteFolder, picture)
    if (refusal) return refusal
    return await showLogo(client, { path: stored.path, width, height })
  } catch (error) {
    if (error instanceof PictureError) return refuse(error.message)
    throw error
  }
})

export const removeLogo = adminAction(z.null(), (_, { client }) =>
  showLogo(client, { path: null, width: null, height: null }),
)

/** The one before leaves the storage once no page shows it any more. */
async function showLogo(
  client: ViewerClient,
  logo: { path: string | null; width: number | null; height: number | null },
) {
  // Generated types take no argument for null.
  const { data: before, error } = await client.rpc(
    'admin_set_logo',
    logo as { path: string; width: number; height: number },
  )
  if (error) return databaseProblem(error)
  markSiteChanged()
  if (before) await client.storage.from('images').remove([before])
  return succeed(null)
}
