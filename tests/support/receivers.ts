import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

type Heard = { path: string; id: string; body: { type: string; data: Record<string, unknown> } }
type Answers = Record<string, (response: ServerResponse, request: IncomingMessage) => void>

const close: (() => void)[] = []
afterEach(() => close.splice(0).forEach((end) => end()))

/** Local receivers of webhooks, by path, and the requests that they got. */
export async function openReceivers(answers: Answers): Promise<{ address: string; heard: Heard[] }> {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const path = request.url!
    const body = Buffer.concat(await request.toArray()).toString()
    heard.push({ path, id: request.headers['webhook-id'] as string, body: JSON.parse(body) })
    answers[path]!(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard }
}
