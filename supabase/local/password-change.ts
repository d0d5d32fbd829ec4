import type { Handler } from './guesses.ts'

/** Ends every other session of an account whose password was changed, as a hosted project does. */
export function endOtherSessions(answer: Handler): Handler {
  return async (request, peer) => {
    const isChange = request.method === 'PUT' && new URL(request.url).pathname === '/auth/v1/user'
    const asked = isChange
      ? ((await request
          .clone()
          .json()
          .catch(() => null)) as { password?: unknown } | null)
      : null
    const response = await answer(request, peer)
    if (response.ok && asked?.password) {
      const url = new URL('/auth/v1/logout?scope=others', request.url)
      await answer(new Request(url, { method: 'POST', headers: authorization(request) }), peer)
    }
    return response
  }
}

function authorization({ headers }: Request): Record<string, string> {
  return { apikey: headers.get('apikey') ?? '', Authorization: headers.get('authorization') ?? '' }
}
