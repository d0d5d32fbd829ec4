import { randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { encodeQR } from 'qr'
import { type Handler, objectIn, pathOf } from '../handler.ts'

type Factor = { id: string; status: 'verified' | 'unverified'; friendly_name: string; secret: string }
type Caller = { id: string; email: string; session: string; aal: string | null }

/** In seconds. */
const challengeTime = 300
const mostFactors = 10

const refuse = (status: number, error_code: string, msg: string) =>
  Response.json({ code: status, error_code, msg }, { status })
const notFound = () => refuse(404, 'mfa_factor_not_found', 'Factor not found')
const lowLevel = (status: number, what: string) =>
  refuse(status, 'insufficient_aal', `AAL2 required to ${what}`)

/** The error when a trigger rejects a statement. */
const unexpected = () =>
  refuse(500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information')

const totpOf = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret: Secret.fromBase32(secret), ...more })

/**
 * Adds second factors (TOTP), which Lite lacks. README.md has the table of requests and answers.
 * @param answer Lite, with what lengthenTokens adds
 */
export function offerFactors(answer: Handler, database: Kysely<unknown>, siteUrl: string): Handler {
  const factorsOf = async (user: string) =>
    (
      await sql<Factor>`
        select id, status, factor_type, friendly_name, secret, created_at, updated_at from auth.mfa_factors
        where user_id = ${user} order by created_at`.execute(database)
    ).rows

  /** The user who sent the request, or Lite's error if it doesn't know them. */
  async function findCaller(request: Request, peer: string): Promise<Caller | Response> {
    const headers = { apikey: request.headers.get('apikey') ?? '', Authorization: bearer(request) }
    const asked = await answer(new Request(new URL('/auth/v1/user', request.url), { headers }), peer)
    if (!asked.ok) return asked
    const { id, email } = (await asked.json()) as Caller
    const { session_id: session } = JSON.parse(
      Buffer.from(bearer(request).split('.')[1]!, 'base64url').toString(),
    ) as { session_id: string }
    const { rows } = await sql<{ aal: string | null }>`
      select aal from auth.sessions where id = ${session} and user_id = ${id}`.execute(database)
    return rows[0]
      ? { id, email, session, aal: rows[0].aal }
      : refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  }

  async function enroll(caller: Caller, asked: Record<string, unknown>): Promise<Response> {
    if (asked.factor_type !== 'totp') {
      return refuse(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn')
    }
    await sql`
      delete from auth.mfa_factors where user_id = ${caller.id} and status = 'unverified'
        and created_at < now() - interval '5 minutes'`.execute(database)
    const factors = await factorsOf(caller.id)
    const name = String(asked.friendly_name ?? '')
    if (factors.some(({ friendly_name }) => friendly_name === name)) {
      return refuse(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      )
    }
    if (factors.length >= mostFactors) {
      return refuse(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached')
    }
    if (factors.some(({ status }) => status === 'verified') && caller.aal !== 'aal2') {
      return lowLevel(403, 'enroll a new factor')
    }
    const id = randomUUID()
    const secret = new Secret({ size: 20 }).base32
    const issuer = String(asked.issuer || new URL(siteUrl).host)
    const uri = totpOf(secret, { issuer, label: caller.email }).toString()
    await sql`
      insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
      values (${id}, ${caller.id}, ${name}, 'totp', 'unverified', ${secret})`.execute(database)
    const totp = { qr_code: encodeQR(uri, 'svg', { ecc: 'high' }), secret, uri }
    return Response.json({ id, type: 'totp', friendly_name: name, totp })
  }

  async function challenge(factor: Factor, address: string): Promise<Response> {
    const id = randomUUID()
    await sql`
      insert into auth.mfa_challenges (id, factor_id, ip_address) values (${id}, ${factor.id}, ${address})`.execute(
      database,
    )
    return Response.json({ id, type: 'totp', expires_at: Math.floor(Date.now() / 1_000) + challengeTime })
  }

  async function verify(
    caller: Caller,
    factor: Factor,
    asked: Record<string, unknown>,
    request: Request,
    peer: string,
  ): Promise<Response> {
    const { rows } = await sql<{ is_verified: boolean; ip_address: string; is_old: boolean }>`
      select verified_at is not null as is_verified, ip_address,
        created_at < now() - make_interval(secs => ${challengeTime}) as is_old
      from auth.mfa_challenges where id::text = ${String(asked.challenge_id)} and factor_id = ${factor.id}`.execute(
      database,
    )
    const [found] = rows
    if (!found)
      return refuse(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
    if (found.is_verified || found.ip_address !== addressOf(request, peer)) {
      return refuse(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
    }
    if (found.is_old) return refuse(422, 'mfa_challenge_expired', 'MFA challenge has expired')
    if (totpOf(factor.secret).validate({ token: String(asked.code), window: 1 }) === null) {
      return refuse(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    }
    const token = await database.transaction().execute(async (transaction) => {
      const run = (query: ReturnType<typeof sql>) => query.execute(transaction)
      await run(
        sql`update auth.mfa_challenges set verified_at = now() where id::text = ${asked.challenge_id}`,
      )
      await run(sql`
        update auth.mfa_factors set status = 'verified', updated_at = now()
        where id = ${factor.id} and status = 'unverified'`)
      await run(
        sql`update auth.sessions set aal = 'aal2', factor_id = ${factor.id} where id = ${caller.session}`,
      )
      await run(sql`
        insert into auth.mfa_amr_claims (session_id, authentication_method) values (${caller.session}, 'totp')
        on conflict (session_id, authentication_method) do update set updated_at = now()`)
      await run(sql`
        delete from auth.sessions where user_id = ${caller.id} and aal is distinct from 'aal2'`)
      await run(sql`delete from auth.mfa_factors where user_id = ${caller.id} and status = 'unverified'`)
      const { rows: tokens } = await sql<{ token: string }>`
        select token from auth.refresh_tokens where session_id = ${caller.session} and not revoked
        order by created_at desc limit 1`.execute(transaction)
      return tokens[0]!.token
    })
    const renewal = new Request(new URL('/auth/v1/token?grant_type=refresh_token', request.url), {
      method: 'POST',
      headers: withoutBody(request),
      body: JSON.stringify({ refresh_token: token }),
    })
    return answer(renewal, peer)
  }

  async function unenroll(caller: Caller, { id, status }: Factor): Promise<Response> {
    if (status === 'verified' && caller.aal !== 'aal2') return lowLevel(422, 'unenroll verified factor')
    await sql`delete from auth.mfa_factors where id = ${id}`.execute(database)
    await sql`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = ${id}`.execute(
      database,
    )
    return Response.json({ id })
  }

  async function serve(request: Request, peer: string, [, id, act]: RegExpExecArray): Promise<Response> {
    const caller = await findCaller(request, peer)
    if (caller instanceof Response) return caller
    const asked = (await objectIn(request)) ?? {}
    if (!id) return request.method === 'POST' ? enroll(caller, asked) : new Response(null, { status: 405 })
    const factor = (await factorsOf(caller.id)).find((one) => one.id === id)
    if (!factor) return notFound()
    if (request.method === 'DELETE' && !act) return unenroll(caller, factor)
    if (request.method !== 'POST' || !act) return new Response(null, { status: 405 })
    return act === 'verify'
      ? verify(caller, factor, asked, request, peer)
      : challenge(factor, addressOf(request, peer))
  }

  return async (request, peer) => {
    const path = pathOf(request)
    const route = /^\/+auth\/+v1\/+factors(?:\/+([\w-]+)(?:\/+(challenge|verify))?)?\/*$/.exec(path)
    if (route) return withFactors(await serve(request, peer, route).catch(unexpected))
    if (!/^\/+auth\/+v1\/+(user|token|verify|signup)\/*$/.test(path)) return answer(request, peer)
    const change = request.method === 'PUT' && (await objectIn(request))
    if (change && (change.password || change.email)) {
      const caller = await findCaller(request, peer)
      const hasFactor =
        !(caller instanceof Response) &&
        caller.aal !== 'aal2' &&
        (await factorsOf(caller.id)).some(({ status }) => status === 'verified')
      if (hasFactor) return lowLevel(401, 'update email or password when MFA is enabled.')
    }
    return withFactors(await answer(request, peer))
  }

  /** The user in an answer, with their factors. */
  async function withFactors(response: Response): Promise<Response> {
    if (!response.ok) return response
    const body = (await response.clone().json()) as Answer
    const user = body.user ?? body
    if (!user.id) return response
    const factors = (await factorsOf(user.id)).map((factor) => ({ ...factor, secret: undefined }))
    if (factors.length === 0) return response
    user.factors = factors
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    return Response.json(body, { status: response.status, headers })
  }
}

type Answer = { id?: string; user?: Answer; factors?: object[] }

const bearer = ({ headers }: Request) => headers.get('authorization') ?? ''
const addressOf = ({ headers }: Request, peer: string) => headers.get('sb-forwarded-for') ?? peer

function withoutBody(request: Request): Headers {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  return headers
}
