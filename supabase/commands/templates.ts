import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../lib/words/languages.ts'
import { projectRoot } from '../local/backend.ts'
import {
  readConfig,
  shownLook,
  type SiteLook,
  siteLookQuery,
  withTemplates,
  writeTemplates,
} from '../local/templates.ts'
import { withDatabase } from './connection.ts'
import { runCommand } from './environment.ts'

const usage = `Usage: npm run templates [-- <language>]

Writes the account emails of the Supabase project with the site's name, color and language, which it reads from
DATABASE_URL. With a language, it reads no settings: the emails show the site's address in place of its name.
Languages: ${Object.keys(languages).join(', ')}.
Push them to a hosted project with "npx supabase config push". Run both again after you change these settings.`

await runCommand(async () => {
  const [language] = process.argv.slice(2)
  if (language === '--help' || language === '-h') return console.log(usage)
  if (language === undefined) {
    return withDatabase(async (sql) => write(shownLook((await sql.unsafe<SiteLook[]>(siteLookQuery))[0]!)))
  }
  if (!Object.hasOwn(languages, language)) throw new Error(usage)
  await write({ language })
})

async function write(look: SiteLook): Promise<void> {
  const config = withTemplates(readConfig(), await writeTemplates(look))
  writeFileSync(join(projectRoot, 'supabase/config.toml'), config)
  const name = look.name ? ` for ${look.name}` : ''
  console.log(
    `Wrote the emails in supabase/templates in ${languages[look.language]!.name}${name}. Push them: npx supabase config push`,
  )
}
