import { afterAll, vi } from 'vitest'
import type { JobContext } from '../../lib/jobs/context.ts'
import { sql } from './database.ts'

vi.stubEnv('NEXT_PUBLIC_SUPABASE_URL', process.env.TEST_SUPABASE_URL)
vi.stubEnv('NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', process.env.TEST_SUPABASE_PUBLISHABLE_KEY)
const { openEngine } = await import('../../lib/jobs/engine.ts')
const engine = await openEngine(process.env.TEST_DATABASE_URL!, { isWorker: false })
afterAll(() => engine.stop({ graceful: false }))

/** The context of jobs, without a mail server and storage. */
export const context: JobContext = {
  sql,
  engine,
  site: { url: 'https://feedback.example.com', name: 'Signpost' },
  findMailer: async () => null,
  supabaseUrl: process.env.TEST_SUPABASE_URL!,
  storage: null,
  webhooksToLoopback: true,
  tellSite: async () => {},
  isOver: () => false,
}

type Queue = 'send-mail' | 'send-webhook'

/** As if the programs that run these jobs had been killed a while ago. */
export async function loseJobs(queue: Queue): Promise<void> {
  await sql`
    update pgboss.job set started_on = started_on - interval '1 hour', heartbeat_on = heartbeat_on - interval '1 hour'
    where name = ${queue} and state = 'active'`
  await sql`update pgboss.queue set monitor_claim_on = null, monitor_on = null`
  await engine.supervise(queue)
}

/** Ends the pause before the next attempt. */
export const endPauses = (queue: Queue) => sql`
  update pgboss.job set start_after = now() - interval '1 second' where name = ${queue} and state < 'active'`
