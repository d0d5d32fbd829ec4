import { createHmac } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { type Handler, pathOf } from './handler.ts'

type Session = { access_token?: string; user?: { app_metadata?: object; user_metadata?: object } }
type Claims = { session_id: string; iat: number }

/**
 * Adds to access tokens what a hosted project's tokens contain and Lite's don't: the account's metadata (which makes a
 * session too long for one cookie), how the session began, and when a second factor's code was given. Notes which
 * device the session is used on.
 * @param secret signs the tokens
 */
export function lengthenTokens(answer: Handler, secret: string, database: Kysely<unknown>): Handler {
  return async (request, peer) => {
    const response = await answer(request, peer)
    const path = request.method === 'POST' && /\/(token|verify|signup)\/*$/.exec(pathOf(request))?.[1]
    if (!path || !response.ok) return response
    const session = (await response.clone().json()) as Session
    if (!session.access_token) return response
    const [header = '', payload = ''] = session.access_token.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims
    const { tag, aal, codeAt } = await noteSession(
      claims,
      path === 'verify' ? 'otp' : 'password',
      request,
      peer,
      database,
    )
    const more = {
      phone: '',
      app_metadata: session.user?.app_metadata,
      user_metadata: session.user?.user_metadata,
      aal,
      amr: [
        ...(codeAt ? [{ method: 'totp', timestamp: codeAt }] : []),
        { method: tag, timestamp: claims.iat },
      ],
      is_anonymous: false,
    }
    const signed = `${header}.${Buffer.from(JSON.stringify({ ...claims, ...more })).toString('base64url')}`
    const token = `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return Response.json({ ...session, access_token: token }, { status: response.status, headers })
  }
}

type Noted = { tag: string; aal: string; codeAt: number | null }

/** Notes how a session began with its first token, because a refresh doesn't say. */
async function noteSession(
  { session_id: id }: Claims,
  method: string,
  { headers }: Request,
  peer: string,
  database: Kysely<unknown>,
): Promise<Noted> {
  const { rows } = await sql<Noted>`
    update auth.sessions s set tag = coalesce(tag, ${method}), user_agent = ${headers.get('user-agent')},
      ip = ${headers.get('sb-forwarded-for') ?? peer}
    where id = ${id} returning tag, coalesce(aal, 'aal1') as aal, (
      select extract(epoch from updated_at)::integer from auth.mfa_amr_claims
      where session_id = s.id and authentication_method = 'totp'
    ) as "codeAt"`.execute(database)
  return rows[0] ?? { tag: method, aal: 'aal1', codeAt: null }
}
