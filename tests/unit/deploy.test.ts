import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  request as plainRequest,
  type RequestListener,
  type Server,
} from 'node:http'
import { request as secureRequest, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { linkPages } from '../../lib/session/link-query'
import { endChild, findFreePort, waitUntil } from '../../supabase/local/processes'
import { findProgram, makeCertificate, reasonToSkip } from '../support/programs'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const hasNoNginx = Boolean(reasonToSkip('nginx') ?? reasonToSkip('openssl'))
const folder = mkdtempSync(join(tmpdir(), 'signpost-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  if (hasNoNginx) return
  for (const name of ['http.conf', 'server.conf'])
    writeFileSync(join(folder, name), read(`deploy/nginx/${name}`))
  makeCertificate(folder)
  mkdirSync(join(folder, 'logs'))
})

/** Writes a configuration with its files in the folder and its own ports, so that nginx accepts it. */
function place(text: string, ports: Record<string, string | number> = { 80: 1880, 443: 18443 }): string[] {
  const here = text
    .replaceAll(
      /\/etc\/nginx\/(signpost|certificate)|\/etc\/letsencrypt\/live\/[\w.]+|\/var\/cache\/nginx/g,
      folder,
    )
    .replaceAll(/listen (\[::\]:)?(80|443)/g, (_, v6 = '', port) => `listen ${v6}${ports[port]}`)
  const file = join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    file,
    `daemon off; ${user}\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${here}\n}\n`,
  )
  return ['-p', folder, '-c', file, '-e', 'stderr']
}

/** What nginx reports about a configuration. */
function check(text: string): string {
  const { status, stderr } = spawnSync(findProgram('nginx'), ['-t', ...place(text)], { encoding: 'utf8' })
  return status === 0 ? 'right' : stderr
}

test.skipIf(hasNoNginx)('nginx accepts the configuration of a plain host', () => {
  expect(check(read('deploy/nginx/host.conf'))).toBe('right')
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: string; protocol: string | null }

/**
 * nginx as on a plain host, in front of an instance at this port. Returns a way to send requests, and its two ports.
 */
async function startNginx(instance: number) {
  const plain = await findFreePort(19_000 + (process.pid % 500) * 8)
  const [secure, inner] = [await findFreePort(plain + 1), await findFreePort(plain + 2)]
  const http = read('deploy/nginx/http.conf').replaceAll('127.0.0.1:3080', `127.0.0.1:${inner}`)
  writeFileSync(join(folder, 'http.conf'), http)
  const text = read('deploy/nginx/host.conf').replaceAll(/127\.0\.0\.1:300\d/g, `127.0.0.1:${instance}`)
  const nginx = spawn(findProgram('nginx'), place(text, { 80: plain, 443: secure }), {
    stdio: 'ignore',
    detached: true,
  })
  process.once('exit', () => nginx.kill())
  const ask = (options: RequestOptions) =>
    new Promise<Answer>((done, fail) => {
      const request = (options.port === secure ? secureRequest : plainRequest)(
        { host: '127.0.0.1', headers: { host: 'feedback.example.com' }, ...options },
        async (response) => {
          const protocol = (response.socket as TLSSocket).getProtocol?.() ?? null
          const parts = await Array.fromAsync(response)
          const { statusCode, headers } = response
          done({ status: statusCode!, headers, body: Buffer.concat(parts).toString(), protocol })
        },
      )
      request.on('error', fail).end()
    })
  await waitUntil('The start of nginx', () => ask({ port: plain }).then(() => true))
  // Trusted by the certificate in the folder alone.
  const secured = { port: secure, servername: 'localhost', ca: readFileSync(join(folder, 'fullchain.pem')) }
  return { ask, plain, secured, stop: () => endChild(nginx) }
}

async function startInstance(answer: RequestListener): Promise<Server> {
  const instance = createServer(answer)
  await new Promise<void>((done) => instance.listen(0, '127.0.0.1', done))
  return instance
}
const portOf = (instance: Server) => (instance.address() as AddressInfo).port

test.skipIf(hasNoNginx)('people reach an instance over TLS, and plain HTTP redirects there', async () => {
  const instance = await startInstance((request, response) => response.end(JSON.stringify(request.headers)))
  const { ask, plain, secured, stop } = await startNginx(portOf(instance))
  try {
    const sent = await ask({ port: plain, path: '/feedback?page=2' })
    expect(sent).toMatchObject({
      status: 301,
      headers: { location: 'https://feedback.example.com/feedback?page=2' },
    })
    const answer = await ask({ ...secured, path: '/feedback' })
    expect(answer.protocol).toBe('TLSv1.3')
    expect(JSON.parse(answer.body)).toMatchObject({
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'feedback.example.com',
      'x-forwarded-for': '127.0.0.1',
    })
    await expect(ask({ ...secured, maxVersion: 'TLSv1.1' })).rejects.toThrow()
  } finally {
    await stop()
    instance.close()
    instance.closeAllConnections()
  }
})

test.skipIf(hasNoNginx)(
  'a visitor’s cookies reach the pages that emails link to, and no others',
  async () => {
    const instance = await startInstance((request, response) => {
      response.setHeader('Cache-Control', 'private')
      response.end(request.headers.cookie ?? 'none')
    })
    const { ask, secured, stop } = await startNginx(portOf(instance))
    const askWith = async (path: string, cookie: string) =>
      (await ask({ ...secured, path, headers: { host: 'feedback.example.com', cookie } })).body
    try {
      for (const path of Object.keys(linkPages)) {
        for (const cookie of ['signpost-link=a', 'signpost-link=b; signpost-sign-up=c']) {
          expect(await askWith(path, cookie), path).toBe(cookie)
        }
      }
      for (const path of ['/', '/new-features', '/auth/confirmed', '/notifications/mailbox']) {
        expect(await askWith(path, 'signpost-link=a'), path).toBe('none')
      }
    } finally {
      await stop()
      instance.close()
      instance.closeAllConnections()
    }
  },
)

test.skipIf(hasNoNginx)('while no instance answers, visitors get the proxy’s stored pages', async () => {
  const instance = await startInstance((request, response) => {
    response.setHeader('Cache-Control', request.url === '/own' ? 'private' : 's-maxage=60')
    response.end('kept')
  })
  const { ask, secured, stop } = await startNginx(portOf(instance))
  try {
    for (const path of ['/', '/own']) expect((await ask({ ...secured, path })).body).toBe('kept')
    instance.close()
    instance.closeAllConnections()
    await setTimeout(3_000)
    expect(await ask({ ...secured, path: '/' })).toMatchObject({ status: 200, body: 'kept' })
    const cookie = 'sb-project-auth-token=held'
    const member = { ...secured, path: '/', headers: { host: 'feedback.example.com', cookie } }
    expect((await ask(member)).status).toBe(502)
    for (const path of ['/own', '/other']) expect((await ask({ ...secured, path })).status).toBe(502)
    expect((await ask({ ...secured, path: '/', method: 'POST' })).status).toBe(502)
  } finally {
    await stop()
  }
})

test.skipIf(hasNoNginx)('a request that breaks every instance removes none of them for others', async () => {
  const instance = await startInstance((request, response) =>
    request.url === '/broken' ? response.destroy() : response.end('here'),
  )
  const { ask, secured, stop } = await startNginx(portOf(instance))
  try {
    expect((await ask({ ...secured, path: '/broken', method: 'POST' })).status).toBe(502)
    expect(await ask({ ...secured, path: '/', method: 'POST' })).toMatchObject({
      status: 200,
      body: 'here',
    })
  } finally {
    await stop()
    instance.close()
    instance.closeAllConnections()
  }
})

test.skipIf(hasNoNginx)('nginx accepts the configuration of containers', () => {
  const text = read('deploy/nginx/compose.conf.template')
    .replaceAll('${SITE_HOST}', 'feedback.example.com')
    .replaceAll('web:3000', '127.0.0.1:3000')
    // Newer than the nginx of some distributions.
    .replaceAll(' resolve max_fails', ' max_fails')
    .replace('http2 on;', '')
  expect(check(text)).toBe('right')
})

type Service = {
  build?: { args: Record<string, string> }
  command?: unknown[]
  volumes?: string[]
  healthcheck?: { test: unknown[] }
}
const { services } = parse(read('deploy/compose.yaml')) as { services: Record<string, Service> }

test('the compose file passes all build arguments to the image and mounts existing files', () => {
  const named = [...read('Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name!)
  expect(Object.keys(services.web!.build!.args).toSorted()).toEqual(named.toSorted())
  const mounted = services.proxy!.volumes!.flatMap((volume) => /^\.\/[^:]+/.exec(volume) ?? [])
  expect(mounted).toHaveLength(3)
  for (const path of mounted) expect(read(join('deploy', path))).not.toBe('')
})

test('the containers’ commands contain no colon and space, which YAML would read as a mapping', () => {
  const words = Object.values(services).flatMap(({ command = [], healthcheck }) => [
    ...command,
    ...(healthcheck?.test ?? []),
  ])
  expect(words.length).toBeGreaterThan(10)
  expect(words.filter((word) => typeof word !== 'string')).toEqual([])
})

test('no file with secrets gets into the image', () => {
  const kept = read('.dockerignore').split('\n')
  for (const name of ['.env*', '.signpost', '.git']) expect(kept).toContain(name)
})

test('the systemd unit starts the standalone build and names a port for each instance', () => {
  const unit = read('deploy/systemd/signpost@.service')
  expect(unit).toContain('ExecStart=/usr/bin/node server.js')
  for (const [, port] of read('deploy/nginx/host.conf').matchAll(/server 127\.0\.0\.1:(\d+)/g)) {
    expect(unit).toContain(`signpost@${port}`)
  }
})

test('containers and systemd call the jobs at their address, on an instance that exists', () => {
  expect(readFileSync(join(root, 'app/api/jobs/route.ts'), 'utf8')).toContain('as POST')
  expect(read('deploy/compose.yaml')).toContain('http://web:3000/api/jobs')
  const unit = read('deploy/systemd/signpost-jobs.service')
  const [, port] = /127\.0\.0\.1:(\d+)\/api\/jobs/.exec(unit)!
  expect(read('deploy/systemd/signpost@.service')).toContain(`signpost@${port}`)
})
