import { spawn } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { projectRoot } from '../../supabase/local/backend.ts'
import { findFreePort, endChild, hasEnded, waitUntil } from '../../supabase/local/processes.ts'
import { findProgram } from './programs.ts'

export type Proxy = {
  /** The answers that it stores, with their headers. */
  storedAnswers: () => { headers: string; body: string }[]
  stop: () => Promise<void>
}

const read = (name: string) => readFileSync(join(projectRoot, 'deploy/nginx', name), 'utf8')

/**
 * nginx in front of instances on these ports, configured as in deploy/nginx/host.conf, with its own ports and folders.
 * @param certificate the folder of a certificate (certificate.ts); no TLS without one
 */
export async function startProxy(port: number, instances: number[], certificate?: string): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-nginx-'))
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'logs'))
  const inner = await findFreePort(port + 1)
  const servers = instances
    .map((instance) => `server 127.0.0.1:${instance} max_fails=4 fail_timeout=1s;`)
    .join('\n')
  const host = read('host.conf')
    .replace(/^server \{[^}]*return 301[^}]*\}\n/m, '')
    .replace(/ +listen 443.*\n +listen .*\n/, `    listen 127.0.0.1:${port}${certificate ? ' ssl' : ''};\n`)
    .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+/g, certificate ?? '')
    .replaceAll(/ +ssl_.*\n/g, (line) => (certificate ? line : ''))
    .replaceAll(/( +server 127.*\n)+/g, `${servers}\n`)
    .replaceAll('/etc/nginx/signpost', folder)
    .replace('/var/cache/nginx/signpost', join(folder, 'pages'))
    .replace('feedback.example.com', 'localhost')
  writeFileSync(
    join(folder, 'http.conf'),
    read('http.conf').replaceAll('127.0.0.1:3080', `127.0.0.1:${inner}`),
  )
  writeFileSync(join(folder, 'server.conf'), read('server.conf'))
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;
pid nginx.pid;
worker_processes 2;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 2048; }
http {
    include /etc/nginx/mime.types;
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
${host}
}
`,
  )
  const server = spawn(
    findProgram('nginx'),
    ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'logs/error.log')],
    { stdio: ['ignore', 'inherit', 'inherit'], detached: true },
  )
  process.once('exit', () => server.kill('SIGTERM'))
  const stop = async () => {
    await endChild(server)
    rmSync(folder, { recursive: true, force: true })
  }
  await waitUntil('The start of nginx', (signal) => {
    if (hasEnded(server)) throw new Error(readFileSync(join(folder, 'logs/error.log'), 'utf8'))
    return fetch(`http://127.0.0.1:${port}/api/health`, { signal }).then(() => true)
  })
  return { storedAnswers: () => readAnswers(join(folder, 'pages')), stop }
}

/** Only complete files: one that is still being written has a number after its name. */
const readAnswers = (pages: string) =>
  globSync(join(pages, '*/*/*'))
    .filter((file) => /\/[0-9a-f]{32}$/.test(file))
    .map(readAnswer)

function readAnswer(file: string): { headers: string; body: string } {
  const bytes = readFileSync(file)
  const end = bytes.indexOf('\r\n\r\n') + 4
  const headers = bytes.subarray(0, end).toString('latin1')
  const body = bytes.subarray(end)
  return { headers, body: (/content-encoding: gzip/i.test(headers) ? gunzipSync(body) : body).toString() }
}
