import { accountAttacks } from './cases/accounts.ts'
import { apiAttacks } from './cases/api.ts'
import { headerAttacks } from './cases/headers.ts'
import { leakAttacks } from './cases/leaks.ts'
import { mailAttacks } from './cases/mails.ts'
import { connectionAttacks } from './cases/connections.ts'
import { pictureAttacks } from './cases/pictures.ts'
import { requestAttacks } from './cases/requests.ts'
import { rightAttacks } from './cases/rights.ts'
import { storageAttacks } from './cases/storage.ts'
import { textAttacks } from './cases/texts.ts'
import type { Attack } from './case.ts'
import { findTarget } from './target.ts'

// npm run attack [-- http://127.0.0.1:3000]: attacks a site on this machine, with accounts that it creates and deletes.
// The last line counts the attacks that held. Don't run it against a site with data that matters.
const address = process.argv[2] ?? 'http://127.0.0.1:3000'
/** The time limit for one attack, in milliseconds. */
const patience = 60_000

const attacks: Attack[] = [
  ...requestAttacks,
  ...headerAttacks,
  ...connectionAttacks,
  ...rightAttacks,
  ...apiAttacks,
  ...textAttacks,
  ...storageAttacks,
  ...pictureAttacks,
  ...leakAttacks,
  ...mailAttacks,
  ...accountAttacks,
]

/** An attack's outcome: its own message if the site held, or the reason if something broke. */
async function run(attack: Attack): Promise<{ held: boolean; outcome: string }> {
  const limit = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error(`not finished after ${patience / 1000} s`)), patience).unref(),
  )
  try {
    return { held: true, outcome: await Promise.race([attack.run(target), limit]) }
  } catch (error) {
    return { held: false, outcome: error instanceof Error ? error.message : String(error) }
  }
}

const target = await findTarget(address).catch((error: Error) => {
  console.error(error.message)
  process.exit(2)
})
let held = 0
try {
  for (const attack of attacks) {
    const result = await run(attack)
    if (result.held) held++
    console.log(
      `${result.held ? 'held ' : 'BROKE'}  ${attack.name.padEnd(58)}  ${result.outcome.slice(0, 160)}`,
    )
  }
} finally {
  await target.leave()
}
console.log(`${held} held, ${attacks.length - held} broke`)
process.exit(held === attacks.length ? 0 : 1)
