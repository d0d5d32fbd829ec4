import { type Handler, objectIn, pathOf } from './handler.ts'

/**
 * Refuses requests that this site never sends and that Lite handles less carefully than a hosted project: changing the
 * email address, which Lite confirms at the old address only, and codes for existing accounts only, because the answer
 * would reveal who has an account.
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
    { code: 422, error_code: 'otp_disabled', msg: "The local Supabase doesn't support this." },
    { status: 422 },
  )

/**
 * A table, or a table through one of its foreign keys: how a hosted project finds the relationships that functions
 * replace.
 */
const table = /^(?:\w+:)?(?!\w+_fkey\b)\w+(?:!\w+_fkey)?(?:!inner|!left)?$/

/**
 * Refuses the embeddings that Lite derives from foreign keys even where a function replaces them: by constraint name,
 * through a third table, and spread. A hosted project refuses them too.
 */
export function refusePastReplaced(answer: Handler): Handler {
  return async (request, peer) => {
    const selects = new URL(request.url).searchParams.getAll('select')
    return selects.every(isPlain) ? answer(request, peer) : Response.json(refusal, { status: 400 })
  }
}

const refusal = {
  code: 'PGRST200',
  message: 'Could not find a relationship with this name.',
  details: null,
  hint: null,
}

/** The name before each bracket must be a table, or a column if the bracket closes an aggregate. */
const isPlain = (select: string): boolean =>
  !select.includes('...') &&
  [...select.matchAll(/([^(),]*)\((\)?)/g)].every(
    ([, name, end]) => table.test(name!) || (end === ')' && /^(?:\w+:)?\w+\.\w+$/.test(name!)),
  )

/** Fields that the auth service expects as text. */
const texts = ['email', 'password', 'phone', 'token', 'token_hash', 'refresh_token', 'auth_code']

/** Answers 400 to bodies that would make Lite fail with 500, as a hosted project does. */
export function refuseMalformedBodies(answer: Handler): Handler {
  return async (request, peer) =>
    (await isWellFormed(request)) ? answer(request, peer) : Response.json(malformed, { status: 400 })
}

const malformed = { code: 400, error_code: 'bad_json', msg: "This request's body can't be read." }

async function isWellFormed(request: Request): Promise<boolean> {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return true
  const path = pathOf(request)
  const service = /^\/+(auth|storage)\//.exec(path)?.[1]
  const isJson = request.headers.get('content-type')?.startsWith('application/json')
  // Lite reads every body for the auth service as JSON.
  if (service !== 'auth' && (!isJson || !service)) return true
  // Signing out, removing a factor and starting a challenge need no body.
  if (/\/(logout|factors\/+[\w-]+(\/+challenge)?)\/*$/.test(path) && (await request.clone().text()) === '')
    return true
  const sent = await objectIn(request)
  if (!sent) return false
  return service === 'storage' || texts.every((name) => ['string', 'undefined'].includes(typeof sent[name]))
}

/**
 * Allows setting a password only from a fresh session, or one that began with a recovery email. Then ends all other
 * sessions of the account, as a hosted project does.
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
