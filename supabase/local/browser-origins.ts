import { type Handler, pathOf } from './handler.ts'

const allowed = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
  'Access-Control-Max-Age': '86400',
}

/**
 * Lets pages on other origins ask the auth service, as a hosted project does. A page that stays open renews its session
 * from the browser. Lite refuses the headers that this takes, and doesn't name the origin in its answers.
 */
export function allowBrowserOrigins(answer: Handler): Handler {
  return async (request, peer) => {
    if (!/^\/+auth\/+v1\//.test(pathOf(request))) return answer(request, peer)
    if (request.method === 'OPTIONS') {
      const asked = request.headers.get('access-control-request-headers') ?? ''
      return new Response(null, {
        status: 204,
        headers: { ...allowed, 'Access-Control-Allow-Headers': asked },
      })
    }
    const response = await answer(request, peer)
    const headers = new Headers(response.headers)
    headers.set('Access-Control-Allow-Origin', '*')
    return new Response(response.body, { status: response.status, headers })
  }
}
