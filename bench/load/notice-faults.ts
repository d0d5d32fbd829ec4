import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { startBackend } from '../../supabase/local/backend.ts'
import { startCountingMailServer } from '../../tests/support/counting-mail-server.ts'
import { faults, startRounds } from '../../tests/support/notice-rounds.ts'

// npm run notice-faults [-- 200]: runs this many state changes with two workers. Meanwhile, at a random step, kills a
// worker, both or the database (kill -9), or silences the mail server after it accepts an email. Everyone must get one
// notification and at most one email, and an email that may not have arrived must be marked.
const rounds = Number(process.argv[2] ?? 200)

const folder = mkdtempSync(join(tmpdir(), 'signpost-faults-'))
const backend = await startBackend({ folder, seed: false })
const sql = postgres(backend.databaseUrl, { max: 2, onnotice: () => {}, connect_timeout: 5 })
const mail = await startCountingMailServer()
const { round, stop } = await startRounds({ backend, folder, sql, mail })
const totals = new Map<string, { rounds: number; sent: number; unknown: number; wrong: number }>()
try {
  for (let number = 0; number < rounds; number++) {
    const fault = faults[number % faults.length]!
    const { sent, unknown, wrong } = await round(fault, Math.random() * 600)
    const total = totals.get(fault) ?? { rounds: 0, sent: 0, unknown: 0, wrong: 0 }
    totals.set(fault, {
      rounds: total.rounds + 1,
      sent: total.sent + sent,
      unknown: total.unknown + unknown,
      wrong: total.wrong + wrong.length,
    })
    if (wrong.length > 0) console.log(`Round ${number}, ${fault}:`, wrong)
    if (number % 20 === 19) console.table(Object.fromEntries(totals))
  }
  console.table(Object.fromEntries(totals))
} finally {
  await stop()
  await sql.end()
  await mail.stop()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit([...totals.values()].some(({ wrong }) => wrong > 0) ? 1 : 0)
