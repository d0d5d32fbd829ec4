import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writePrivateFile } from './private-files.ts'
import { readConfig } from './templates.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** supabase/config.toml with this machine's values: ports, keys, the database's address. */
export function writeConfig(
  folder: string,
  facts: {
    databaseUrl: string
    apiPort: number
    smtpPort: number
    secrets: Secrets
    siteUrl?: string
  },
): string {
  const { secrets, siteUrl = 'http://localhost:3000' } = facts
  const sections: Record<string, string[]> = {
    db: ['driver = "postgres"', `url = "${facts.databaseUrl}"`],
    auth: [
      `site_url = "${siteUrl}"`,
      `jwt_secret = "${secrets.jwtSecret}"`,
      `publishable_key = "${secrets.publishableKey}"`,
      `secret_key = "${secrets.secretKey}"`,
    ],
    'auth.email.smtp': [
      'enabled = true',
      'host = "127.0.0.1"',
      `port = ${facts.smtpPort}`,
      'user = "local"',
      'pass = "local"',
      'admin_email = "signpost@localhost"',
    ],
  }
  let text = readConfig()
    .replace('port = 54321', `port = ${facts.apiPort}`)
    .replaceAll('"./supabase/', `"${root.replaceAll('\\', '/')}supabase/`)
  for (const [name, lines] of Object.entries(sections)) {
    const header = `[${name}]\n`
    text = text.includes(header)
      ? text.replace(header, `${header}${lines.join('\n')}\n`)
      : `${text}\n${header}${lines.join('\n')}\n`
  }
  const file = join(folder, 'config.toml')
  writePrivateFile(file, text)
  return file
}

export type Secrets = { password: string; jwtSecret: string; publishableKey: string; secretKey: string }

/** The password and keys of a folder's backend, created the first time. */
export function readSecrets(folder: string): Secrets {
  const file = join(folder, 'keys.json')
  if (!existsSync(file)) {
    const random = (bytes: number) => randomBytes(bytes).toString('base64url')
    const secrets: Secrets = {
      password: randomBytes(18).toString('hex'),
      jwtSecret: random(48),
      publishableKey: `sb_publishable_${random(24)}`,
      secretKey: `sb_secret_${random(24)}`,
    }
    writePrivateFile(file, JSON.stringify(secrets, null, 2))
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets
}
