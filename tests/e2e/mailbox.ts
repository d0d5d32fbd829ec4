import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type CaughtMail = { from: string; to: string; subject: string; html: string; text: string }

/**
 * The emails that the site under test sent to an address, oldest first. Another test’s newer emails may replace a file
 * between listing and reading; that file was not for this address, whose emails are read at once.
 */
export function mailsTo(address: string, folder = process.env.TEST_MAILBOX!): CaughtMail[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => readMail(join(folder, name)))
    .filter(({ to }) => to === address)
}

function readMail(file: string): CaughtMail[] {
  try {
    return [JSON.parse(readFileSync(file, 'utf8'))]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
