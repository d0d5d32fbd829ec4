import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql, type Kysely } from 'kysely'
import { createTransport } from 'nodemailer'

export type WaitingAccount = {
  id: string
  email: string
  isConfirmed: boolean
  /** As the database writes times. */
  confirmationSentAt: string | null
  recoverySentAt: string | null
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
