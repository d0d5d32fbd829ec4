import type { ServerResponse } from 'node:http'
import { beforeRequests } from '../publish/before-requests'

/** Next would hash every page on every request; a stored page has its tag already (canonical-page.ts). */
export function answerUnchanged(): void {
  beforeRequests((request, response, pass) => {
    const { rsc, 'if-none-match': held } = request.headers
    if (rsc) beforeHead(response, () => response.removeHeader('etag'))
    else if (held) beforeHead(response, () => compareTags(held, response))
    pass()
  })
}

function beforeHead(response: ServerResponse, act: () => void): void {
  const writeHead = response.writeHead as (...given: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...given: unknown[]) => {
    response.statusCode = status
    act()
    return writeHead.call(response, response.statusCode, ...given)
  }
}

/** RFC 9110, 13.1.2: `held` is a list of tags, compared weakly. */
function compareTags(held: string, response: ServerResponse): void {
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  const tag = response.getHeader('etag')
  if (response.statusCode !== 200 || typeof tag !== 'string') return
  if (!held.split(',').some((one) => bare(one) === bare(tag))) return
  response.statusCode = 304
  response.removeHeader('content-length')
}
