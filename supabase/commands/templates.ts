import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../lib/words/languages.ts'
import { projectRoot } from '../local/backend.ts'
import { readConfig, writeTemplates } from '../local/templates.ts'
import { runCommand } from './environment.ts'

// npm run templates -- <language>: writes the auth service's emails in one of the languages in messages/.
await runCommand(async () => {
  const language = process.argv[2] ?? ''
  if (!Object.hasOwn(languages, language))
    throw new Error(`Give a language: npm run templates -- ${Object.keys(languages).join('|')}`)
  writeFileSync(join(projectRoot, 'supabase/config.toml'), await writeTemplates(language, readConfig()))
  console.log(
    `The emails in supabase/templates are in ${languages[language]!.name} now. Push them: npx supabase config push`,
  )
})
