import type { EmailDriver } from '@supabase/lite'
import { createTransport } from 'nodemailer'

/** Of the email settings (config.toml, as Lite reads it). */
export type SmtpConfig = { host?: string; port?: number; admin_email?: string; sender_name?: string }

/** Sends emails in the name that the settings have by then. Lite's own driver keeps the name from its start. */
export function openMailer(smtp: SmtpConfig): EmailDriver {
  const transport = createTransport({ host: smtp.host, port: smtp.port })
  return {
    async send(mail) {
      const from = { name: smtp.sender_name ?? '', address: smtp.admin_email ?? '' }
      await transport.sendMail({ from, ...mail })
    },
  }
}
