import { cleanUp } from './clean-up.ts'
import type { JobContext } from './context.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { restem } from './restem.ts'
import { sendMails } from './send-mails.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { transfer } from './transfer.ts'

/** Each does everything that is due, changes nothing if nothing is, and may run in several processes at once. */
type Task = {
  run: (context: JobContext) => Promise<unknown>
  cron: string
}

export const tasks: Record<string, Task> = {
  changelog: { run: publishEntries, cron: '* * * * *' },
  tell: { run: tell, cron: '* * * * *' },
  summaries: { run: ({ sql }) => sql`select private.make_summaries()`, cron: '*/15 * * * *' },
  mail: { run: sendMails, cron: '* * * * *' },
  webhooks: { run: sendWebhooks, cron: '* * * * *' },
  pictures: { run: fetchPictures, cron: '*/10 * * * *' },
  'clean-up': { run: cleanUp, cron: '*/10 * * * *' },
  blocks: { run: ({ sql }) => sql`select private.end_blocks()`, cron: '* * * * *' },
  insights: { run: ({ sql }) => sql`select private.count_insights()`, cron: '5 * * * *' },
  language: { run: restem, cron: '*/10 * * * *' },
  alike: { run: ({ sql }) => sql`select private.find_alike(40, '20 hours')`, cron: '35 * * * *' },
  transfers: { run: transfer, cron: '* * * * *' },
  tidy: {
    run: ({ sql }) =>
      sql`select private.tidy_notices(), private.tidy_deliveries(), private.forget_networks(), private.tidy_reports()`,
    cron: '17 3 * * *',
  },
}

/** The notifications (NOTIFY) with which the database starts tasks. Nothing sends `insights`. */
export const wakes: Record<string, string> = {
  event: 'tell',
  mail: 'mail',
  webhook: 'webhooks',
  picture: 'pictures',
  insights: 'insights',
  language: 'language',
  transfer: 'transfers',
}

async function publishEntries({ sql, tellSite }: Pick<JobContext, 'sql' | 'tellSite'>): Promise<void> {
  const [row] = await sql<{ published: number }[]>`select private.publish_due_entries() as published`
  if (row!.published > 0) await tellSite()
}

/** People notified in one transaction: enough to be quick, few enough that no one waits for its locks. */
const batch = 5_000

async function tell({ sql, isOver }: Pick<JobContext, 'sql' | 'isOver'>): Promise<void> {
  while (!isOver()) {
    const [row] = await sql<{ looked_at: number | null }[]>`select private.tell(${batch}) as looked_at`
    if (row!.looked_at === null) return
  }
}
