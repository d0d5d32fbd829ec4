import type { Handler } from './guesses.ts'
import { pathOf } from './unoffered.ts'

/** What the auth service is told as text. */
const texts = ['email', 'password', 'phone', 'token', 'token_hash', 'refresh_token', 'auth_code']

/** Refuses bodies over which Lite would stumble and answer 500, where a hosted project answers 400. */
export function refuseUnsoundBodies(answer: Handler): Handler {
  return async (request, peer) =>
    (await isSound(request)) ? answer(request, peer) : Response.json(unsound, { status: 400 })
}

const unsound = { code: 400, error_code: 'bad_json', msg: 'This body cannot be read.' }

async function isSound(request: Request): Promise<boolean> {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return true
  const path = pathOf(request)
  const service = /^\/+(auth|storage)\//.exec(path)?.[1]
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  // Lite reads every body for the auth service as JSON.
  if (service !== 'auth' && (!isJson || !service)) return true
  const text = await request.clone().text()
  // The end of a session says all in its address.
  if (text === '' && /\/logout\/*$/.test(path)) return true
  const sent = readJson(text)
  if (typeof sent !== 'object' || sent === null) return false
  const given = sent as Record<string, unknown>
  return service === 'storage' || texts.every((name) => ['string', 'undefined'].includes(typeof given[name]))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
