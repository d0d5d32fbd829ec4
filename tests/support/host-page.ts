import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type HostPage = { url: string; stop: () => Promise<void> }

/**
 * A site of somebody else that shows the widget: plain HTML with a strict policy of its own, on another port.
 * @param answer what it answers to other paths than '/', such as that of its tokens
 */
export async function serveHostPage(options: {
  html: string
  policy?: string
  answer?: RequestListener
  /** The name under which the site isn't: browsers then take the two for different sites. */
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
