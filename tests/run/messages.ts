import english from '../../messages/en.json' with { type: 'json' }
import { textsOf } from '../../lib/words/catalog.ts'
import { languages } from '../../lib/words/languages.ts'

// npm run messages: lists what each language lacks and therefore shows in English.
const keys = Object.keys(textsOf(english))
for (const [code, { name, load }] of Object.entries(languages)) {
  const own = textsOf((await load()).default)
  const missing = keys.filter((key) => !(key in own))
  console.log(`${code} ${name}: ${keys.length - missing.length} of ${keys.length}`)
  if (process.argv.includes('--list')) for (const key of missing) console.log(`  ${key}`)
}
