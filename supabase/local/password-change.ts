import { type Handler, objectIn, pathOf } from './handler.ts'

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
    const isTrue = async (name: string) => (await (await post(`/rest/v1/rpc/${name}`)).json()) === true
    if (!(await isTrue('is_fresh')) && !(await isTrue('is_recovering'))) return notFresh()
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
