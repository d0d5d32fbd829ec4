import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram, reasonToSkip } from '../support/programs'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const hasNoNginx = Boolean(reasonToSkip('nginx') ?? reasonToSkip('openssl'))
const folder = mkdtempSync(join(tmpdir(), 'signpost-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

beforeAll(() => {
  if (hasNoNginx) return
  for (const name of ['http.conf', 'server.conf'])
    writeFileSync(join(folder, name), read(`deploy/nginx/${name}`))
  const key = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const options = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
  ]
  execFileSync(findProgram('openssl'), ['req', '-x509', ...options, ...key], { stdio: 'ignore' })
  mkdirSync(join(folder, 'logs'))
})

/** What nginx says of a configuration whose files lie in the folder. */
function check(text: string): string {
  const here = text
    .replaceAll(
      /\/etc\/nginx\/(signpost|certificate)|\/etc\/letsencrypt\/live\/[\w.]+|\/var\/cache\/nginx/g,
      folder,
    )
    .replaceAll(/listen (\[::\]:)?(80|443)/g, (_, v6 = '', port) => `listen ${v6}18${port}`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, `pid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${here}\n}\n`)
  const { status, stderr } = spawnSync(
    findProgram('nginx'),
    ['-t', '-p', folder, '-c', file, '-e', 'stderr'],
    {
      encoding: 'utf8',
    },
  )
  return status === 0 ? 'right' : stderr
}

test.skipIf(hasNoNginx)('nginx takes the configuration of a plain host', () => {
  expect(check(read('deploy/nginx/host.conf'))).toBe('right')
})

test.skipIf(hasNoNginx)('nginx takes the configuration of containers', () => {
  const text = read('deploy/nginx/compose.conf.template')
    .replaceAll('${SITE_HOST}', 'feedback.example.com')
    .replaceAll('web:3000', '127.0.0.1:3000')
    // Newer than the nginx of some distributions.
    .replaceAll(' resolve max_fails', ' max_fails')
    .replace('http2 on;', '')
  expect(check(text)).toBe('right')
})

test('the compose file gives the image all that is read while building, and mounts what is there', () => {
  const compose = read('deploy/compose.yaml')
  const named = [...read('Dockerfile').matchAll(/^ARG (\w+)/gm)].map(([, name]) => name!)
  expect(named.filter((name) => !compose.includes(`        ${name}: `))).toEqual([])
  const mounted = [...compose.matchAll(/- (\.\/[^:]+):/g)].map(([, path]) => join(root, 'deploy', path!))
  expect(mounted).toHaveLength(3)
  for (const path of mounted) expect(readFileSync(path, 'utf8')).not.toBe('')
})

test('the unit of systemd starts what the standalone build makes, and names a port for each instance', () => {
  const unit = read('deploy/systemd/signpost@.service')
  expect(unit).toContain('ExecStart=/usr/bin/node server.js')
  for (const [, port] of read('deploy/nginx/host.conf').matchAll(/server 127\.0\.0\.1:(\d+)/g)) {
    expect(unit).toContain(`signpost@${port}`)
  }
})

test('containers and systemd ask for the jobs where the site does them, on an instance that there is', () => {
  expect(readFileSync(join(root, 'app/api/jobs/route.ts'), 'utf8')).toContain('as POST')
  expect(read('deploy/compose.yaml')).toContain('http://web:3000/api/jobs')
  const unit = read('deploy/systemd/signpost-jobs.service')
  const [, port] = /127\.0\.0\.1:(\d+)\/api\/jobs/.exec(unit)!
  expect(read('deploy/systemd/signpost@.service')).toContain(`signpost@${port}`)
})
