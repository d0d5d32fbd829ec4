import { request } from 'node:http'
import type { Answer } from '../../tests/support/action.ts'

/** Sends any header and the address exactly as written, which fetch doesn't. */
export function askRaw(
  site: string,
  path: string,
  headers: Record<string, string | string[]>,
  method = 'GET',
): Promise<Answer> {
  const { hostname, port } = new URL(site)
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const host = hostname.replace(/[[\]]/g, '')
    const sent = request({ hostname: host, port, path, headers, method, timeout: 20_000 })
    sent.on('response', (response) => {
      let text = ''
      response.on('data', (part) => (text += part))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: new Headers({ location: response.headers.location ?? '' }),
          text,
          time: performance.now() - start,
        }),
      )
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end()
  })
}
