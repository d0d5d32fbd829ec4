import { type Handler, objectIn, pathOf } from './handler.ts'

/**
 * Refuses what this site asks of no auth service, and what Lite does less carefully than a hosted project: another e-mail
 * address, for which it asks the old one alone, and codes for those alone who have an account: the answer would tell who has.
 */
export function refuseDisabledMethods(answer: Handler): Handler {
  return async (request, peer) => {
    const path = pathOf(request)
    if (request.method === 'POST' && /\/magiclink\/*$/.test(path)) return disabled()
    if (request.method === 'POST' && /\/otp\/*$/.test(path)) {
      if ((await objectIn(request))?.create_user === false) return disabled()
    }
    if (request.method === 'PUT' && /\/user\/*$/.test(path)) {
      const asked = await objectIn(request)
      if (asked?.email !== undefined || asked?.phone !== undefined) return disabled()
    }
    return answer(request, peer)
  }
}

const disabled = () =>
  Response.json(
    { code: 422, error_code: 'otp_disabled', msg: 'The local Supabase does not offer this.' },
    { status: 422 },
  )

/** A table, or a table by one of its foreign keys: what a hosted project looks up its replaced ways by. */
const table = /^(?:\w+:)?(?!\w+_fkey\b)\w+(?:!\w+_fkey)?(?:!inner|!left)?$/

/**
 * Refuses the embeddings that Lite derives from foreign keys even where a function replaces them: by the name of a
 * constraint, over a third table, and spread. A hosted project answers none of these either.
 */
export function refusePastReplaced(answer: Handler): Handler {
  return async (request, peer) => {
    const selects = new URL(request.url).searchParams.getAll('select')
    return selects.every(isPlain) ? answer(request, peer) : Response.json(refusal, { status: 400 })
  }
}

const refusal = {
  code: 'PGRST200',
  message: 'Could not find a relationship by this name.',
  details: null,
  hint: null,
}

/** What stands before each bracket is a table's name, or a column's when the bracket closes an aggregate. */
const isPlain = (select: string): boolean =>
  !select.includes('...') &&
  [...select.matchAll(/([^(),]*)\((\)?)/g)].every(
    ([, name, end]) => table.test(name!) || (end === ')' && /^(?:\w+:)?\w+\.\w+$/.test(name!)),
  )

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
  // The end of a session and of a factor, and a challenge, say all in their address.
  if (/\/(logout|factors\/+[\w-]+(\/+challenge)?)\/*$/.test(path) && (await request.clone().text()) === '')
    return true
  const sent = await objectIn(request)
  if (!sent) return false
  return service === 'storage' || texts.every((name) => ['string', 'undefined'].includes(typeof sent[name]))
}

/**
 * Lets only a caller whose own session is fresh, or began with a recovery mail, set a password, and ends every other
 * session of the account then, as a hosted project does.
 */
export function guardPassword(answer: Handler): Handler {
  return async (request, peer) => {
    const isChange = request.method === 'PUT' && /\/user\/*$/.test(pathOf(request))
    if (!isChange || !(await objectIn(request))?.password) return answer(request, peer)
    const post = (path: string) =>
      answer(
        new Request(new URL(path, request.url), {
          method: 'POST',
          headers: { ...authorization(request), 'Content-Type': 'application/json' },
          body: '{}',
        }),
        peer,
      )
    if ((await (await post('/rest/v1/rpc/is_fresh')).json()) !== true) return notFresh()
    const response = await answer(request, peer)
    if (response.ok) await post('/auth/v1/logout?scope=others')
    return response
  }
}

const notFresh = () =>
  Response.json(
    {
      code: 403,
      error_code: 'reauthentication_needed',
      msg: 'Sign in again before you change your password.',
    },
    { status: 403 },
  )

function authorization({ headers }: Request): Record<string, string> {
  return { apikey: headers.get('apikey') ?? '', Authorization: headers.get('authorization') ?? '' }
}
