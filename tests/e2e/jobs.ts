import { type APIRequestContext, expect } from 'playwright/test'
import { type Person, sql } from './people'

/** Runs the site’s jobs, as a cron would. They also process what other tests left, and may yield to their work. */
export const runJobs = (request: APIRequestContext) =>
  request.post('/api/jobs', {
    headers: { authorization: `Bearer ${process.env.TEST_JOBS_SECRET}` },
    timeout: 60_000,
  })

/** Runs the site’s jobs until a person has this many notifications, or this many with a given reason. */
export async function waitForNotices(
  request: APIRequestContext,
  person: Person,
  count: number,
  reason = '%',
): Promise<void> {
  const work = async () => {
    await runJobs(request)
    const [row] =
      await sql`select count(*)::int as told from private.notices where person_id = ${person.id} and reason like ${reason}`
    return row!.told
  }
  await expect.poll(work, { timeout: 60_000 }).toBe(count)
}
