import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { openMailer } from '../../lib/mail/open-mailer.ts'
import { mailCause } from '../../lib/words/mail-causes.ts'

const letter = {
  subject: 'Hello',
  text: 'Text',
  html: '<p>HTML</p>',
  headers: { 'Message-ID': '<key@example.com>' },
}
const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

async function sendTo(server: Parameters<typeof openMailer>[0]) {
  const mailer = openMailer(server)
  ends.push(() => mailer.close())
  const outcome = await mailer.send('ada@example.com', letter, async () => true)
  return { outcome, said: mailCause(outcome.words) }
}
const causeOf = async (server: Parameters<typeof openMailer>[0]) => (await sendTo(server)).said

/** The port of a server that behaves in this way. */
async function serve(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ logger: false, closeTimeout: 50, ...options })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return (server.server.address() as { port: number }).port
}

const from = 'signpost@example.com'

test('a refused connection', async () => {
  expect(await causeOf({ url: 'smtp://127.0.0.1:9', from })).toMatch(/^The server refuses connections\./)
})

test('a name without a server', async () => {
  expect(await causeOf({ url: 'smtp://smtp.invalid:25', from })).toBe("The host name wasn't found.")
})

test('a wrong password', async () => {
  const port = await serve({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('No')),
  })
  expect(await causeOf({ url: `smtp://ada:wrong@127.0.0.1:${port}?ignoreTLS=true`, from })).toBe(
    'The server refuses the username or password.',
  )
})

test('a login without encryption', async () => {
  const port = await serve({ authOptional: true, disabledCommands: ['STARTTLS'] })
  expect(await causeOf({ url: `smtp://ada:secret@127.0.0.1:${port}?requireTLS=true`, from })).toMatch(
    /no encrypted connection/,
  )
})

test('a certificate for another name', async () => {
  const port = await serve({ authOptional: true })
  expect(await causeOf({ url: `smtp://127.0.0.1:${port}`, from })).toMatch(/certificate/)
})

test('a port that starts without encryption', async () => {
  const port = await serve({ authOptional: true })
  expect(await causeOf({ url: `smtps://127.0.0.1:${port}`, from })).toMatch(/^This port doesn't use/)
})

test('a server that never answers', async () => {
  const port = await serve({ onConnect: () => {} })
  expect(await causeOf({ url: `smtp://127.0.0.1:${port}?greetingTimeout=200`, from })).toMatch(
    /^The server doesn't respond\./,
  )
})

test.each([
  [530, '5.7.0 Authentication required', /^The server needs a username and password\.$/],
  [553, '5.7.1 Not your address', /^The server doesn't accept this sender's address\.$/],
  // Nobody has words for it.
  [452, 'Quota exceeded', /452 Quota exceeded$/],
] as const)(
  'answering the sender with %i, which is no reason to give an email up',
  async (code, words, cause) => {
    const onMailFrom: SMTPServerOptions['onMailFrom'] = (_address, _session, done) =>
      done(Object.assign(new Error(words), { responseCode: code }))
    const port = await serve({ authOptional: true, disabledCommands: ['STARTTLS'], onMailFrom })
    const { outcome, said } = await sendTo({ url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from })
    expect(outcome.became).toBe('later')
    expect(said).toMatch(cause)
  },
)
