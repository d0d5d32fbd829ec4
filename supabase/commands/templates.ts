import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../lib/words/languages.ts'
import { projectRoot } from '../local/backend.ts'
import { readConfig, writeTemplates } from '../local/templates.ts'
import { runCommand } from './environment.ts'

const usage = `Usage: npm run templates -- <language>

Writes the account emails of the Supabase project in one of the site's languages: ${Object.keys(languages).join(', ')}.
Push them to a hosted project with "npx supabase config push".`

await runCommand(async () => {
  const [language = ''] = process.argv.slice(2)
  if (language === '--help' || language === '-h') return console.log(usage)
  if (!Object.hasOwn(languages, language)) throw new Error(usage)
  writeFileSync(join(projectRoot, 'supabase/config.toml'), await writeTemplates(language, readConfig()))
  console.log(
    `Wrote the emails in supabase/templates in ${languages[language]!.name}. Push them: npx supabase config push`,
  )
})
