import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from './private-files.ts'

export type Secrets = { password: string; jwtSecret: string; publishableKey: string; secretKey: string }

/** The password and keys of the backend in a folder, made when it has none. */
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
