import { setTimeout as wait } from 'node:timers/promises'
import type { FetchOptions, Job, JobInsert, PgBoss, Queue } from 'pg-boss'
import type { JobContext } from './context.ts'

export type Item = Job<{ id: string }>

/** After eight attempts, including those of processes that ended, a job moves to the queue of abandoned jobs. */
const eightTimes = {
  retryLimit: 7,
  retryDelay: 60,
  retentionSeconds: 365 * 86_400,
  deleteAfterSeconds: 3_600,
}

/** A process that is silent for this many seconds is gone. */
const queues = {
  'send-mail': { ...eightTimes, heartbeatSeconds: 300 },
  // One request at a time to each webhook, which is the key.
  'send-webhook': { ...eightTimes, policy: 'singleton', expireInSeconds: 60 },
} satisfies Record<string, Omit<Queue, 'name'>>
type QueueName = keyof typeof queues
const givenUp = (name: QueueName) => `${name}-given-up`

export async function createItemQueues(engine: PgBoss): Promise<void> {
  for (const name of Object.keys(queues) as QueueName[]) {
    await engine.createQueue(givenUp(name), { deleteAfterSeconds: 3_600 })
    await engine.createQueue(name, { ...queues[name], deadLetter: givenUp(name) })
  }
}

export type Items = {
  queue: QueueName
  /** Creates jobs for items that have none yet. An item gets only one job, even after that is done. */
  waiting: () => Promise<readonly JobInsert[]>
  giveUp: (id: string) => Promise<unknown>
  fetchOptions?: () => Promise<FetchOptions>
}

/** May run twice for an item whose process ended. Returns the time of the next attempt, if there is one. */
type Attempt = (item: Item, lane: number) => Promise<Date | null>

const pause = 1_000

export async function sendItems(
  { engine, isOver }: Pick<JobContext, 'engine' | 'isOver'>,
  items: Items,
  lanes: number,
  attempt: Attempt,
): Promise<void> {
  const free = Array.from({ length: lanes }, (_, lane) => lane)
  const busy = new Set<Promise<void>>()
  const failures: unknown[] = []
  const send = async (item: Item, lane: number) => {
    await settle(engine, items, item, await attempt(item, lane))
    free.push(lane)
  }
  const start = (item: Item) => {
    const sending: Promise<void> = send(item, free.pop()!)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => busy.delete(sending))
    busy.add(sending)
  }
  let enqueuedAt = -Infinity
  try {
    for (;;) {
      if (Date.now() - enqueuedAt >= pause) {
        enqueuedAt = Date.now()
        await enqueue(engine, items)
      }
      while (free.length > 0 && !isOver()) {
        const item = await take(engine, items)
        if (!item) break
        start(item)
      }
      if (busy.size === 0) break
      await Promise.race([...busy, wait(pause, undefined, { ref: false })])
    }
  } finally {
    await Promise.all(busy)
  }
  if (failures.length > 0) throw failures[0]
  await giveUp(engine, items)
}

export async function enqueue(engine: PgBoss, { queue, waiting }: Items): Promise<void> {
  const jobs = (await waiting()).map((job) => ({ ...job, data: { id: job.id } }))
  if (jobs.length > 0) await engine.insert(queue, jobs)
}

export async function take(engine: PgBoss, { queue, fetchOptions }: Items): Promise<Item | undefined> {
  return (await engine.fetch<Item['data']>(queue, await fetchOptions?.()))[0]
}

/** Changes nothing if another process has taken over the item. */
export async function settle(engine: PgBoss, { queue }: Items, item: Item, again: Date | null) {
  if (!again) return engine.complete(queue, item)
  await engine.fail(queue, item)
  return engine.update(queue, undefined, { id: item.id, startAfter: again })
}

export async function giveUp(engine: PgBoss, { queue, giveUp }: Items): Promise<void> {
  for (const item of await engine.fetch<Item['data']>(givenUp(queue), { batchSize: 1_000 })) {
    await giveUp(item.data.id)
    await engine.complete(givenUp(queue), item)
  }
}
