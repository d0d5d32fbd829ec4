import { type Handler, objectIn, pathOf } from './handler.ts'

/** What the auth service is told as text. */
const texts = ['email', 'password', 'phone', 'token', 'token_hash', 'refresh_token', 'auth_code']

/** Refuses bodies over which Lite would stumble and answer 500, where a hosted project answers 400. */
export function refuseMalformedBodies(answer: Handler): Handler {
  return async (request, peer) =>
    (await isWellFormed(request)) ? answer(request, peer) : Response.json(malformed, { status: 400 })
}

const malformed = { code: 400, error_code: 'bad_json', msg: 'This body cannot be read.' }

async function isWellFormed(request: Request): Promise<boolean> {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return true
  const path = pathOf(request)
  const service = /^\/+(auth|storage)\//.exec(path)?.[1]
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  // Lite reads every body for the auth service as JSON.
  if (service !== 'auth' && (!isJson || !service)) return true
  // The end of a session says all in its address.
  if (/\/logout\/*$/.test(path) && (await request.clone().text()) === '') return true
  const sent = await objectIn(request)
  if (!sent) return false
  return service === 'storage' || texts.every((name) => ['string', 'undefined'].includes(typeof sent[name]))
}
