import { readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from './ports.ts'
import { makePrivateFolder, writePrivateFile } from './private-files.ts'

const keptMails = 100

/** A mail as it was caught; `sentAt` is an ISO time. */
type CaughtMail = { to: string; subject: string; html: string; text: string; sentAt: string }

/**
 * Catches the mails of the local backend and keeps the newest hundred as JSON files, so that they can be read
 * on the site's /mailbox page. Listens on 127.0.0.1 only.
 */
export async function startMailbox(folder: string): Promise<{ port: number; stop: () => Promise<void> }> {
  makePrivateFolder(folder)
  const port = await findFreePort(54324)
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
              to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
              subject: mail.subject ?? '',
              html: mail.html ?? '',
              text: mail.text ?? '',
              sentAt: new Date().toISOString(),
            }
            const name = `${Date.now()}-${String(count++).padStart(6, '0')}.json`
            const file = join(folder, name)
            // Whoever reads the folder meanwhile finds whole mails only.
            writePrivateFile(`${file}.new`, JSON.stringify(caught, null, 2))
            renameSync(`${file}.new`, file)
            dropOldMails(folder)
            done()
          })
          .catch((error: Error) => done(error))
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

function dropOldMails(folder: string): void {
  const mails = readdirSync(folder).filter((name) => name.endsWith('.json'))
  for (const old of mails.toSorted().slice(0, -keptMails)) rmSync(join(folder, old), { force: true })
}
