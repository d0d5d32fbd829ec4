import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startMailbox } from '../../supabase/local/mailbox.ts'

let folder: string
let listLocalMails: typeof import('@/lib/queries/mailbox').listLocalMails
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signpost-mailbox-'))
  vi.stubEnv('SIGNPOST_MAILBOX', folder)
  vi.resetModules()
  ;({ listLocalMails } = await import('@/lib/queries/mailbox'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
  vi.unstubAllEnvs()
})

test('an email deleted while the folder is read is left out', async () => {
  const kept = { to: 'ada@example.com', subject: 'Kept', html: '', text: '', sentAt: '2026-01-02T03:04:05Z' }
  writeFileSync(join(folder, '1-000000.json'), JSON.stringify(kept))
  // Listed, but gone when it is opened.
  symlinkSync(join(folder, 'nowhere'), join(folder, '2-000001.json'))
  expect(await listLocalMails()).toEqual([{ name: '1-000000.json', ...kept }])
})

test('the newest hundred emails are kept, each complete whenever it is read', async () => {
  const mailbox = await startMailbox(folder)
  const transport = createTransport(`smtp://127.0.0.1:${mailbox.port}?ignoreTLS=true&pool=true`)
  writeFileSync(join(folder, '0-000000.json.new'), '{"to": "ha')
  try {
    const html = `<p>${'long '.repeat(10_000)}</p>`
    const send = (count: number) =>
      transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: `${count}`, html })
    for (let count = 0; count < 105; count++) {
      const [read] = await Promise.all([listLocalMails(), send(count)])
      expect(read!.every((mail) => mail.html.length >= html.length)).toBe(true)
    }
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
    const subjects = names
      .toSorted()
      .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')).subject)
    expect(subjects).toEqual(Array.from({ length: 100 }, (_, at) => `${at + 5}`))
  } finally {
    transport.close()
    await mailbox.stop()
  }
})

test('the link in an email’s text leads to the page with the button', async () => {
  const mailbox = await startMailbox(folder)
  const transport = createTransport(`smtp://127.0.0.1:${mailbox.port}?ignoreTLS=true`)
  try {
    const text = 'Or follow this link: http://localhost:3000/auth/v1/verify?token=abc&type=recovery'
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'Link', text })
    expect((await listLocalMails())![0]!.text).toContain(
      'http://localhost:3000/auth/confirm?token_hash=abc&type=recovery',
    )
  } finally {
    transport.close()
    await mailbox.stop()
  }
})

test('senders that disconnect in the middle of an email lose only that email', async () => {
  const mailbox = await startMailbox(folder)
  const transport = createTransport(`smtp://127.0.0.1:${mailbox.port}?ignoreTLS=true`)
  try {
    for (let time = 0; time < 3; time++) {
      const socket = connect(mailbox.port, '127.0.0.1')
      socket.on('error', () => {})
      const said = (code: string) =>
        new Promise<void>((resolve) => {
          const hear = (data: Buffer) => {
            if (!String(data).startsWith(code)) return
            socket.off('data', hear)
            resolve()
          }
          socket.on('data', hear)
        })
      await said('220')
      const lines = ['HELO example.com', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>']
      for (const line of lines) await Promise.all([said('250'), socket.write(`${line}\r\n`)])
      await Promise.all([said('354'), socket.write('DATA\r\n')])
      socket.write('Subject: half')
      socket.resetAndDestroy()
    }
    await transport.sendMail({ from: 'a@example.com', to: 'b@example.com', subject: 'Whole', text: 'whole' })
    expect((await listLocalMails())!.map(({ subject }) => subject)).toEqual(['Whole'])
  } finally {
    transport.close()
    await mailbox.stop()
  }
})

test('another port is used when one is taken', async () => {
  const first = await startMailbox(folder, 18_000)
  const second = await startMailbox(folder, 18_000)
  expect(second.port).not.toBe(first.port)
  await Promise.all([first.stop(), second.stop()])
})
