import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  readFileSync,
  rmSync,
  writeFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
} from 'node:fs'
import { join } from 'node:path'
import { checkMessages } from '../../lib/words/catalog.ts'
import { projectRoot } from '../local/backend.ts'
import { endChild, endOf, spawnNode, isRunning } from '../local/processes.ts'

export const nextCommand = join(projectRoot, 'node_modules/next/dist/bin/next')
const sources = [
  '{app,components,lib}/**/*.{ts,tsx,css,ttf,woff2}',
  'messages/*.json',
  '{next.config.mjs,postcss.config.mjs,middleware.ts,instrumentation.ts,instrumentation-client.ts,package-lock.json}',
]

/** False if the build is missing, or older than its sources or configuration. */
export function isBuildFresh(): boolean {
  const build = findBuild()
  if (!build) return false
  const stamp = stampOf(build)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceStamp()
}

/**
 * Builds the site for the configured backend next to the build in use, and makes it the current one when it is
 * complete. Rejects with a message if the build fails.
 * @param options.offline without a backend: pages are rendered on their first request
 * @param options.standalone also creates the folder that runs by itself, `standalone` in the build's folder
 * @param options.quiet shows Next's output only if it fails
 * @returns the build's folder, relative to the project
 */
export async function buildSite(
  options: { offline?: boolean; standalone?: boolean; quiet?: boolean } = {},
): Promise<string> {
  if (!options.offline) await checkBackend()
  await checkMessages()
  const time = Date.now()
  const buildId = `${time.toString(36)}${Math.random().toString(36).slice(2, 8)}`
  const build = folderFor(buildId)
  const stamp = sourceStamp()
  const remove = () => rmSync(join(projectRoot, build), { recursive: true, force: true })
  remove()
  holdBuild(build)
  // Earlier versions wrote a file here that app/builds now serves.
  rmSync(join(projectRoot, 'public/builds'), { recursive: true, force: true })
  const child = spawnNode(nextCommand, ['build'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      SIGNPOST_BUILD_FOLDER: build,
      SIGNPOST_BUILD_ID: buildId,
      SIGNPOST_BUILD_TIME: String(time),
      SIGNPOST_OFFLINE_BUILD: options.offline ? '1' : '',
      ...(options.standalone && { SIGNPOST_STANDALONE: '1' }),
    },
    stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (output += part))
  const stop = () =>
    void endChild(child).then(() => {
      remove()
      process.exit(130)
    })
  process.once('SIGINT', stop)
  await endOf(child)
  process.off('SIGINT', stop)
  if (child.exitCode !== 0) {
    remove()
    console.error(output)
    throw new Error('The build failed. See the output above.')
  }
  writeFileSync(stampOf(build), stamp)
  putInForce(build)
  removeOldBuilds()
  return build
}

const stampOf = (build: string) => join(projectRoot, build, 'source-stamp')

async function checkBackend(): Promise<void> {
  const url = process.env.NEXT_PUBLIC_SUPABASE_URL!
  const key = process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? ''
  const advice =
    'Start it and check NEXT_PUBLIC_SUPABASE_URL and NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, or build without it: npm run build -- --offline'
  const response = await fetch(`${url}/rest/v1/categories?select=id&limit=1`, {
    headers: { apikey: key },
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw new Error(`Can't reach the backend at ${url} (${error.message}). ${advice}`)
  })
  if (!response.ok) {
    throw new Error(
      `The backend at ${url} responds with ${response.status}: ${(await response.text()).slice(0, 300)}\n` +
        `Is the key right, and are the migrations applied (npx supabase db push --remote)? ${advice}`,
    )
  }
}

function sourceStamp(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: projectRoot }).toSorted()) {
    hash.update(file).update(readFileSync(join(projectRoot, file)))
  }
  // `npm start` sets it if it's missing; a build alone doesn't.
  const settings = { ...process.env, SITE_URL: process.env.SITE_URL || 'http://localhost:3000' }
  for (const [name, value] of Object.entries(settings).toSorted(([a], [b]) => a.localeCompare(b))) {
    if (/^(SITE_|MARKETING_|NEXT_PUBLIC_CLARITY|CAPTCHA_)/.test(name)) hash.update(`${name}=${value}`)
  }
  return hash.digest('hex')
}

// Each build has its own folder, so that a new one can be built while a site runs from another. Folder names are
// relative to the project, as Next expects them (distDir).
const all = join(projectRoot, '.next')
const prefix = 'site-'
/** Says which build the next start uses. */
const current = join(all, 'current')
/** Has a file for each process and the build it uses: {build}@{pid}. */
const users = join(all, 'users')

/** The build that the next start uses, or null. SIGNPOST_BUILD_FOLDER overrides it. */
export function findBuild(): string | null {
  const chosen = process.env.SIGNPOST_BUILD_FOLDER
  if (chosen) return chosen
  return existsSync(current) ? `.next/${readFileSync(current, 'utf8')}` : null
}

/** The folder of a new build. */
const folderFor = (buildId: string): string =>
  process.env.SIGNPOST_BUILD_FOLDER || `.next/${prefix}${buildId}`

/** Keeps a build from being removed while this process runs. */
export function holdBuild(build: string): void {
  const name = nameOf(build)
  if (!name) return
  const note = join(users, `${name}@${process.pid}`)
  try {
    mkdirSync(users, { recursive: true })
    writeFileSync(note, '')
  } catch (error) {
    console.warn(
      `Don't build here while this site runs: its build can't be marked as in use (${(error as Error).message}).`,
    )
    return
  }
  process.once('exit', () => rmSync(note, { force: true }))
}

/** Makes the next start use this build. */
function putInForce(build: string): void {
  const name = nameOf(build)
  if (!name) return
  // Written atomically, so that a start never reads half of it.
  writeFileSync(`${current}-${process.pid}`, name)
  renameSync(`${current}-${process.pid}`, current)
}

/** Makes the next start build again, because the stored pages of the current build show data that is gone. */
export const outdateBuild = (): void => rmSync(current, { force: true })

/** Removes builds that neither a process nor the next start uses. */
export function removeOldBuilds(): void {
  if (!existsSync(current)) return
  const needed = new Set([readFileSync(current, 'utf8')])
  for (const note of existsSync(users) ? readdirSync(users) : []) {
    const [used, pid] = note.split('@') as [string, string]
    if (isRunning(Number(pid))) needed.add(used)
    else rmSync(join(users, note), { force: true })
  }
  for (const entry of readdirSync(all)) {
    if (entry.startsWith(prefix) && !needed.has(entry))
      rmSync(join(all, entry), { recursive: true, force: true })
  }
}

/** Null for a folder that the environment chose, because its owner manages that one. */
function nameOf(build: string): string | null {
  return build.startsWith(`.next/${prefix}`) ? build.slice('.next/'.length) : null
}
