import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HostPage = { url: string; stop: () => Promise<void> }

/**
 * Another site that shows the widget: plain HTML with its own strict policy, on another port.
 * @param answer answers paths other than '/', such as that of its tokens
 */
export async function serveHostPage(options: {
  html: string
  policy?: string
  answer?: RequestListener
  /** The site's name under which browsers treat the two as different sites. */
  host?: 'localhost' | '127.0.0.1'
}): Promise<HostPage> {
  const { html, policy, answer, host = '127.0.0.1' } = options
  const server = createServer((request, response) => {
    if (request.url !== '/') return answer ? answer(request, response) : response.writeHead(404).end()
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      ...(policy && { 'Content-Security-Policy': policy }),
    })
    response.end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
