import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { type Handler, objectIn, pathOf } from './handler.ts'

const refuse = (status: number, error_code: string, msg: string) =>
  Response.json({ code: status, error_code, msg }, { status })

/**
 * The two admin calls that the site makes and Lite lacks: creating a confirmed account, and creating the token of a
 * sign-in link without sending an email. Both need the secret key.
 */
export function offerAdminLinks(answer: Handler, database: Kysely<unknown>, secretKey: string): Handler {
  async function createUser(asked: Record<string, unknown>): Promise<Response> {
    const email = String(asked.email).trim().toLowerCase()
    if (!/^\S+@\S+$/.test(email)) return refuse(400, 'validation_failed', 'Unable to validate email address')
    const known = JSON.stringify(asked.user_metadata ?? {})
    const id = randomUUID()
    return database.transaction().execute(async (transaction) => {
      const { rows } = await sql`
        insert into auth.users (id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
        select ${id}::uuid, 'authenticated', 'authenticated', ${email}, '',
          '{"provider": "email", "providers": ["email"]}'::jsonb, ${known}::jsonb, now(), now()
        where not exists (select from auth.users where lower(email) = ${email})
        returning id`.execute(transaction)
      if (rows.length === 0)
        return refuse(422, 'email_exists', 'A user with this email address has already been registered')
      await sql`
        insert into auth.identities (id, user_id, provider, provider_id, identity_data, created_at, updated_at)
        values (gen_random_uuid(), ${id}::uuid, 'email', ${id}, jsonb_build_object('sub', ${id}::text, 'email', ${email}::text),
          now(), now())`.execute(transaction)
      if (asked.email_confirm)
        await sql`update auth.users set email_confirmed_at = now() where id = ${id}::uuid`.execute(
          transaction,
        )
      return Response.json({ id, email, aud: 'authenticated', role: 'authenticated' })
    })
  }

  async function makeLink(asked: Record<string, unknown>): Promise<Response> {
    const email = String(asked.email).trim().toLowerCase()
    if (asked.type !== 'magiclink') return refuse(400, 'validation_failed', 'Only magiclink is offered here')
    const hashed_token = createHash('sha256').update(randomBytes(32)).digest('hex')
    const { rows } = await sql<{ id: string }>`
      update auth.users set recovery_token = ${hashed_token}, recovery_sent_at = now()
      where lower(email) = ${email} returning id, email`.execute(database)
    if (!rows[0]) return refuse(404, 'user_not_found', 'User with this email not found')
    return Response.json({ ...rows[0], hashed_token, verification_type: 'magiclink' })
  }

  return async (request, peer) => {
    const [, call] = /^\/+auth\/+v1\/+admin\/+(users|generate_link)\/*$/.exec(pathOf(request)) ?? []
    if (!call || request.method !== 'POST') return answer(request, peer)
    if (request.headers.get('authorization') !== `Bearer ${secretKey}`) {
      return refuse(403, 'not_admin', 'User not allowed')
    }
    const asked = (await objectIn(request)) ?? {}
    return call === 'users' ? createUser(asked) : makeLink(asked)
  }
}
