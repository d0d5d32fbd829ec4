import { type Handler, objectIn, pathOf } from './handler.ts'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { EmailDriver } from '@supabase/lite'
import { sql, type Kysely } from 'kysely'

/**
 * The minimum time between two emails of the same kind to the same address, in milliseconds, and the limit per hour.
 */
type Pace = { interval: number; quota: number }
const usualPace: Pace = { interval: 60_000, quota: 3_600 }
const hour = 3_600_000

type Mail = 'signup' | 'recover' | 'resend' | 'otp'

/**
 * Limits emails as a hosted project does, and resends a confirmation when asked. Lite sends any number of recovery
 * emails and only one confirmation. A sign-up gets the same answer whether or not the address has an account; Lite's
 * would differ. Asking for a code without a confirmed account signs up with a random password; Lite would confirm the
 * address before anyone has read the email.
 */
export function paceMails(answer: Handler, accounts: WaitingAccounts, pace = usualPace): Handler {
  let sent: number[] = []

  const paced: Handler = async (request, peer) => {
    const kind = /^\/+auth\/+v1\/+(signup|recover|resend|otp)\/*$/.exec(pathOf(request))?.[1] as
      Mail | undefined
    if (request.method !== 'POST' || !kind) return answer(request, peer)
    const asked = await objectIn(request)
    const email = String(asked?.email).trim().toLowerCase()
    const account = await accounts.find(email)
    if (kind === 'otp' && !account?.isConfirmed) {
      if (!/^\S+@\S+$/.test(email)) return noAddress()
      const body = JSON.stringify({ email, password: randomUUID(), data: asked?.data ?? {} })
      const { url, headers } = request
      const made = await paced(
        new Request(new URL('/auth/v1/signup', url), { method: 'POST', headers, body }),
        peer,
      )
      return made.ok ? Response.json({}) : made
    }
    const isResent = kind === 'resend' && asked?.type === 'signup'
    if (isResent && (!account || account.isConfirmed)) return Response.json({})
    if (kind !== 'signup' && !account) return answer(request, peer)
    const now = Date.now()
    const wait = lastSent(account, kind) + pace.interval - now
    if (kind !== 'signup' && wait > 0) return tooSoon(wait)
    sent = sent.filter((time) => time > now - hour)
    if (sent.length >= pace.quota) return tooManyMails('email rate limit exceeded')
    sent.push(now)
    if (isResent) {
      await accounts.sendConfirmation(account!)
      return Response.json({})
    }
    const response = await answer(request, peer)
    if (kind !== 'signup' || (!response.ok && !(account && response.status === 429))) return response
    if (account && !account.isConfirmed && wait <= 0) await accounts.sendConfirmation(account)
    const made = (await response.clone().json()) as { id?: string; access_token?: string }
    return made.access_token ? response : Response.json(describeSignUp(asked!, made.id ?? newId()))
  }
  return paced
}

/** Accepts a code without the type of its email, as a hosted project does. */
export function acceptCodes(answer: Handler, accounts: WaitingAccounts): Handler {
  return async (request, peer) => {
    const isVerifying = request.method === 'POST' && /\/verify\/*$/.test(pathOf(request))
    const sent = isVerifying ? await objectIn(request) : null
    if (sent?.type !== 'email') return answer(request, peer)
    const account = await accounts.find(String(sent.email).trim().toLowerCase())
    const body = JSON.stringify({ ...sent, type: account?.isConfirmed ? 'magiclink' : 'signup' })
    const { url, method, headers } = request
    return answer(new Request(url, { method, headers, body }), peer)
  }
}

function lastSent(account: WaitingAccount | null, kind: Mail): number {
  return (
    Date.parse(
      (kind === 'recover' || kind === 'otp' ? account?.recoverySentAt : account?.confirmationSentAt) ?? '',
    ) || 0
  )
}

const noAddress = () =>
  Response.json(
    { code: 400, error_code: 'validation_failed', msg: 'Unable to validate email address' },
    { status: 400 },
  )

const tooSoon = (wait: number) =>
  tooManyMails(`For security purposes, you can only request this after ${Math.ceil(wait / 1_000)} seconds.`)

const tooManyMails = (msg: string) =>
  Response.json({ code: 429, error_code: 'over_email_send_rate_limit', msg }, { status: 429 })

type WaitingAccount = {
  id: string
  email: string
  isConfirmed: boolean
  /** In the database's format. */
  confirmationSentAt: string | null
  recoverySentAt: string | null
}

export type WaitingAccounts = {
  find: (email: string) => Promise<WaitingAccount | null>
  /** Sends the sign-up email again. The link in the earlier one stops working. */
  sendConfirmation: (account: WaitingAccount) => Promise<void>
}

/** The email settings (config.toml, as Lite reads it). */
type MailConfig = {
  site_url?: string
  email?: {
    otp_length?: number
    template?: Record<string, { subject?: string; content_path?: string } | undefined>
  }
}

/** The database's accounts that may get emails about themselves. */
export function findWaitingAccounts(
  database: Kysely<unknown>,
  config: MailConfig,
  mailer: EmailDriver,
): WaitingAccounts {
  return {
    async find(email) {
      const { rows } = await sql<WaitingAccount>`
        select id, email, email_confirmed_at is not null as "isConfirmed",
          confirmation_sent_at as "confirmationSentAt", recovery_sent_at as "recoverySentAt"
        from auth.users where lower(email) = ${email}`.execute(database)
      return rows[0] ?? null
    },
    async sendConfirmation({ id, email }) {
      const { template, otp_length: codeLength = 6 } = config.email ?? {}
      const code = String(randomInt(10 ** codeLength)).padStart(codeLength, '0')
      // The same format as Lite and a hosted project.
      const key = createHash('sha256')
        .update(email + code)
        .digest('hex')
      const { subject, content_path: path } = template?.confirmation ?? {}
      if (!path) return
      const html = (await readFile(path, 'utf8'))
        .replaceAll(/\{\{\s*\.SiteURL\s*\}\}/g, config.site_url ?? '')
        .replaceAll(/\{\{\s*\.TokenHash\s*\}\}/g, key)
        .replaceAll(/\{\{\s*\.Token\s*\}\}/g, code)
      await sql`
        update auth.users set confirmation_token = ${key}, confirmation_sent_at = now()
        where id = ${id} and email_confirmed_at is null`.execute(database)
      await mailer.send({ to: email, subject: subject ?? '', html })
    },
  }
}

/** A UUID version 7, like Lite's: it begins with the time. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** The answer to a sign-up. An address that already has an account gets a random id. */
function describeSignUp({ email, data }: Record<string, unknown>, id: string) {
  const time = new Date().toISOString()
  const address = String(email).toLowerCase()
  const known = { ...(data as object), email: address, email_verified: false, phone_verified: false, sub: id }
  const times = { created_at: time, updated_at: time }
  const identity = { identity_id: newId(), id, user_id: id, identity_data: known, provider: 'email' }
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email: address,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: known,
    identities: [{ ...identity, last_sign_in_at: time, ...times, email: address }],
    ...times,
    is_anonymous: false,
    confirmation_sent_at: time,
  }
}
