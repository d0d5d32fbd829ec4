import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, test, vi } from 'vitest'
import { startCountingMailServer } from '../support/counting-mail-server.ts'
import { type Fault, startRounds } from '../support/notice-rounds.ts'
import { startTestBackend } from '../support/start-backend.ts'

// A few of the rounds that npm run notice-faults runs by the hundred.
const faults: Fault[] = [
  'kill -9 of both workers',
  'kill -9 of the database and a worker',
  'a mail server that says nothing, and kill -9 of a worker',
]

const folder = mkdtempSync(join(tmpdir(), 'signpost-faults-'))

// Durable: what was acknowledged survives killing the database.
const backend = await startTestBackend(folder, { durable: true, apiPort: 30_500 })
const sql = postgres(backend.databaseUrl, { max: 2, onnotice: () => {}, connect_timeout: 5 })

afterAll(async () => {
  await sql.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a mailer with nothing to send doesn’t wake itself again', async () => {
  const heard: string[] = []
  const { unlisten } = await sql.listen('signpost', (word) => void heard.push(word))
  await sql`select private.gather_mails(), private.make_summaries()`
  await sql`
    with reader as (insert into private.mail_addresses (address) values ('reader@example.com') returning id)
    insert into private.mails (kind, address_id) select 'confirm', id from reader`
  await sql.notify('signpost', 'end')
  await vi.waitFor(() => expect(heard).toContain('end'), { timeout: 20_000 })
  expect(heard).toEqual(['mail', 'end'])
  await unlisten()
  await sql`delete from private.mail_addresses`
})

test('whatever is killed, everyone is notified once on the site and at most once by email', async () => {
  const mail = await startCountingMailServer()
  const rounds = await startRounds({ backend, folder, sql, mail })
  try {
    for (const fault of faults) {
      const { notices, wrong } = await rounds.round(fault, Math.random() * 400)
      expect({ fault, notices, wrong }).toEqual({ fault, notices: 12, wrong: [] })
    }
  } finally {
    await rounds.stop()
    await mail.stop()
  }
}, 400_000)
