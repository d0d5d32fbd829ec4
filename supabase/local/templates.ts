import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { authMails } from '../../lib/mail/auth-mails.ts'
import { speak } from '../../lib/words/catalog.ts'

const project = fileURLToPath(new URL('../../', import.meta.url))

/** The text of supabase/config.toml. */
export const readConfig = (): string => readFileSync(join(project, 'supabase/config.toml'), 'utf8')

/**
 * Writes the auth service's email templates in one language into a folder.
 * @param config the content of a config.toml
 * @param place the folder's path as config.toml refers to it
 * @returns config.toml with the subjects and template files filled in
 */
export async function writeTemplates(
  language: string,
  config: string,
  folder = join(project, 'supabase/templates'),
  place = './supabase/templates',
): Promise<string> {
  await speak(language)
  mkdirSync(folder, { recursive: true })
  for (const { name, subject, html } of authMails()) {
    writeFileSync(join(folder, `${name}.html`), html)
    const section = new RegExp(
      `(?<=\\[auth\\.email\\.template\\.${name}\\]\n)subject = .*\ncontent_path = .*`,
    )
    config = config.replace(section, `subject = "${subject}"\ncontent_path = "${place}/${name}.html"`)
  }
  // The rest of the process uses English.
  await speak('en')
  return config
}

/** The configuration of a local backend, with emails in the language of its site. */
export async function configInSiteLanguage(databaseUrl: string, folder: string): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const [table] = await sql`select to_regclass('public.site_settings') is not null as "isThere"`
    // Databases of older versions don't have this column.
    const [site] = table!.isThere
      ? await sql`select to_jsonb(s) ->> 'language' as language from public.site_settings s`
      : []
    const language = (site?.language as string | null | undefined) ?? 'en'
    if (language === 'en') return readConfig()
    const templates = join(folder, 'templates')
    return await writeTemplates(language, readConfig(), templates, templates.replaceAll('\\', '/'))
  } finally {
    await sql.end()
  }
}
