import { PgBoss } from 'pg-boss'
import { log } from '../log.ts'
import { needsTls } from '../supabase/database-address.ts'
import { createItemQueues } from './items.ts'
import { tasks } from './tasks.ts'

type Options = {
  /** Runs what is scheduled, and looks after jobs whose program is gone. */
  isWorker: boolean
}

/**
 * The job engine over the database, with a queue for each task and each kind of item; it makes its own schema. One run of a task waits at
 * most, however often it is asked for.
 */
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
      // A program that says nothing for so long is gone, and its run begins anew.
      heartbeatSeconds: 60,
      expireInSeconds: 3_600,
      deleteAfterSeconds: 86_400,
    })
  }
  await createItemQueues(engine)
  return engine
}
