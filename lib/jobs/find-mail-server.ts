import type { Sql } from 'postgres'
import { env } from '../env.ts'
import type { MailServer } from '../mail/open-mailer.ts'
import { findPlaces } from '../webhook/reach.ts'

type Stored = {
  host: string
  port: number
  username: string | null
  password: string | null
  sender: string
}

/** The server of the environment, otherwise the one chosen in the dashboard, otherwise the local mailbox. */
export async function findMailServer(sql: Sql): Promise<MailServer | null> {
  const { SMTP_URL, MAIL_FROM, SIGNPOST_SAVES_MAILS } = env
  const own = SMTP_URL && MAIL_FROM ? { url: SMTP_URL, from: MAIL_FROM } : null
  if (own && !SIGNPOST_SAVES_MAILS) return own
  const [stored] = await sql<Stored[]>`select host, port, username, password, sender from private.mail_server`
  return stored ? { url: urlOf(stored), from: stored.sender, resolve: publicAddressOf } : own
}

/** A password is only sent over TLS. */
function urlOf({ host, port, username, password }: Stored): string {
  const login = username ? `${encodeURIComponent(username)}:${encodeURIComponent(password!)}@` : ''
  return `${port === 465 ? 'smtps' : 'smtp'}://${login}${host}:${port}${username ? '?requireTLS=true' : ''}`
}

/** Fails for a name that leads into the network of this machine. */
async function publicAddressOf(host: string): Promise<string> {
  const places = await findPlaces(new URL(`https://${host}`), { toLoopback: env.WEBHOOKS_TO_LOOPBACK })
  if (typeof places === 'string') throw new Error(`${host} leads to a private network.`)
  return places[0]!.address
}
