import { PgBoss } from 'pg-boss'
import { log } from '../log.ts'
import { needsTls } from '../supabase/database-address.ts'
import { createItemQueues } from './items.ts'
import { tasks } from './tasks.ts'

type Options = {
  isWorker: boolean
}

/** At most one run of a task waits, however often it is requested. */
export async function openEngine(databaseUrl: string, { isWorker }: Options): Promise<PgBoss> {
  const engine = new PgBoss({
    connectionString: databaseUrl,
    ...(needsTls(databaseUrl) && { ssl: { rejectUnauthorized: false } }),
    application_name: 'signpost engine',
    max: 4,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
  })
  engine.on('error', (error) => log('error', 'The job engine has a problem', { reason: error.message }))
  await engine.start()
  for (const name of Object.keys(tasks)) {
    await engine.createQueue(name, {
      policy: 'short',
      notify: true,
      retryLimit: 5,
      retryDelay: 2,
      retryBackoff: true,
      // A process that is silent for this long is gone, and its run starts again.
      heartbeatSeconds: 60,
      expireInSeconds: 3_600,
      deleteAfterSeconds: 86_400,
    })
  }
  await createItemQueues(engine)
  return engine
}
