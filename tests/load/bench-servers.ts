import { mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { nextCommand } from '../../supabase/commands/build-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { findFreePort } from '../../supabase/local/ports.ts'
import { endChild, spawnNode, waitUntil } from '../../supabase/local/processes.ts'

/** A production server of this machine; `memory` is what it holds now, in megabytes. */
export type Server = { port: number; memory: () => number; stop: () => Promise<void> }

// Inside the project, so that the project's own next is found.
const emptyApp = join(projectRoot, 'tests/.output/empty-app')
const config = `export default {
  cacheComponents: true,
  partialPrefetching: true,
  agentRules: false,
  poweredByHeader: false,
  turbopack: { root: ${JSON.stringify(projectRoot)} },
  outputFileTracingRoot: ${JSON.stringify(projectRoot)},
}
`
const layout = `export const metadata = { title: 'Empty' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`

/** Serves the production build in `folder`, as `npm start` and a deployment do. */
export async function startServer(folder: string, port: number): Promise<Server> {
  const child = spawnNode(nextCommand, ['start', '--port', String(port)], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntil(
    `The start of the server of ${folder}`,
    async () => {
      if (child.exitCode !== null) throw new Error('It ended.')
      return (await fetch(`http://127.0.0.1:${port}/`)).ok
    },
    60_000,
  )
  return { port, memory: () => groupMemory(child.pid!), stop: () => endChild(child) }
}

/**
 * Builds a Next app of prerendered pages without content of their own and starts it: what the framework costs.
 * @param sizes bytes of HTML each page is to have, by its path
 */
export async function startEmptyApp(sizes: Record<string, number>): Promise<Server> {
  rmSync(emptyApp, { recursive: true, force: true })
  mkdirSync(emptyApp, { recursive: true })
  writeFileSync(join(emptyApp, 'next.config.mjs'), config)
  const fillings: Record<string, number> = {}
  for (const [path, size] of Object.entries(sizes)) fillings[path] = Math.max(0, (size - 6_000) / 2)
  for (let attempt = 1; ; attempt++) {
    for (const [path, length] of Object.entries(fillings)) writePage(path, length)
    await build()
    const wrong = Object.entries(sizes).filter(([path, size]) => {
      const difference = size - statSync(builtPage(path)).size
      // The text stands twice in a page: as HTML, and in the data React starts from.
      fillings[path]! += difference / 2
      return Math.abs(difference) > size / 100
    })
    if (wrong.length === 0) break
    if (attempt === 3) throw new Error(`No empty page as large as ${wrong.join(' bytes, ')} could be made.`)
  }
  return startServer(emptyApp, await findFreePort(3960))
}

function writePage(path: string, length: number): void {
  const folder = join(emptyApp, 'app', path)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(emptyApp, 'app/layout.jsx'), layout)
  writeFileSync(
    join(folder, 'page.jsx'),
    `export default function Page() {\n  return <p>${text(length)}</p>\n}\n`,
  )
}

const builtPage = (path: string) =>
  join(emptyApp, '.next/server/app', path === '/' ? 'index.html' : `${path}.html`)

async function build(): Promise<void> {
  const logFile = join(emptyApp, 'build.log')
  const log = openSync(logFile, 'w')
  const child = spawnNode(nextCommand, ['build'], {
    cwd: emptyApp,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', log, log],
  })
  const code = await new Promise((resolve) => child.once('exit', resolve))
  if (code !== 0)
    throw new Error(`The empty app was not built:\n${readFileSync(logFile, 'utf8').slice(-2000)}`)
}

/** Varied words: one letter over and over would be compressed to nothing. */
function text(length: number): string {
  let words = ''
  let state = 1
  while (words.length < length) {
    state = (state * 48_271) % 2_147_483_647
    words += `${state.toString(36)} `
  }
  return words.slice(0, length).trim()
}

/** Megabytes of the processes of a group: a server and whatever it started. */
function groupMemory(group: number): number {
  if (process.platform === 'win32') return Number.NaN
  const table = execFileSync('ps', ['-A', '-o', 'pgid=,rss='], { encoding: 'utf8' })
  const sizes = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  return sizes.reduce((sum, [id, size]) => (id === group ? sum + size! : sum), 0) / 1024
}
