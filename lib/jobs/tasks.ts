import { cleanUp } from './clean-up.ts'
import type { JobContext } from './context.ts'
import { restem } from './restem.ts'
import { sendMails } from './send-mails.ts'
import { sendWebhooks } from './send-webhooks.ts'
import { transfer } from './transfer.ts'

/** Each does all that is due, changes nothing when that is nothing, and may run in several programs at once. */
type Task = {
  run: (context: JobContext) => Promise<unknown>
  /** When it runs in any case, in UTC; what wakes it in between is in `wakes`. */
  cron: string
}

export const tasks: Record<string, Task> = {
  changelog: { run: ({ sql }) => sql`select private.publish_due_entries()`, cron: '* * * * *' },
  tell: { run: tell, cron: '* * * * *' },
  summaries: { run: ({ sql }) => sql`select private.make_summaries()`, cron: '*/15 * * * *' },
  mail: { run: sendMails, cron: '* * * * *' },
  webhooks: { run: sendWebhooks, cron: '* * * * *' },
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

/**
 * The database says one of these words (NOTIFY) when there is something to do. A worker that starts takes all of them as
 * said: nobody says insights, which are counted then.
 */
export const wakes: Record<string, string> = {
  event: 'tell',
  mail: 'mail',
  webhook: 'webhooks',
  insights: 'insights',
  language: 'language',
  transfer: 'transfers',
}

/** People told in one transaction: enough to be quick, few enough that nobody waits for its locks. */
const batch = 5_000

/** Tells everybody who follows of what happened, until nothing waits. Several programs may do it at once. */
async function tell({ sql, isOver }: Pick<JobContext, 'sql' | 'isOver'>): Promise<void> {
  while (!isOver()) {
    const [row] = await sql<{ looked_at: number | null }[]>`select private.tell(${batch}) as looked_at`
    if (row!.looked_at === null) return
  }
}
