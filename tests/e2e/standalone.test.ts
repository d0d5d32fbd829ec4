import { type ChildProcess, fork, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend'
import { findFreePort, endChild, hasEnded, isRunning, waitUntil } from '../../supabase/local/processes'
import { expect, test } from './fixtures'

let folder: string
let server: ChildProcess
let site: string

/** The machine's Node, which may be older than the one that npm scripts run. */
const node =
  process.env
    .PATH!.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file)) ?? process.execPath

/** The folder as the second stage of the Dockerfile builds it, started by its last line. */
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-standalone-'))
  const build = process.env.SIGNPOST_BUILD_FOLDER!
  const copies = { [`${build}/standalone`]: '.', [`${build}/static`]: `${build}/static` }
  for (const [from, to] of Object.entries(copies)) {
    cpSync(join(projectRoot, from), join(folder, to), { recursive: true, verbatimSymlinks: true })
  }
  const port = await findFreePort(3950)
  site = `http://127.0.0.1:${port}`
  const { NEXT_PUBLIC_SUPABASE_URL, NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY, SITE_URL } = process.env
  server = spawn(node, ['server.js'], {
    cwd: folder,
    // No other variables: the site must not need what a container isn’t given.
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      HOSTNAME: '127.0.0.1',
      PORT: String(port),
      NEXT_PUBLIC_SUPABASE_URL,
      NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY,
      SITE_URL,
    },
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntil('The start of the site', (signal) => {
    if (hasEnded(server!)) throw new Error('The site ended.')
    return fetch(`${site}/api/health`, { signal }).then(({ ok }) => ok)
  })
})

test.afterAll(async () => {
  if (server) await endChild(server)
  rmSync(folder, { recursive: true, force: true })
})

test('a copy of the standalone folder is a complete site, and SIGTERM stops it', async ({ request }) => {
  const statuses = {
    '/': 200,
    '/new-features': 200,
    '/new-features/dark-mode': 200,
    '/search?q=dark': 200,
    '/api/health': 200,
    '/api/health/ready': 200,
    '/builds/latest.json': 200,
    '/no-such-category': 404,
    '/new-features/no-such-post': 404,
  }
  for (const [path, status] of Object.entries(statuses)) {
    expect((await request.get(site + path)).status(), path).toBe(status)
  }
  const post = await request.get(`${site}/new-features/dark-mode`)
  // The file with the script hashes was copied.
  expect(post.headers()['content-security-policy']).toContain("'sha256-")
  const html = await post.text()
  const found = await (await request.get(`${site}/search?q=dark`)).text()
  expect(found).toContain('/new-features/dark-mode')

  const kinds = {
    [/<script src="([^"]+)"/.exec(html)![1]!]: /javascript/,
    [new URL(/property="og:image" content="([^"]+)"/.exec(html)![1]!).pathname]: /^image\/png/,
  }
  for (const [path, kind] of Object.entries(kinds)) {
    const answer = await request.get(site + path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-type'], path).toMatch(kind)
    expect((await answer.body()).length, path).toBeGreaterThan(100)
  }
  // The image library was copied with its binary.
  const reader = fork(join(folder, 'lib/image/rewrite-picture.mjs'), { serialization: 'advanced' })
  const said = () => new Promise((resolve) => reader.once('message', resolve))
  expect(await said()).toBe('ready')
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"/>')
  reader.send({ bytes, box: { width: 90, height: 60 } })
  expect(await said()).toMatchObject({ result: { width: 60, height: 60 } })

  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
  // No process is left in its process group.
  expect(isRunning(-server.pid!)).toBe(false)
})
