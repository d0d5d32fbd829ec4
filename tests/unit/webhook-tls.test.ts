import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendBody } from '../../lib/webhook/send-body.ts'
import { makeCertificate } from '../support/programs.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-webhook-'))
let server: Server
let heard = 0

beforeAll(async () => {
  makeCertificate(folder)
  const [cert, key] = ['fullchain.pem', 'privkey.pem'].map((name) => readFileSync(join(folder, name)))
  server = createServer({ cert, key }, (_, response) => {
    heard++
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const send = (host: string) =>
  sendBody(
    `https://${host}:${(server.address() as AddressInfo).port}/`,
    '{}',
    {},
    { toLoopback: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] },
  )

test('nothing is sent before the receiver proves its name with a trusted certificate', async () => {
  expect(await send('localhost')).toEqual({
    status: null,
    words: 'No response: DEPTH_ZERO_SELF_SIGNED_CERT.',
  })
  const trusted = getCACertificates('default')
  setDefaultCACertificates([readFileSync(join(folder, 'fullchain.pem'), 'utf8')])
  try {
    const other = { status: null, words: 'No response: ERR_TLS_CERT_ALTNAME_INVALID.' }
    expect(await send('hooks.example.com')).toEqual(other)
    expect(await send('127.0.0.1')).toEqual(other)
    expect(heard).toBe(0)
    expect(await send('localhost')).toMatchObject({ status: 200 })
  } finally {
    setDefaultCACertificates(trusted)
  }
})
