import { createHmac } from 'node:crypto'
import type { Handler } from './guesses.ts'
import { pathOf } from './unoffered.ts'

type Session = { access_token?: string; user?: { app_metadata?: object; user_metadata?: object } }

/**
 * Puts into access tokens what a hosted project's hold and Lite's do not, so that a session is as long here as it is
 * there: too long for one cookie.
 * @param secret what the tokens are signed with
 */
export function lengthenTokens(answer: Handler, secret: string): Handler {
  return async (request, peer) => {
    const response = await answer(request, peer)
    const givesSession = request.method === 'POST' && /\/(token|verify|signup)\/*$/.test(pathOf(request))
    if (!givesSession || !response.ok) return response
    const session = (await response.clone().json()) as Session
    if (!session.access_token) return response
    const token = lengthen(session.access_token, session.user ?? {}, secret)
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return Response.json({ ...session, access_token: token }, { status: response.status, headers })
  }
}

function lengthen(token: string, user: NonNullable<Session['user']>, secret: string): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = {
    ...JSON.parse(Buffer.from(payload, 'base64url').toString()),
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    aal: 'aal1',
    is_anonymous: false,
  }
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
