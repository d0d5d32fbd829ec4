import { boundedFetch } from './bounded-fetch'
import { recall, remember } from './last-answers'

/** How long a read may take; less once several in a row failed, so that not every page waits. In milliseconds. */
const patience = 10_000
const patienceInOutage = 3_000
const isOutage = () => failures > 2
let failures = 0

/**
 * A fetch for public reads that outlives an outage: when the backend cannot be reached or fails, the last answer to
 * the same question stands in for it, so that stored pages go on being made for as long as it takes.
 */
export const steadyFetch: typeof fetch = async (input, init) => {
  const question = `${init?.method ?? 'GET'} ${String(input)} ${String(init?.body ?? '')}`
  const response = await ask(input, init).catch((error: unknown) => error as Error)
  if (response instanceof Error || response.status >= 500) {
    failures++
    const last = recall(question)
    if (last) return last
    if (response instanceof Error) throw response
    return response
  }
  failures = 0
  if (!response.ok) return response
  const { status, headers } = response
  const body = await response.text()
  remember(question, { status, headers: [...headers], body })
  return new Response(body, { status, headers })
}

/** Asks once more at once when the connection broke: the backend may only have closed one that was kept open. */
async function ask(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const signal = AbortSignal.timeout(isOutage() ? patienceInOutage : patience)
  return boundedFetch(input, { ...init, signal }).catch((error) => {
    if (signal.aborted) throw error
    return boundedFetch(input, { ...init, signal })
  })
}
