import { setTimeout as wait } from 'node:timers/promises'
import type { JobInsert } from 'pg-boss'
import type { ClaimedMail, Site } from '../mail/claimed-mail.ts'
import type { Mailer, Outcome } from '../mail/open-mailer.ts'
import { writeMail } from '../mail/write-mail.ts'
import type { JobContext } from './context.ts'
import { type Item, type Items, sendItems } from './items.ts'
import { readSite } from './read-site.ts'

const lanes = 4
const queue = 'send-mail'

/** Sent at most once: marked before its text is sent. If the response is lost, it is unknown and not sent again. */
export async function sendMails(context: JobContext): Promise<void> {
  const { sql, isOver } = context
  const openMailer = await context.findMailer()
  if (!openMailer) return
  await endPauses(sql)
  const site = await readSite(context)
  const mailers = Array.from({ length: lanes }, () => openMailer(site.sender))
  try {
    let made = 1
    while (made > 0 && !isOver()) {
      const [row] = await sql<{ made: number }[]>`select private.gather_mails() as made`
      made = row!.made
      await sendItems(context, mails(sql), lanes, (item, lane) =>
        sendOne(context, site, mailers[lane]!, item),
      )
    }
  } finally {
    for (const mailer of mailers) mailer.close()
  }
}

/** A job waits as long as its email. If an admin ended its pause, it may be tried as often as a new one. */
const endPauses = (sql: JobContext['sql']) => sql`
  update pgboss.job j set start_after = m.due_at, retry_count = 0 from private.mails m
  where j.name = ${queue} and j.state < 'active' and m.key = j.id and m.state = 'ready' and m.due_at < j.start_after`

const mails = (sql: JobContext['sql']): Items => ({
  queue,
  waiting: () => sql<JobInsert[]>`
    select m.key as id, m.due_at as "startAfter" from private.mails m
    where m.state in ('ready', 'claimed', 'sending')
      and not exists (select from pgboss.job j where j.name = ${queue} and j.id = m.key)
    order by m.id`,
  giveUp: (id) => sql`
    update private.mails set state = case state when 'sending' then 'unknown' else 'failed' end
    where key = ${id} and state in ('ready', 'claimed', 'sending')`,
})

const states: Record<Outcome['became'], string> = {
  sent: 'sent',
  later: 'later',
  refused: 'failed',
  gone: 'failed',
  unknown: 'unknown',
}

async function sendOne({ sql, engine }: JobContext, site: Site, mailer: Mailer, item: Item) {
  const [prepared] = await sql<
    { mail: ClaimedMail | null }[]
  >`select private.prepare_mail(${item.data.id}) as mail`
  const { mail } = prepared!
  if (!mail) return null
  const { became, words } = await mailer.send(mail.to, writeMail(mail, site), async () => {
    await engine.touch(queue, item)
    const [row] = await sql<
      { begun: boolean }[]
    >`select private.begin_mail(${mail.id}, ${mail.attempt}) as begun`
    return row!.begun
  })
  const [settled] = await insist(
    () =>
      sql<
        { again: Date | null }[]
      >`select private.settle_mail(${mail.id}, ${mail.attempt}, ${states[became]}, ${words}) as again`,
  )
  if (became === 'gone') await sql`select private.silence(${mail.to}, ${words})`
  return settled!.again
}

/** The database may be unreachable for a moment, and the mail server's answer is stored nowhere else. */
async function insist<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (attempt === 10) throw error
      await wait(1_000)
    }
  }
}
