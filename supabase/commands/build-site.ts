import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../local/backend.ts'
import { endChild, spawnNode } from '../local/processes.ts'

export const nextCommand = join(projectRoot, 'node_modules/next/dist/bin/next')
const stampFile = join(projectRoot, '.next/source-stamp')
const sources = [
  '{app,components,lib}/**/*.{ts,tsx,css,svg,ttf,woff2}',
  '{next.config.mjs,postcss.config.mjs,middleware.ts,instrumentation.ts,instrumentation-client.ts,package-lock.json}',
]

/** False when the build is missing, or older than the sources or the configuration it was made with. */
export function isBuildFresh(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp()
}

/**
 * Builds the site for the configured backend; rejects with a sentence when that cannot be done.
 * @param options.offline no backend at hand: pages are made on their first request
 * @param options.standalone also makes the folder that runs by itself, .next/standalone
 */
export async function buildSite(options: { offline?: boolean; standalone?: boolean } = {}): Promise<void> {
  if (!options.offline) await checkBackend()
  const buildId = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
  rmSync(join(projectRoot, '.next'), { recursive: true, force: true })
  const child = spawnNode(nextCommand, ['build'], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      SIGNPOST_BUILD_ID: buildId,
      SIGNPOST_OFFLINE_BUILD: options.offline ? '1' : '',
      ...(options.standalone && { SIGNPOST_STANDALONE: '1' }),
    },
  })
  const stop = () => void endChild(child).then(() => process.exit(130))
  process.once('SIGINT', stop)
  const code = await new Promise((resolve) => child.once('exit', resolve))
  process.off('SIGINT', stop)
  if (code !== 0) throw new Error('The build failed; the reason stands above.')
  writeBuildFiles(buildId)
  writeFileSync(stampFile, sourceStamp())
}

async function checkBackend(): Promise<void> {
  const url = process.env.NEXT_PUBLIC_SUPABASE_URL!
  const key = process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? ''
  const advice =
    'Start it and check NEXT_PUBLIC_SUPABASE_URL and NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, or build without it: npm run build -- --offline'
  const response = await fetch(`${url}/rest/v1/categories?select=id&limit=1`, {
    headers: { apikey: key },
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw new Error(`The backend at ${url} cannot be reached (${error.message}). ${advice}`)
  })
  if (!response.ok) {
    throw new Error(
      `The backend at ${url} answers ${response.status}: ${(await response.text()).slice(0, 300)}\n` +
        `Is the key right, and are the migrations applied (npx supabase db push)? ${advice}`,
    )
  }
}

/** What open pages ask for to learn of a new build: /builds/latest.json and /builds/meta/{buildId}.json. */
function writeBuildFiles(buildId: string): void {
  const folder = join(projectRoot, 'public/builds')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const manifest = JSON.parse(readFileSync(join(projectRoot, '.next/prerender-manifest.json'), 'utf8')) as {
    routes: Record<string, unknown>
  }
  // By the addresses people know, not by the routes behind them (see the rewrites in next.config.mjs).
  const prerendered = Object.keys(manifest.routes)
    .map((route) => route.replace(/^\/roadmap\/map$/, '/').replace(/^\/lists\/([^/]+)$/, '/$1'))
    .filter((route) => !/^\/(_|roadmap\/|lists\/)/.test(route))
  const timestamp = Date.now()
  writeFileSync(join(folder, 'latest.json'), JSON.stringify({ id: buildId, timestamp }))
  writeFileSync(
    join(folder, 'meta', `${buildId}.json`),
    JSON.stringify({ id: buildId, timestamp, prerendered }),
  )
}

function sourceStamp(): string {
  const hash = createHash('sha256')
  for (const file of globSync(sources, { cwd: projectRoot }).toSorted()) {
    hash.update(file).update(readFileSync(join(projectRoot, file)))
  }
  for (const [name, value] of Object.entries(process.env).toSorted(([a], [b]) => a.localeCompare(b))) {
    if (/^(SITE_|MARKETING_|NEXT_PUBLIC_CLARITY|CAPTCHA_)/.test(name)) hash.update(`${name}=${value}`)
  }
  return hash.digest('hex')
}
