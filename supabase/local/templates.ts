import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { authMails } from '../../lib/mail/auth-mails.ts'
import { defaultSiteName } from '../../lib/post/default-site-name.ts'
import { speak } from '../../lib/words/catalog.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** The text of supabase/config.toml. */
export const readConfig = (): string => readFileSync(join(project, 'supabase/config.toml'), 'utf8')

/** The settings that emails show. */
export type SiteLook = { language: string; name?: string | null; accent?: string | null }

export const siteLookQuery = 'select language, name, accent from public.site_settings'

/** SITE_NAME takes precedence over the dashboard, as on the site. */
export const shownLook = (look: SiteLook): SiteLook => ({
  ...look,
  name: process.env.SITE_NAME || (look.name ?? defaultSiteName),
})

/** The templates in config.toml, by name. */
export type Templates = Record<string, { subject?: string; content_path?: string } | undefined>

/**
 * Writes the auth service's email templates into a folder.
 * @param place the folder's path as config.toml refers to it
 */
export async function writeTemplates(
  { language, name, accent }: SiteLook,
  folder = join(project, 'supabase/templates'),
  place = './supabase/templates',
): Promise<Templates> {
  await speak(language)
  mkdirSync(folder, { recursive: true })
  return Object.fromEntries(
    authMails({ name: name ?? undefined, accent: accent ?? undefined }).map(
      ({ name: mail, subject, html }) => {
        writeFileSync(join(folder, `${mail}.html`), html)
        return [mail, { subject, content_path: `${place}/${mail}.html` }]
      },
    ),
  )
}

/** config.toml with other templates. */
export function withTemplates(config: string, templates: Templates): string {
  for (const [name, template] of Object.entries(templates)) {
    const section = new RegExp(
      `(?<=\\[auth\\.email\\.template\\.${name}\\]\n)subject = .*\ncontent_path = .*`,
    )
    const lines = `subject = "${template?.subject}"\ncontent_path = "${template?.content_path}"`
    config = config.replace(section, lines)
  }
  return config
}
