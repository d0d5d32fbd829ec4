import { sql, type Kysely } from 'kysely'
import { type Handler, pathOf } from './handler.ts'
import type { SmtpConfig } from './mailer.ts'
import { shownLook, type SiteLook, siteLookQuery, type Templates, writeTemplates } from './templates.ts'

/** Before each request that may send an email, gives the emails the site's name, color and language. */
export function refreshTemplates(
  answer: Handler,
  database: Kysely<unknown>,
  folder: string,
  templates: Templates,
  smtp: SmtpConfig,
): Handler {
  let written = ''
  return async (request, peer) => {
    if (/^\/+auth\/+v1\/+(signup|recover|resend|otp|user)\/*$/.test(pathOf(request))) {
      const { rows } = await sql.raw<SiteLook>(siteLookQuery).execute(database)
      const look = shownLook(rows[0]!)
      if (JSON.stringify(look) !== written) {
        Object.assign(templates, await writeTemplates(look, folder, folder))
        smtp.sender_name = look.name ?? ''
        written = JSON.stringify(look)
      }
    }
    return answer(request, peer)
  }
}
