import type { Sql } from 'postgres'
import { broken, fine, type Finding } from './doctor-checks.ts'

/** Whether mails about what people follow can go out: from the configuration alone. */
export function checkMailServer(isOwnProject: boolean, database?: string, smtpUrl?: string): Finding {
  if (!isOwnProject) return fine('Mails about what people follow go to the local mailbox.')
  if (!database) {
    return broken(
      'No mails go out, and nobody is told what became of a post.',
      'Set DATABASE_URL (and SMTP_URL).',
    )
  }
  return smtpUrl
    ? fine(`Mails about what people follow go out through ${new URL(smtpUrl).hostname}.`)
    : { ...fine('People are told in the site; no mails go out.'), advice: 'Set SMTP_URL and MAIL_FROM.' }
}

/** Whether somebody does the jobs, and whether mails and what is sent to webhooks arrive. */
export async function checkJobs(sql: Sql): Promise<Finding[]> {
  const [waiting] = await sql<{ late: number }[]>`
    select count(*)::int as late from private.untold u join private.visible_events e on e.id = u.event_id
    where e.created_at < now() - interval '10 minutes'`
  const [mails] = await sql<{ failed: number; late: number }[]>`
    select count(*) filter (where state in ('failed', 'unknown') and created_at > now() - interval '1 day')::int as failed,
      count(*) filter (where state in ('ready', 'claimed') and due_at < now() - interval '1 hour')::int as late
    from private.mails`
  const hooks = await sql<{ host: string; is_off: boolean }[]>`
    select distinct substring(address from '^https?://([^/?]+)') as host, off_at is not null as is_off
    from private.webhooks where off_reason is not null or failing_since < now() - interval '1 hour' order by 1`
  return [
    waiting!.late === 0
      ? fine('Everybody is told of what happened.')
      : broken(
          `Nobody is told of ${waiting!.late} things that happened.`,
          'Run npm start or npm run worker, or let a cron ask POST /api/jobs.',
        ),
    mails!.late === 0
      ? fine('No mail waits longer than it should.')
      : broken(
          `${mails!.late} mails wait for more than an hour.`,
          'Set SMTP_URL and MAIL_FROM, and run npm run worker.',
        ),
    mails!.failed === 0
      ? fine('Every mail of the last day arrived.')
      : broken(
          `${mails!.failed} mails of the last day did not arrive, or nobody knows whether.`,
          'Look at their outcome: select created_at, state, outcome from private.mails order by id desc;',
        ),
    hooks.length === 0
      ? fine('What is sent to webhooks arrives.')
      : broken(
          `Nothing arrives at the webhooks to ${hooks.map(({ host, is_off }) => (is_off ? `${host} (switched off)` : host)).join(', ')}.`,
          'Look at what they answer: /dashboard/webhooks.',
        ),
  ]
}
