import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { openMailer } from '../../lib/mail/open-mailer.ts'

const letter = {
  subject: 'Re: Dark mode',
  text: 'Text',
  html: '<p>HTML</p>',
  headers: { 'Message-ID': '<key@feedback.example.com>', 'List-ID': '<post-1.feedback.example.com>' },
}
const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

type Done = (error?: Error | null) => void
const failure = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/**
 * Sends an email to a server that behaves in this way, waiting this many milliseconds. Returns the result and what the
 * server received.
 */
async function sendTo(
  options: Partial<SMTPServerOptions>,
  answer: (done: Done) => void,
  begin = async () => true,
  patience = 60_000,
) {
  const taken: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 50,
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString()))
      stream.on('end', () => {
        taken.push({ to: session.envelope.rcptTo.map(({ address }) => address), text })
        answer(done)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as { port: number }
  const mailer = openMailer({
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true&socketTimeout=${patience}`,
    from: 'Signpost <signpost@example.com>',
  })
  ends.push(
    () => mailer.close(),
    () => server.close(),
  )
  const send = () => mailer.send('ada@example.com', letter, begin)
  return { outcome: await send(), send, taken }
}

test('an email is sent with its headers, and the next one over the same connection', async () => {
  let connections = 0
  const counting = { onConnect: (_session: unknown, done: () => void) => (connections++, done()) }
  const { outcome, send, taken } = await sendTo(counting, (done) => done())
  expect(outcome.became).toBe('sent')
  expect((await send()).became).toBe('sent')
  expect(connections).toBe(1)
  expect(taken).toHaveLength(2)
  expect(taken[0]!.to).toEqual(['ada@example.com'])
  for (const line of [
    'From: Signpost <signpost@example.com>',
    'To: ada@example.com',
    'Subject: Re: Dark mode',
    'Message-ID: <key@feedback.example.com>',
    'List-ID: <post-1.feedback.example.com>',
  ]) {
    expect(taken[0]!.text).toContain(line)
  }
})

test('without an answer to the text, it is unknown whether the email arrived', async () => {
  const { outcome } = await sendTo(
    {},
    () => {},
    async () => true,
    2_000,
  )
  expect(outcome.became).toBe('unknown')
})

test.each([
  [451, 'later'],
  [552, 'refused'],
] as const)('answering the text with %i means %s', async (code, became) => {
  expect((await sendTo({}, (done) => done(failure(code, 'No')))).outcome.became).toBe(became)
})

test.each([
  [450, '4.2.1 Not now', 'later'],
  [550, '5.1.1 No such user', 'gone'],
  [550, '5.7.1 Not from you', 'refused'],
] as const)('answering the address with %i %s means %s, and no text is sent', async (code, words, became) => {
  let hasBegun = false
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, done) => done(failure(code, words))
  const { outcome, taken } = await sendTo(
    { onRcptTo },
    (done) => done(),
    async () => (hasBegun = true),
  )
  expect(outcome.became).toBe(became)
  expect(hasBegun).toBe(false)
  expect(taken).toEqual([])
})

test('a server that refuses the login refuses no email', async () => {
  const onConnect: SMTPServerOptions['onConnect'] = (_session, done) => done(failure(554, 'Closed'))
  expect((await sendTo({ onConnect }, (done) => done())).outcome.became).toBe('later')
  const nowhere = openMailer({ url: 'smtp://127.0.0.1:9', from: 'a@example.com' })
  expect((await nowhere.send('ada@example.com', letter, async () => true)).became).toBe('later')
})

test('nothing is sent when another program has claimed the email', async () => {
  const { outcome, taken } = await sendTo(
    {},
    (done) => done(),
    async () => false,
  )
  expect(outcome.became).toBe('later')
  expect(taken).toEqual([])
})
