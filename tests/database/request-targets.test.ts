import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

/** Sends a request whose first line nothing has tidied; gives the answer. */
async function send(firstLine: string, sent: object): Promise<string> {
  const { host, hostname, port } = new URL(TEST_SUPABASE_URL!)
  const body = JSON.stringify(sent)
  const head = [
    `${firstLine} HTTP/1.1`,
    `Host: ${host}`,
    `apikey: ${TEST_SUPABASE_PUBLISHABLE_KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  const socket = connect(Number(port), hostname)
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  let answer = ''
  for await (const part of socket.setEncoding('latin1')) answer += part
  return answer
}

test('a request for a path is looked at', async () => {
  expect(await send('GET /auth/v1/health', {})).toContain('HTTP/1.1 200')
})

test.each([
  '/auth/v1/token#?grant_type=password',
  '/auth/v1/token?a#&grant_type=password',
  '/auth/v1/token?a=#&grant_type=password',
  '/auth/v1/otp#/',
  '/rest/v1/categories#?limit=1',
  `${TEST_SUPABASE_URL}/auth/v1/token?grant_type=password`,
  `${TEST_SUPABASE_URL}/auth/v1/token#?grant_type=password`,
])('what asks for %s is not looked at', async (target) => {
  const guess = { email: `${randomUUID()}@example.com`, password: 'a guess', refresh_token: 'x' }
  expect(await send(`POST ${target}`, guess)).toMatch(/^HTTP\/1\.1 400[^]*A request asks for a path/)
})
