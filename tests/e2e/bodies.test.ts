import { request as send } from 'node:http'
import { routesOfBuild } from '../support/routes'
import { expect, test } from './fixtures'

const site = () => new URL(process.env.TEST_SITE_URL!)
const chunk = Buffer.alloc(64 * 1024, 'a')
/** How much data a body without end would send. */
const endless = 64 * 1024 * 1024
/** These routes read the body themselves; the others are answered before the connection closes. */
const readByRoute = ['/api/pictures', '/api/imports', '/api/mail-events']
/** How much the sockets buffer on both sides, in addition to what is read. */
const inSockets = 12 * 1024 * 1024

/** Status 0 means that the connection closed while sending, so the answer was lost. */
type Answer = { status: number; sent: number; connection: string | undefined }

/** Sends until the connection closes. Returns the answer and how many bytes were accepted. */
function sendEndlessly(path: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((done) => {
    let answer: { status: number; connection: string | undefined } | undefined
    let sent = 0
    const options = { method: 'POST', path, headers, agent: false, host: '127.0.0.1', port: site().port }
    const asked = send(options, (response) => {
      answer = { status: response.statusCode!, connection: response.headers.connection }
      response.resume()
    })
    const end = () => done({ ...(answer ?? { status: 0, connection: 'close' }), sent })
    asked.on('close', end).on('error', () => {})
    const more = () => {
      while (!asked.destroyed && sent < endless) {
        sent += chunk.length
        if (!asked.write(chunk)) return asked.once('drain', more)
      }
      asked.end()
    }
    more()
  })
}

test('no route reads an endless body', async () => {
  test.setTimeout(300_000)
  const paths = [
    ...routesOfBuild(process.env.SIGNPOST_BUILD_FOLDER!).map(({ path }) => path),
    '/no-such-page',
  ]
  expect(paths.length).toBeGreaterThan(60)
  const kinds: Record<string, string>[] = [
    { 'content-type': 'application/json' },
    { 'content-type': 'Multipart/Form-Data; boundary=x' },
    { 'content-type': '\tmultipart/FORM-data ;\tboundary="x"' },
    { 'content-type': 'application/X-WWW-form-urlencoded' },
    { 'content-type': 'text/plain;charset=UTF-8', 'next-action': '4'.repeat(42) },
    { 'content-length': String(endless) },
    {},
  ]
  const asked = paths.flatMap((path) => kinds.map((headers) => ({ path, headers })))
  const wrong: string[] = []
  const work = async () => {
    for (let one = asked.pop(); one; one = asked.pop()) {
      const { status, sent, connection } = await sendEndlessly(one.path, one.headers)
      const isRefused = (status >= 400 && status < 500) || (status === 0 && readByRoute.includes(one.path))
      if (!isRefused || sent > inSockets || connection !== 'close')
        wrong.push(`${one.path} ${JSON.stringify(one.headers)}: ${status}, ${sent} bytes, ${connection}`)
    }
  }
  await Promise.all(Array.from({ length: 24 }, work))
  expect(wrong).toEqual([])
})

test('forged references in action calls delay no one', async ({ request }) => {
  const address = site().href
  const references = (letter: string, count: number) =>
    JSON.stringify(Array.from({ length: count }, (_, n) => `$${letter}${n + 1}`))
  const action = { 'next-action': '4'.repeat(42) }
  const bodies = ['r', '', '@', 'Q', 'W', 'K', 'F', 'i', 'R', 'B', 'n'].flatMap((letter) => {
    const parts = new FormData()
    parts.set('0', references(letter, 400_000))
    return [parts, references(letter, 20_000), references(letter, 400_000)]
  })
  const start = performance.now()
  const asked = bodies.map((body) =>
    fetch(address, { method: 'POST', headers: action, body }).then(
      ({ status }) => status,
      // A connection that closes while data is still being sent.
      () => 0,
    ),
  )
  expect((await request.get('/')).status()).toBe(200)
  const statuses = new Set(await Promise.all(asked))
  expect(statuses.isSubsetOf(new Set([0, 400, 413, 415]))).toBe(true)
  // Each of the eleven forms used to keep the site busy for at least 5 seconds.
  expect(performance.now() - start).toBeLessThan(20_000)
})

test('a multipart form reaches no page, however its type is spelled', async () => {
  for (const type of [
    'multipart/form-data; boundary=x',
    'MULTIPART/Form-Data;boundary=x',
    ' multipart/mixed',
  ])
    for (const path of ['/', '/new-features', '/settings', '/api/mail/../../', '/api/mail/..\\..\\'])
      for (const action of [{}, { 'next-action': '4'.repeat(42) }, { 'next-action': '' }]) {
        const status = await new Promise<number>((done, fail) => {
          const headers = { 'content-type': type, ...action, 'content-length': '0' }
          const options = { method: 'POST', path, headers, host: '127.0.0.1', port: site().port }
          send(options, (response) => done(response.resume().statusCode!))
            .on('error', fail)
            .end()
        })
        expect(status, `${type} to ${path}`).toBe(415)
      }
})

test('only signed-in people upload images, only from this site and up to the size limit', async ({
  request,
}) => {
  const headers = { origin: site().origin, 'content-type': 'image/png' }
  const post = (sent: Record<string, string>) =>
    request.post('/api/pictures?for=avatar', { headers: sent, data: Buffer.alloc(1000) })
  expect((await post(headers)).status()).toBe(401)
  expect((await post({ ...headers, origin: 'http://evil.test' })).status()).toBe(403)
  expect((await post({ 'content-type': 'image/png' })).status()).toBe(403)
})
