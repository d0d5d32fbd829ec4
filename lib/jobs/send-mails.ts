import { setTimeout as wait } from 'node:timers/promises'
import type { ClaimedMail } from '../mail/claimed-mail.ts'
import type { Mailer, Outcome } from '../mail/open-mailer.ts'
import { type Site, writeMail } from '../mail/write-mail.ts'
import type { JobContext } from './context.ts'
import { readSite } from './read-site.ts'

/** Mails on their way at the same time, each over a connection of its own. */
const lanes = 4

/**
 * Makes mails of what is due and sends them. Each goes out at most once: it is claimed before, begun right before its
 * text, and where the answer to the text is lost it is marked as unknown and not sent again.
 */
export async function sendMails(context: JobContext): Promise<void> {
  const { sql, openMailer, isOver } = context
  if (!openMailer) return
  await sql`select private.give_up_lost_mails()`
  const site = await readSite(context)
  let made = 1
  while (made > 0 && !isOver()) {
    const [row] = await sql<{ made: number }[]>`select private.gather_mails() as made`
    made = row!.made
    await Promise.all(Array.from({ length: lanes }, () => sendAll(context, site, openMailer(site.sender))))
  }
}

async function sendAll(context: JobContext, site: Site, mailer: Mailer): Promise<void> {
  const { sql, isOver } = context
  try {
    while (!isOver()) {
      const [row] = await sql<{ mail: ClaimedMail | null }[]>`select private.claim_mail() as mail`
      if (!row!.mail) return
      await sendOne(context, site, mailer, row!.mail)
    }
  } finally {
    mailer.close()
  }
}

const states: Record<Outcome['became'], string> = {
  sent: 'sent',
  later: 'later',
  refused: 'failed',
  gone: 'failed',
  unknown: 'unknown',
}

async function sendOne({ sql }: JobContext, site: Site, mailer: Mailer, mail: ClaimedMail): Promise<void> {
  const { became, words } = await mailer.send(mail.to, writeMail(mail, site), async () => {
    const [row] = await sql<
      { begun: boolean }[]
    >`select private.begin_mail(${mail.id}, ${mail.attempt}) as begun`
    return row!.begun
  })
  await insist(
    () => sql`select private.settle_mail(${mail.id}, ${mail.attempt}, ${states[became]}, ${words})`,
  )
  if (became === 'gone') await sql`select private.silence(${mail.to}, ${words})`
}

/** The database may be away for a moment, and what the mail server said is known nowhere else. */
async function insist(write: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await write()
      return
    } catch (error) {
      if (attempt === 10) throw error
      await wait(1_000)
    }
  }
}
