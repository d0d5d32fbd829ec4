import { type Handler, objectIn, pathOf } from './handler.ts'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { createTransport } from 'nodemailer'

/** How soon the same mail goes to the same address again, in milliseconds, and how many go out in an hour. */
type Pace = { interval: number; quota: number }
const usualPace: Pace = { interval: 60_000, quota: 3_600 }
const hour = 3_600_000

type Mail = 'signup' | 'recover' | 'resend'

/**
 * Sends mails no faster than a hosted project does, and a confirmation again when it is asked for: Lite sends a recovery
 * mail as often as anybody likes, and a confirmation once.
 */
export function paceMails(answer: Handler, accounts: WaitingAccounts, pace = usualPace): Handler {
  let sent: number[] = []

  return async (request, peer) => {
    const kind = /^\/+auth\/+v1\/+(signup|recover|resend)\/*$/.exec(pathOf(request))?.[1] as Mail | undefined
    if (request.method !== 'POST' || !kind) return answer(request, peer)
    const asked = await objectIn(request)
    const account = await accounts.find(String(asked?.email).trim().toLowerCase())
    const isResent = kind === 'resend' && asked?.type === 'signup'
    if (isResent && (!account || account.isConfirmed)) return Response.json({})
    if (kind === 'signup' ? account : !account) return answer(request, peer)
    const now = Date.now()
    const last = lastSent(account, kind)
    if (last && last + pace.interval > now) return tooSoon(last + pace.interval - now)
    sent = sent.filter((time) => time > now - hour)
    if (sent.length >= pace.quota) return tooManyMails('email rate limit exceeded')
    sent.push(now)
    if (!isResent) return answer(request, peer)
    await accounts.sendConfirmation(account!)
    return Response.json({})
  }
}

function lastSent(account: WaitingAccount | null, kind: Mail): number | undefined {
  return (kind === 'recover' ? account?.recoverySentAt : account?.confirmationSentAt)?.getTime()
}

const tooSoon = (wait: number) =>
  tooManyMails(`For security purposes, you can only request this after ${Math.ceil(wait / 1_000)} seconds.`)

const tooManyMails = (msg: string) =>
  Response.json({ code: 429, error_code: 'over_email_send_rate_limit', msg }, { status: 429 })

type WaitingAccount = {
  id: string
  email: string
  isConfirmed: boolean
  confirmationSentAt: Date | null
  recoverySentAt: Date | null
}

export type WaitingAccounts = {
  find: (email: string) => Promise<WaitingAccount | null>
  /** Sends the mail of the sign-up once more; the link of the one before is of no use then. */
  sendConfirmation: (account: WaitingAccount) => Promise<void>
}

/** What the configuration says of mails (config.toml, as Lite reads it). */
type MailConfig = {
  site_url?: string
  email?: {
    smtp?: { host?: string; port?: number; admin_email?: string; sender_name?: string }
    template?: Record<string, { subject?: string; content_path?: string } | undefined>
  }
}

/** The accounts of the database to whom mails about themselves may go. */
export function findWaitingAccounts(database: Kysely<unknown>, config: MailConfig): WaitingAccounts {
  return {
    async find(email) {
      const { rows } = await sql<WaitingAccount>`
        select id, email, email_confirmed_at is not null as "isConfirmed",
          confirmation_sent_at as "confirmationSentAt", recovery_sent_at as "recoverySentAt"
        from auth.users where lower(email) = ${email}`.execute(database)
      return rows[0] ?? null
    },
    async sendConfirmation({ id, email }) {
      const key = randomBytes(32).toString('hex')
      const { smtp, template } = config.email ?? {}
      const { subject, content_path: path } = template?.confirmation ?? {}
      if (!smtp || !path) return
      const html = (await readFile(path, 'utf8'))
        .replaceAll(/\{\{\s*\.SiteURL\s*\}\}/g, config.site_url ?? '')
        .replaceAll(/\{\{\s*\.TokenHash\s*\}\}/g, key)
      await sql`
        update auth.users set confirmation_token = ${key}, confirmation_sent_at = now()
        where id = ${id} and email_confirmed_at is null`.execute(database)
      const from = { name: smtp.sender_name ?? '', address: smtp.admin_email ?? '' }
      await createTransport({ host: smtp.host, port: smtp.port }).sendMail({ from, to: email, subject, html })
    },
  }
}
