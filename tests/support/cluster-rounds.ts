import { setTimeout as wait } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { Cluster, Instance } from './cluster.ts'
import { type Member, type Post, vote, votesShown } from './crowd.ts'

/** Which vote counts a post's page must show, and since when: votes that were acknowledged. */
type History = { post: Post; votes: { at: number; count: number }[] }

const countAt = ({ votes }: History, time: number) => votes.findLast(({ at }) => at <= time)?.count ?? 0

export type Changes = {
  changes: number
  /** How many readers of the other instance saw the change within a second, and how long the slowest waited (ms). */
  withinSecond: number
  slowest: number
  /** How often the instance that made the change didn't show it at once. */
  notOwn: number
  /** How many answers there were, and how many showed data older than a second (two and a half through the proxy). */
  answers: number
  staleAnswers: number
  answersThroughProxy: number
  staleThroughProxy: number
  /** Pages that show another count than the database at the end. */
  wrongAtEnd: number
}

/**
 * Votes through each instance in turn and looks for the vote on the other, while readers request the same pages from
 * both and through the proxy.
 */
export async function measureChanges(
  { site, instances }: Cluster,
  members: Member[],
  posts: Post[],
  { workers = 4, readers = 4 } = {},
): Promise<Changes> {
  const histories = posts.map((post): History => ({ post, votes: [] }))
  const seen: Changes = {
    changes: 0,
    withinSecond: 0,
    slowest: 0,
    notOwn: 0,
    answers: 0,
    staleAnswers: 0,
    answersThroughProxy: 0,
    staleThroughProxy: 0,
    wrongAtEnd: 0,
  }
  const over = new AbortController()

  async function read(reader: number): Promise<void> {
    for (let turn = reader; !over.signal.aborted; turn++) {
      const history = histories[Math.floor(Math.random() * histories.length)]!
      const isProxied = turn % 3 === 0
      const wanted = countAt(history, performance.now() - (isProxied ? 2_500 : 1_000))
      const shown = await votesShown(
        isProxied ? site : instances[turn % instances.length]!.address,
        history.post,
      )
      if (isProxied) {
        seen.answersThroughProxy++
        if (shown < wanted) seen.staleThroughProxy++
      } else {
        seen.answers++
        if (shown < wanted) seen.staleAnswers++
      }
    }
  }

  async function change(own: History[], first: number): Promise<void> {
    let turn = first
    for (const member of members) {
      for (const history of own) {
        const [writer, other] = [instances[turn % 2]!, instances[++turn % 2]!]
        await vote(writer.address, member, history.post)
        const at = performance.now()
        const count = (history.votes.at(-1)?.count ?? 0) + 1
        history.votes.push({ at, count })
        let asked = performance.now()
        while ((await votesShown(other.address, history.post)) < count) {
          if (asked - at > 40_000) throw new Error("A change wasn't shown within 40 seconds.")
          await wait(5)
          asked = performance.now()
        }
        seen.changes++
        seen.slowest = Math.max(seen.slowest, Math.round(performance.now() - at))
        if (asked - at <= 1_000) seen.withinSecond++
        if ((await votesShown(writer.address, history.post)) < count) seen.notOwn++
      }
    }
  }

  const reading = Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)))
  const parts = Array.from({ length: workers }, (_, worker) =>
    histories.filter((_, index) => index % workers === worker),
  )
  await Promise.all(parts.map(change))
  over.abort()
  await reading
  await wait(2_500)
  for (const { post } of histories) {
    for (const address of [site, ...instances.map((instance) => instance.address)]) {
      if ((await votesShown(address, post)) !== members.length) seen.wrongAtEnd++
    }
  }
  return seen
}

export type Load = {
  requests: number
  failed: string[]
  /** Answers that had begun when their instance was killed; no other instance can send the rest. */
  cutOff: number
  /** Acknowledged votes, and how long the slowest took, in milliseconds. */
  votes: { name: string; post: number }[]
  slowestVote: number
}

/** Visitors read and members vote through the proxy while `happens` runs, which gets the results so far. */
export async function loadWhile(
  { site }: Cluster,
  members: Member[],
  posts: Post[],
  happens: (soFar: Load) => Promise<void>,
): Promise<Load> {
  const load: Load = { requests: 0, failed: [], cutOff: 0, votes: [], slowestVote: 0 }
  const over = new AbortController()
  const attempt = async (what: string, ask: () => Promise<unknown>) => {
    load.requests++
    await ask().catch((error: Error) => {
      if (error.message === 'aborted') load.cutOff++
      else load.failed.push(`${what}: ${error.message} ${error.cause ?? ''}`)
    })
  }
  const visitor = async (_: unknown, index: number) => {
    for (let turn = index; !over.signal.aborted; turn++) {
      await attempt('read', () => votesShown(site, posts[turn % posts.length]!))
    }
  }
  const member = async (each: Member) => {
    for (const post of posts) {
      if (over.signal.aborted) return
      await attempt('vote', async () => {
        const start = performance.now()
        await vote(site, each, post)
        load.votes.push({ name: each.name, post: post.id })
        load.slowestVote = Math.max(load.slowestVote, Math.round(performance.now() - start))
      })
      await wait(50)
    }
  }
  const running = Promise.all([...Array.from({ length: 4 }, visitor), ...members.map(member)])
  await happens(load)
  over.abort()
  await running
  return load
}

/** Acknowledged votes that aren't in the database. */
export async function countLost(sql: Sql, votes: Load['votes']): Promise<number> {
  const kept = await sql<{ name: string; post: number }[]>`
    select p.name, v.post_id::integer as post from public.votes v join public.profiles p on p.id = v.user_id`
  const all = new Set(kept.map(({ name, post }) => `${name} ${post}`))
  return votes.filter(({ name, post }) => !all.has(`${name} ${post}`)).length
}

/** Kills an instance, leaves it down for a while and waits until it is back. */
export async function killAndRestart(instance: Instance, away = 1_500): Promise<void> {
  await wait(500)
  await instance.kill()
  await wait(away)
  await instance.start()
  await wait(1_000)
}

/** Sends SIGTERM to an instance, as systemd and Docker do, and restarts it. Returns how long it took to end, in ms. */
export async function endAndRestart(instance: Instance): Promise<number> {
  await wait(500)
  const start = performance.now()
  await instance.stop()
  const took = Math.round(performance.now() - start)
  await instance.start()
  await wait(1_000)
  return took
}
