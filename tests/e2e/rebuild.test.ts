import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { projectRoot } from '../../supabase/local/backend'
import { endChild, endOf } from '../../supabase/local/processes'
import { copyProject, removeDevelopment } from '../support/project-copy'
import { expect, test } from './fixtures'

test.describe.configure({ mode: 'default', timeout: 600_000 })

const paths = ['/', '/new-features', '/new-features/dark-mode', '/search?q=dark']

let folder: string
const started: ChildProcess[] = []

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-rebuild-'))
  copyProject(folder)
  removeDevelopment(folder)
})
test.afterAll(async () => {
  await Promise.all(started.map((child) => endChild(child)))
  rmSync(folder, { recursive: true, force: true })
})

/** Runs npm in the copy, on the tests’ backend and without development packages, as on a server. */
function npm(args: string[], env: Record<string, string> = {}) {
  const { SIGNPOST_BUILD_FOLDER: _, HOST: __, ...rest } = process.env
  const child = spawn('npm', args, {
    cwd: folder,
    env: { ...rest, NODE_ENV: 'production', PORT: String(33_000 + (process.pid % 1_000)), ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const run = { child, output: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (run.output += part))
  return run
}

/** Makes the build under test the copy’s current build. */
function takeBuildOfTests(): void {
  const next = join(folder, '.next')
  cpSync(join(projectRoot, process.env.SIGNPOST_BUILD_FOLDER!), join(next, 'site-tested'), {
    recursive: true,
  })
  writeFileSync(join(next, 'current'), 'site-tested')
}

async function build(): Promise<void> {
  const run = npm(['run', 'build'])
  await endOf(run.child)
  expect(run.child.exitCode, run.output).toBe(0)
}

/** Starts the site. Returns its address, its output and a way to stop it. */
async function start() {
  const run = npm(['start'])
  await expect.poll(() => run.output, { timeout: 120_000 }).toContain('Press Ctrl-C to stop.')
  return { ...run, site: /ready on (\S+)/.exec(run.output)![1]!, stop: () => endChild(run.child) }
}

const idOf = async (site: string) =>
  ((await (await fetch(`${site}/builds/latest.json`)).json()) as { id: string }).id
const builds = () => readdirSync(join(folder, '.next')).filter((name) => name.startsWith('site-'))

test('a site is served and rebuilt without development packages, also while it runs', async () => {
  expect(existsSync(join(folder, 'node_modules/postal-mime'))).toBe(false)
  const unconfigured = npm(['start'], { NEXT_PUBLIC_SUPABASE_URL: '' })
  await endOf(unconfigured.child)
  await expect.poll(() => unconfigured.output).toContain("the local one isn't installed. Run npm ci.")
  takeBuildOfTests()
  const first = await start()
  expect(first.output).not.toContain('Building the site')
  const { site } = first
  const id = await idOf(site)
  expect(builds()).toHaveLength(1)

  const files = new Set(paths)
  for (const path of paths) {
    const html = await (await fetch(site + path)).text()
    for (const [file] of html.matchAll(/\/_next\/static\/[^"'\\\s?)]+/g)) files.add(file)
  }
  expect(files.size).toBeGreaterThan(10)
  const built = new AbortController()
  let rounds = 0
  const broken: string[] = []
  const watching = (async () => {
    while (!built.signal.aborted) {
      for (const file of files) {
        const status = await fetch(site + file).then(
          (answer) => answer.text().then(() => answer.status),
          String,
        )
        if (status !== 200) broken.push(`${file}: ${status}`)
      }
      if ((await idOf(site)) !== id) broken.push('another build')
      rounds++
      await wait(200)
    }
  })()
  // The next version. This run keeps building into a named folder.
  appendFileSync(join(folder, 'app/globals.css'), '\n.next-version { color: red }\n')
  await build()
  built.abort()
  await watching
  expect(broken).toEqual([])
  expect(rounds).toBeGreaterThan(5)
  expect(builds()).toHaveLength(2)
  await first.stop()

  const second = await start()
  expect(second.output).not.toContain('Building the site')
  expect(await idOf(second.site)).not.toBe(id)
  for (const path of paths) expect((await fetch(second.site + path)).status, path).toBe(200)
  expect(builds()).toHaveLength(1)
  await second.stop()
})
