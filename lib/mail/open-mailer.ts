import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { senderOf } from '../text/sender.ts'
import type { Letter } from './write-mail.ts'

export type MailServer = {
  url: string
  from: string
  /** The IP address to connect to, for a server that an admin chose. Without it, whatever the name leads to. */
  resolve?: (host: string) => Promise<string>
}

/** 'later' wasn't sent for certain; 'gone' has no such address; 'unknown' had no response to its text. */
export type Outcome = { became: 'sent' | 'later' | 'refused' | 'gone' | 'unknown'; words: string }

export type Mailer = {
  /** `begin` is called when the server waits for the text. Unless it returns true, nothing is sent. */
  send: (to: string, letter: Letter, begin: () => Promise<boolean>) => Promise<Outcome>
  close: () => void
}

type Failure = Error & { command?: string; responseCode?: number; response?: string }

/** In milliseconds. Together shorter than an attempt may be silent (send-mail in lib/jobs/items). */
const patience = {
  dnsTimeout: 10_000,
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
}

/** @param name the sender's name, if the server's address has none */
export function openMailer({ url, from, resolve }: MailServer, name?: string): Mailer {
  const { auth, ...options } = parseConnectionUrl(url)
  const sender = senderOf(from, name)
  let connection: SMTPConnection | null = null

  async function connect(): Promise<SMTPConnection> {
    const pinned = resolve && { host: await resolve(options.host!), servername: options.host }
    const made = new SMTPConnection({ ...patience, ...options, ...pinned })
    await new Promise<void>((resolve, reject) => {
      // Code that waits for a response learns about it as well.
      made.on('error', reject)
      made.connect((error) => (error ? reject(error) : resolve()))
    })
    if (auth && made.allowsAuth) {
      await new Promise<void>((resolve, reject) =>
        made.login(auth, (error) => (error ? reject(error) : resolve())),
      )
    }
    return made
  }

  async function send(to: string, letter: Letter, begin: () => Promise<boolean>): Promise<Outcome> {
    const { headers, ...words } = letter
    const { 'Message-ID': messageId, ...others } = headers
    // As an object, so that a text that looks like a list of addresses is one address.
    const reader = { name: '', address: to }
    const message = new MailComposer({
      from: sender,
      to: reader,
      messageId,
      headers: others,
      ...words,
    }).compile()
    const built = await message.build()
    const { from: envelopeSender } = message.getEnvelope()
    let hasBegun = false
    // Read when the server asks for the text, not before.
    async function* text() {
      if (!(await begin())) throw new Error('Another program has taken this mail over.')
      hasBegun = true
      yield built
    }
    try {
      if (!connection || connection.destroyed) connection = await connect()
      const using = connection
      const { response } = await new Promise<SMTPConnection.SentMessageInfo>((resolve, reject) =>
        using.send(
          { from: envelopeSender, to: [to] },
          Readable.from(text(), { objectMode: false }),
          (error, info) => (error ? reject(error) : resolve(info)),
        ),
      )
      return { became: 'sent', words: response }
    } catch (error) {
      connection?.close()
      connection = null
      return judge(error as Failure, hasBegun)
    }
  }

  return { send, close: () => connection?.quit() }
}

/** RFC 4954. */
const loginNeeded = 530

/** A server that refuses our login doesn't refuse an email: an operator has to fix that. */
function judge({ message, command, responseCode = 0, response }: Failure, hasBegun: boolean): Outcome {
  // A server that wants a login, or another sender, doesn't refuse this email either.
  const isAboutMail = ['RCPT TO', 'DATA'].includes(command ?? '') && responseCode !== loginNeeded
  // Without its message, a response to anything else doesn't say what was refused.
  const words = (isAboutMail && response) || message
  const isFinal = responseCode >= 500 && isAboutMail
  if (isFinal) {
    const isGone = command === 'RCPT TO' && /\b5\.1\.[0-36]\b/.test(words)
    return { became: isGone ? 'gone' : 'refused', words }
  }
  return { became: hasBegun && responseCode === 0 ? 'unknown' : 'later', words }
}
