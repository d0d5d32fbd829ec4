import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { savedAnswer } from '../../lib/post/saved-mail.ts'
import { findFreePort } from './processes.ts'
import { makePrivateFolder, writePrivateFile } from './private-files.ts'

const keptMails = 100

/** A caught email. `from` is the sender's name, `sentAt` an ISO time. */
type CaughtMail = { from: string; to: string; subject: string; html: string; text: string; sentAt: string }

/**
 * Catches the local backend's emails and keeps the newest hundred as JSON files for the site's /mailbox page. Listens
 * on 127.0.0.1 only.
 */
export async function startMailbox(
  folder: string,
  preferredPort = 54324,
): Promise<{ port: number; stop: () => Promise<void> }> {
  makePrivateFolder(folder)
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'local' }),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(chunks))
          .then((mail) => {
            const caught: CaughtMail = {
              from: mail.from?.name ?? '',
              to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
              subject: mail.subject ?? '',
              html: mail.html ?? '',
              text: (mail.text ?? '').replace(/\/auth\/v1\/verify\?token=/, '/auth/confirm?token_hash='),
              sentAt: new Date().toISOString(),
            }
            const name = `${Date.now()}-${String(count++).padStart(6, '0')}.json`
            const file = join(folder, name)
            // Rename the file when it is complete, so that readers of the folder never see half an email.
            writePrivateFile(`${file}.new`, JSON.stringify(caught, null, 2))
            renameSync(`${file}.new`, file)
            dropOldMails(folder)
            done(null, savedAnswer)
          })
          .catch((error: Error) => done(error))
      })
    },
  })
  const port = await listenOnFreePort(server, preferredPort)
  // A sender that disconnects in the middle of an email must not stop the server.
  server.on('error', () => {})
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Tries again, because another program may take a port between finding it free and using it. */
async function listenOnFreePort(server: SMTPServer, preferred: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort(preferred)
    const error = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
      server.once('error', resolve)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', resolve)
        resolve(null)
      })
    })
    if (!error) return port
    if (attempt === 5 || error.code !== 'EADDRINUSE') throw error
  }
}

function dropOldMails(folder: string): void {
  const mails = readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (const old of mails.toSorted().slice(0, -keptMails)) rmSync(join(folder, old), { force: true })
}
