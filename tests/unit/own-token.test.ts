import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import * as jose from 'jose'
import { describe, expect, test, vi } from 'vitest'

vi.mock('../../lib/supabase/secret', () => ({ secretClient: {} }))
vi.mock('../../lib/env', () => ({ env: { SITE_URL: 'https://feedback.example.com' } }))
const { checkOwnToken } = await import('../../lib/session/own-token')

const site = 'https://feedback.example.com'
const secret = 's'.repeat(43)
const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = pair.publicKey.export({ type: 'spki', format: 'pem' }) as string
const publicKey = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')
const keys = [
  { id: 1, algorithm: 'HS256', secret },
  { id: 2, algorithm: 'ES256', secret: publicKey },
]
const bytes = (text: string) => new TextEncoder().encode(text)
const now = Math.floor(Date.now() / 1_000)
const claims = { sub: 'u1', email: 'kim@example.com', name: 'Kim', aud: site, iat: now, jti: randomUUID() }
const sign = (
  payload: object,
  key: jose.CryptoKey | jose.KeyObject | Uint8Array = bytes(secret),
  alg = 'HS256',
) => new jose.SignJWT(payload as jose.JWTPayload).setProtectedHeader({ alg }).sign(key)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const isTaken = async (token: string, of = keys) => (await checkOwnToken(token, of)) !== null

test('a token of either kind is accepted, and the result names its key', async () => {
  expect(await checkOwnToken(await sign(claims), keys)).toMatchObject({
    keyId: 1,
    claims: { sub: 'u1', name: 'Kim' },
  })
  expect(await checkOwnToken(await sign(claims, pair.privateKey, 'ES256'), keys)).toMatchObject({ keyId: 2 })
  expect(await isTaken(await sign({ ...claims, aud: ['https://other.example', site] }))).toBe(true)
})

test('during a rotation, tokens of both keys are accepted', async () => {
  const both = [keys[0]!, { id: 3, algorithm: 'HS256', secret: 'n'.repeat(43) }]
  for (const of of [secret, 'n'.repeat(43)])
    expect(await isTaken(await sign(claims, bytes(of)), both)).toBe(true)
})

describe('a token is refused', () => {
  const body = part(claims)
  test.each<[what: string, token: () => string | Promise<string>]>([
    ['of another secret', () => sign(claims, bytes('x'.repeat(43)))],
    [
      'of another private key',
      () => sign(claims, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, 'ES256'),
    ],
    ['without a signature', () => `${part({ alg: 'none' })}.${body}.`],
    ['with the algorithm none in other letters', () => `${part({ alg: 'NONE' })}.${body}.`],
    ['signed with the public key as a secret', () => sign(claims, bytes(publicKey))],
    ['signed with the public key file as a secret', () => sign(claims, bytes(pem))],
    ['of another HMAC', () => sign(claims, bytes(secret + secret), 'HS512')],
    [
      'that was changed',
      async () => {
        const [head, , mark] = (await sign(claims)).split('.')
        return `${head}.${part({ ...claims, email: 'eve@example.com' })}.${mark}`
      },
    ],
    ['for another site', () => sign({ ...claims, aud: 'https://other.example' })],
    ['for a site whose address only begins so', () => sign({ ...claims, aud: `${site}.evil.example` })],
    ['for no site', () => sign({ ...claims, aud: undefined })],
    ['that is too old', () => sign({ ...claims, iat: now - 311 })],
    ['of the future', () => sign({ ...claims, iat: now + 60 })],
    ['that has ended', () => sign({ ...claims, exp: now - 60 })],
    [
      'that holds longer than five minutes by its own word',
      () => sign({ ...claims, iat: now - 400, exp: now + 9_999 }),
    ],
    ['that does not say when', () => sign({ ...claims, iat: undefined })],
    ['without an id', () => sign({ ...claims, jti: undefined })],
    ['with a short id', () => sign({ ...claims, jti: '1' })],
    ['of nobody', () => sign({ ...claims, sub: undefined })],
    ['of an id without end', () => sign({ ...claims, sub: 'a'.repeat(201) })],
    ['without an address', () => sign({ ...claims, email: 'kim' })],
    [
      'that names a key of its own',
      () =>
        new jose.SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', jwk: { kty: 'oct', k: 'eA' } as jose.JWK })
          .sign(bytes('x'.repeat(43))),
    ],
    ['that is none', () => 'a.b.c'],
    ['that is empty', () => ''],
  ])('%s', async (_, token) => expect(await isTaken(await token())).toBe(false))

  test('if there is no key', async () => expect(await isTaken(await sign(claims), [])).toBe(false))
})

test('what a token says about a person is cut to what the database stores, or left out', async () => {
  const token = await sign({
    ...claims,
    name: `  Kim\n${'m'.repeat(100)}`,
    plan: 7,
    company: 'c'.repeat(200),
    monthly_value: -1,
  })
  const read = (await checkOwnToken(token, keys))!.claims
  expect(read.name).toHaveLength(80)
  expect(read.company).toHaveLength(120)
  expect(read).toMatchObject({ plan: undefined, monthly_value: undefined })
})

test('the example for Node in the docs creates a token that is accepted', async () => {
  const docs = readFileSync('docs/sign-in-with-your-product.md', 'utf8')
  const [, code] = /### Node\s+```js\n([^]*?)```/.exec(docs)!
  const script = code!
    .replace("import { SignJWT } from 'jose'", '')
    .replace('export const signpostToken =', '')
  const make = runInNewContext(script.trim(), {
    SignJWT: jose.SignJWT,
    TextEncoder,
    crypto,
    process: { env: { SIGNPOST_SECRET: secret } },
  }) as (user: object) => Promise<string>
  const token = await make({
    id: 7,
    email: 'kim@example.com',
    name: 'Kim',
    company: 'Acme',
    plan: 'Team',
    value: 12,
  })
  expect((await checkOwnToken(token, keys))?.claims).toMatchObject({
    sub: '7',
    company: 'Acme',
    monthly_value: 12,
  })
})
