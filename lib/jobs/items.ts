import type { FetchOptions, Job, JobInsert, PgBoss, Queue } from 'pg-boss'
import type { JobContext } from './context.ts'

/** A job that sends one mail, or one event to one webhook. */
export type Item = Job<{ id: string }>

/** After eight attempts, those of programs that ended included, a job comes to the queue of what is given up. */
const eightTimes = {
  retryLimit: 7,
  retryDelay: 60,
  retentionSeconds: 365 * 86_400,
  deleteAfterSeconds: 3_600,
}

/** A program that says nothing for so many seconds is gone. */
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

/** Items of a kind have rows of their own; these say what waits, and what came of it. */
export type Items = {
  queue: QueueName
  /** Items that have no job yet: of one that has, also where it is done, nothing becomes anew. */
  waiting: () => Promise<readonly JobInsert[]>
  giveUp: (id: string) => Promise<unknown>
  fetchOptions?: () => Promise<FetchOptions>
}

/** May come twice for an item whose program ended. Gives the time of the next attempt where there is to be one. */
type Attempt = (item: Item, lane: number) => Promise<Date | null>

/** Makes jobs of what waits and does those that are due, in so many lanes, until none is. */
export async function sendItems(
  { engine, isOver }: Pick<JobContext, 'engine' | 'isOver'>,
  items: Items,
  lanes: number,
  attempt: Attempt,
): Promise<void> {
  await enqueue(engine, items)
  let turn: Promise<Item | undefined> = Promise.resolve(undefined)
  const work = async (lane: number) => {
    while (!isOver()) {
      // One after another: of two that want a job of the same key at once, the engine gives the second none at all.
      turn = turn.then(() => take(engine, items))
      const item = await turn
      if (!item) return
      await settle(engine, items, item, await attempt(item, lane))
    }
  }
  for (const end of await Promise.allSettled(Array.from({ length: lanes }, (_, lane) => work(lane)))) {
    if (end.status === 'rejected') throw end.reason
  }
  await giveUp(engine, items)
}

export async function enqueue(engine: PgBoss, { queue, waiting }: Items): Promise<void> {
  const jobs = (await waiting()).map((job) => ({ ...job, data: { id: job.id } }))
  if (jobs.length > 0) await engine.insert(queue, jobs)
}

export async function take(engine: PgBoss, { queue, fetchOptions }: Items): Promise<Item | undefined> {
  return (await engine.fetch<Item['data']>(queue, await fetchOptions?.()))[0]
}

/** Changes nothing where another program has taken the item over since. */
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
