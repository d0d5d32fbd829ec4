import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  type BackendOptions,
  projectRoot,
  startBackend,
  type StartedBackend,
} from '../../supabase/local/backend.ts'
import { readSecrets } from '../../supabase/local/config.ts'
import { writePrivateFile } from '../../supabase/local/private-files.ts'

// Test passwords protect nothing, and each hash at the usual cost takes 90 ms of processor time.
process.env.LITE_AUTH_BCRYPT_COST ??= '4'

/**
 * A throw-away Supabase, empty by default. Its ports are below those that systems use for outgoing connections, and
 * apart from those of parallel test runs. Otherwise another program could take them during an outage.
 */
export async function startTestBackend(
  folder: string,
  options: BackendOptions = {},
): Promise<StartedBackend> {
  if (!options.project && !options.anew && !existsSync(join(folder, 'postgres'))) await copyTemplate(folder)
  return startFor(folder, options)
}

/** The same without a copy: a new backend applies all migrations. */
export const startFor = (folder: string, options: BackendOptions = {}): Promise<StartedBackend> =>
  startBackend({
    folder,
    seed: false,
    durable: false,
    databasePort: 10_000 + (process.pid % 5_000),
    mailPort: 15_000 + (process.pid % 5_000),
    apiPort: 20_000 + (process.pid % 10_000),
    ...options,
  })

const cache = join(projectRoot, 'node_modules/.cache/signpost')
let template: Promise<string> | undefined

/** Gives a new backend a database with all migrations, because applying them is most of a start. */
async function copyTemplate(folder: string): Promise<void> {
  const from = await (template ??= findTemplate())
  mkdirSync(folder, { recursive: true })
  // Keeps the owner, which is not root.
  execFileSync('cp', ['-a', join(from, 'postgres'), folder])
  const { password } = readSecrets(from)
  writePrivateFile(join(folder, 'keys.json'), JSON.stringify({ ...readSecrets(folder), password }))
}

async function findTemplate(): Promise<string> {
  const hash = createHash('sha256')
  const sources = ['supabase/migrations/*.sql', 'supabase/local/**/*.*', 'package-lock.json']
  for (const file of globSync(sources, { cwd: projectRoot }).toSorted())
    hash.update(file).update(readFileSync(join(projectRoot, file)))
  const made = join(cache, hash.digest('hex').slice(0, 16))
  if (existsSync(made)) return made
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'new-'))
  try {
    await (await startFor(folder)).stop()
    for (const old of globSync('[0-9a-f]*', { cwd: cache })) rmSync(join(cache, old), { recursive: true })
    renameSync(folder, made)
  } catch (error) {
    // Unless another process was faster.
    if (!existsSync(made)) throw error
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return made
}
