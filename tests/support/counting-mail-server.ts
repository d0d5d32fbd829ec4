import { SMTPServer } from 'smtp-server'
import { findFreePort } from '../../supabase/local/processes.ts'

export type CountingMailServer = {
  url: string
  /** How often it accepted an email with this Message-ID for this address. */
  taken: Map<string, number>
  /** From now on, it accepts emails but doesn't answer part of them (0 to 1), or asks to retry. */
  behave: (how: { silent?: number; busy?: number }) => void
  stop: () => Promise<void>
}

/** A mail server that counts, and can fall silent after it accepted an email, as with a full disk or queue. */
export async function startCountingMailServer(): Promise<CountingMailServer> {
  const port = await findFreePort(25_500)
  const taken = new Map<string, number>()
  let silent = 0
  let busy = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString('latin1')))
      stream.on('end', () => {
        if (Math.random() < busy)
          return done(Object.assign(new Error('Come again later'), { responseCode: 451 }))
        const id = /^Message-ID: <([^@>]+)/im.exec(text)?.[1] ?? 'none'
        const key = `${id} ${session.envelope.rcptTo.map(({ address }) => address).join()}`
        taken.set(key, (taken.get(key) ?? 0) + 1)
        if (Math.random() >= silent) done()
      })
    },
  })
  // Connections of killed programs.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true&socketTimeout=1500`,
    taken,
    behave: (how) => ({ silent = 0, busy = 0 } = how),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
