import { log } from '../log.ts'
import { openEngine } from './engine.ts'
import { openContext } from './open-context.ts'
import { tasks, wakes } from './tasks.ts'

export async function work(databaseUrl: string): Promise<{ stop: () => Promise<void> }> {
  let isStopping = false
  const engine = await openEngine(databaseUrl, { isWorker: true })
  const { context, close } = openContext(databaseUrl, engine, () => isStopping)
  for (const [name, { run, cron }] of Object.entries(tasks)) {
    await engine.work(name, { heartbeatRefreshSeconds: 20 }, async () => {
      try {
        await run(context)
      } catch (error) {
        log('error', `The task ${name} failed`, { reason: (error as Error).message })
        throw error
      }
    })
    await engine.schedule(name, cron)
  }
  const ask = (name: string) =>
    engine.send(name).catch((error: Error) => {
      if (!isStopping) log('warn', `The task ${name} could not be queued`, { reason: error.message })
    })
  // Something may have happened while the connection was lost.
  const listening = await context.sql.listen(
    'signpost',
    (word) => void (wakes[word] && ask(wakes[word])),
    () => Object.values(wakes).forEach((name) => void ask(name)),
  )
  return {
    async stop() {
      isStopping = true
      await listening.unlisten().catch(() => {})
      await engine.stop({ graceful: true, timeout: 10_000 })
      await close()
    },
  }
}

/** Runs what is due, for `milliseconds` at most. The others run even if a task fails; the first error is thrown. */
export async function workOnce(databaseUrl: string, milliseconds = Infinity): Promise<void> {
  const end = Date.now() + milliseconds
  const isOver = () => Date.now() > end
  const engine = await openEngine(databaseUrl, { isWorker: false })
  const { context, close } = openContext(databaseUrl, engine, isOver)
  const failures: Error[] = []
  try {
    await engine.supervise()
    for (const [name, { run }] of Object.entries(tasks)) {
      await engine.send(name)
      for (const { id } of await engine.fetch(name)) {
        await run(context).then(
          () => engine.complete(name, id),
          async (error: Error) => {
            failures.push(new Error(`${name}: ${error.message}`, { cause: error }))
            await engine.fail(name, id, { reason: error.message })
          },
        )
      }
    }
    if (failures.length > 0) throw failures[0]
  } finally {
    await engine.stop({ graceful: false })
    await close()
  }
}
