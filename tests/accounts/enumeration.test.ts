import { expect, test } from 'vitest'
import { rankDistance } from '../support/rank-distance'
import { createAccount } from './project'
import { newEmail, password, visitor } from './visitor'

// Give the project a slow mail server, one that refuses, or a used-up quota: the test must not show a difference.
const tries = Number(process.env.TEST_TRIES ?? 200)
const atOnce = 10

test("signing up doesn't reveal whether the address has an account", async () => {
  const known = Array.from({ length: tries }, newEmail)
  for (let first = 0; first < tries; first += atOnce) {
    await Promise.all(known.slice(first, first + atOnce).map((email) => createAccount(email, password)))
  }
  const times: Record<string, number[]> = { known: [], unknown: [] }
  const answers: Record<string, Set<string>> = { known: new Set(), unknown: new Set() }

  async function ask(kind: 'known' | 'unknown', email: string): Promise<void> {
    const { result, status, headers, time } = await visitor().signUp(email)
    times[kind]!.push(time)
    const cookies = headers.getSetCookie().map((cookie) => cookie.split('=')[0])
    answers[kind]!.add(JSON.stringify([status, result, cookies]))
  }

  for (let first = 0; first < tries; first += atOnce / 2) {
    const some = known.slice(first, first + atOnce / 2)
    // Alternate, so that nothing but the account makes a difference.
    const pairs = some.flatMap((email, index) => {
      const pair = [() => ask('known', email), () => ask('unknown', newEmail())]
      return index % 2 ? pair : pair.toReversed()
    })
    await Promise.all(pairs.map((run) => run()))
  }
  const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[values.length / 2]!)
  const distance = rankDistance(times.known!, times.unknown!)
  console.log(
    `with an account ${median(times.known!)} ms, without ${median(times.unknown!)} ms, rank distance ${distance.toFixed(2)}`,
  )
  expect([...answers.known!]).toEqual([...answers.unknown!])
  expect(answers.known!.size).toBe(1)
  expect(Math.abs(distance)).toBeLessThan(3)
})
