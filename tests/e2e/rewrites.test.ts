import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nextCommand } from '../../supabase/commands/build-site'
import { projectRoot } from '../../supabase/local/backend'
import { findFreePort } from '../../supabase/local/processes'
import { endChild, hasEnded, spawnNode, waitUntil } from '../../supabase/local/processes'
import type { Connection } from '../support/noted-connections'
import { makeCertificate, reasonToSkip } from '../support/programs'
import { startProxy } from '../support/proxy'
import { sessionCookies } from '../support/session-cookies'
import { expect, test } from './fixtures'
import { createPerson, password } from './people'

type Target = { port: number; host: string; ca?: Buffer }
type Kind = 'next start' | 'standalone'

const preload = pathToFileURL(join(projectRoot, 'tests/support/noted-connections.ts')).href
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all!.some(({ address }) => address === '::1'),
)

let folder: string
let cookie: string
let buildId: string
let dashboardAction: string
let supabasePort: number

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-rewrites-'))
  const build = process.env.SIGNPOST_BUILD_FOLDER!
  for (const [from, to] of Object.entries({
    [`${build}/standalone`]: '.',
    [`${build}/static`]: `${build}/static`,
  }))
    cpSync(join(projectRoot, from), join(folder, to), { recursive: true, verbatimSymlinks: true })
  const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY, TEST_SITE_URL } = process.env as Record<
    string,
    string
  >
  buildId = readFileSync(join(projectRoot, build, 'BUILD_ID'), 'utf8')
  const actions = readFileSync(join(projectRoot, build, 'server/server-reference-manifest.json'), 'utf8')
  const { node } = JSON.parse(actions) as { node: Record<string, { workers: object }> }
  dashboardAction = Object.keys(node).find((id) =>
    Object.keys(node[id]!.workers).every((page) => page.startsWith('app/dashboard/')),
  )!
  supabasePort = Number(new URL(TEST_SUPABASE_URL!).port)
  const { email } = await createPerson()
  const backend = { url: TEST_SUPABASE_URL!, publishableKey: TEST_SUPABASE_PUBLISHABLE_KEY! }
  const cookies = await sessionCookies(backend, { email, password }, TEST_SITE_URL!)
  cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

function ask({ ca, ...target }: Target, path: string, headers: OutgoingHttpHeaders, method = 'GET') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((done, fail) => {
    const options = { ...target, path, headers, method, agent: false }
    const sent = ca ? secureRequest({ ...options, ca, servername: 'localhost' }) : plainRequest(options)
    sent.on('error', fail).on('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      done({ status: response.statusCode!, headers: response.headers, text })
    })
    sent.end(method === 'POST' ? '[]' : undefined)
  })
}

/** The site’s process that listens on a port, and what it has connected to since, except Supabase. */
async function startSite(kind: Kind, host: string) {
  const port = await findFreePort(20_000 + (process.pid % 400) * 20)
  const isStandalone = kind === 'standalone'
  const args = isStandalone ? [] : ['start', '--port', String(port), '--hostname', host]
  const server = spawnNode(isStandalone ? join(folder, 'server.js') : nextCommand, args, {
    cwd: isStandalone ? folder : projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import ${preload}`,
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      HOSTNAME: host,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let connections: Connection[] = []
  server.on('message', (connection: Connection) => {
    if (connection.port !== supabasePort) connections.push(connection)
  })
  const loopback = host === '0.0.0.0' ? '127.0.0.1' : (await lookup(host)).address
  const site = { port, host: loopback }
  await waitUntil('The start of the site', async () => {
    if (hasEnded(server)) throw new Error('The site ended.')
    return (await ask(site, '/api/health', {})).status === 200
  })
  connections = []
  return { ...site, connections: () => connections, stop: () => endChild(server) }
}

/** A foreign program on the port that the site leaves free on another loopback address. */
async function startDecoy({ port, host }: Target) {
  let caught = 0
  const decoy = createServer((socket) => {
    caught++
    socket.destroy()
  })
  const free = host === '::1' ? '127.0.0.1' : '::1'
  if (hasIpv6) await new Promise<void>((done) => decoy.listen({ port, host: free, ipv6Only: true }, done))
  return { caught: () => caught, stop: () => decoy.close() }
}

/** Requests everything that the middleware rewrites or redirects, and returns the answers. */
async function askAll(site: Target, headers: OutgoingHttpHeaders) {
  const search = `/search?q=${randomUUID()}`
  const member = { ...headers, cookie }
  const status = async (path: string, sent: OutgoingHttpHeaders) => (await ask(site, path, sent)).status
  // Next’s router is first told to send a hash of its headers. A missing stored page answers with 200.
  const asked = { ...member, rsc: '1' }
  const { location } = (await ask(site, '/dashboard', asked)).headers
  const { text } = await ask(site, location ?? '/dashboard', asked)
  return {
    // The second and third time, a stored page is behind the address.
    searches: [await status(search, headers), await status(search, headers), await status(search, headers)],
    encodedTwice: [await status('/a%25b', headers), await status('/a%25b', member)],
    // The member is not on the team.
    dashboard: await status('/dashboard', member),
    isMissing: text.includes('NEXT_HTTP_ERROR_FALLBACK;404'),
    secondAddress: await status(`/_next/data/${buildId}/dashboard.json`, headers),
    link: (await ask(site, '/auth/confirm?token_hash=a&type=recovery', headers)).headers.location,
    signIn: (await ask(site, '/dashboard?view=1&_rsc=x', headers)).headers.location,
  }
}

const expected = {
  searches: [200, 200, 200],
  encodedTwice: [404, 404],
  dashboard: 404,
  isMissing: true,
  secondAddress: 404,
  link: '/auth/confirm',
  signIn: '/?auth=sign-in&next=%2Fdashboard%3Fview%3D1',
}

const elsewhere = { host: 'evil.example', 'x-forwarded-host': 'evil.example:3000' }
const headersOf = {
  http: {},
  https: { 'x-forwarded-proto': 'https' },
  'https by way of several proxies': { 'x-forwarded-proto': 'https,http' },
  'http for another name': elsewhere,
  'https for another name': { ...elsewhere, 'x-forwarded-proto': 'https' },
}

const hosts = ['127.0.0.1', '0.0.0.0', 'localhost', ...(hasIpv6 ? ['::1'] : [])]
for (const kind of ['next start', 'standalone'] as const)
  for (const host of hosts)
    test(`with ${kind} on ${host}, a rewrite stays in the process`, async () => {
      const site = await startSite(kind, host)
      const decoy = await startDecoy(site)
      try {
        for (const [name, headers] of Object.entries(headersOf))
          expect(await askAll(site, headers), name).toEqual(expected)
        expect(site.connections()).toEqual([])
        // Next forwards an action that the page doesn’t have to a page that has it.
        await ask(site, '/', { cookie, 'next-action': dashboardAction }, 'POST')
        const ownHost = host === 'localhost' ? host : site.host
        expect(site.connections()).toEqual([{ host: ownHost, port: site.port }])
        expect(decoy.caught()).toBe(0)
      } finally {
        decoy.stop()
        await site.stop()
      }
    })

test('behind nginx and TLS, a rewrite stays in the process', async () => {
  const reason = reasonToSkip('nginx') ?? reasonToSkip('openssl')
  test.skip(reason !== null, reason ?? '')
  makeCertificate(folder)
  const site = await startSite('standalone', '127.0.0.1')
  const decoy = await startDecoy(site)
  const port = await findFreePort(site.port + 1)
  const proxy = await startProxy(port, [site.port], folder)
  try {
    const outside = { port, host: '127.0.0.1', ca: readFileSync(join(folder, 'fullchain.pem')) }
    expect(await askAll(outside, { host: 'localhost' })).toEqual(expected)
    expect(decoy.caught()).toBe(0)
    expect(site.connections()).toEqual([])
  } finally {
    await proxy.stop()
    decoy.stop()
    await site.stop()
  }
})
