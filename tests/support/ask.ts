import { request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Asked = { status: number; cookies: string[]; text: string }

/** A request on its own connection, as from separate people. fetch would share and reuse connections. */
export function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Asked> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers, agent: false, signal: AbortSignal.timeout(30_000) }, (response) => {
      const { statusCode, headers } = response
      text(response).then(
        (text) => resolve({ status: statusCode!, cookies: headers['set-cookie'] ?? [], text }),
        reject,
      )
    })
      .on('error', reject)
      .end(body)
  })
}
