import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Asked = { method: string; path: string; body: string; authorization: string | undefined }
type Answer = { status: number; headers?: Record<string, string>; body: object }

/**
 * A server in front of a backend. It sends the answer of `intercept` if there is one, and passes everything else on.
 */
export async function startGate(
  backend: { url: string },
  intercept: (asked: Asked) => Answer | undefined,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const [method, path] = [request.method!, request.url!]
    const own = intercept({
      method,
      path,
      body: body.toString(),
      authorization: request.headers.authorization,
    })
    if (own) {
      response.writeHead(own.status, { 'content-type': 'application/json', ...own.headers })
      response.end(JSON.stringify(own.body))
      return
    }
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(backend.url + path, {
      method,
      headers: headers as Record<string, string>,
      body: body.length > 0 ? body : undefined,
      redirect: 'manual',
    })
    const { 'content-encoding': ____, 'content-length': _____, ...kept } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, kept)
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
