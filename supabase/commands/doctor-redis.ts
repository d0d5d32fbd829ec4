import { randomUUID } from 'node:crypto'
import { openChangeLog } from '../../lib/instances/change-log.ts'
import { broken, fine, type Finding } from './doctor-checks.ts'

const patience = 5_000

/** Whether what one instance changes is heard by another one. */
export async function checkRedis(url?: string): Promise<Finding> {
  if (!url)
    return fine(
      'There is no REDIS_URL: right for one instance; several would show pages up to 30 seconds old.',
    )
  const tag = randomUUID()
  const { promise: heard, resolve, reject } = Promise.withResolvers<void>()
  const options = { url, key: 'signpost:doctor', everything: ['everything'], onOutage: reject }
  const other = openChangeLog({ ...options, onChange: (tags) => tags.includes(tag) && resolve() })
  const one = openChangeLog({ ...options, onChange: () => {} })
  const start = performance.now()
  one.tell([tag])
  const timer = setTimeout(() => reject(new Error('it does not answer')), patience)
  try {
    await heard
    return fine(
      `What one instance changes, another one hears through Redis in ${Math.round(performance.now() - start)} ms.`,
    )
  } catch (error) {
    return broken(
      `Redis cannot be used (${(error as Error).message || (error as Error).name}): pages are up to 30 seconds old on other instances.`,
      'Check REDIS_URL, that Redis or Valkey runs there, and that its user may read and write signpost:*.',
    )
  } finally {
    clearTimeout(timer)
    for (const log of [one, other]) log.close()
  }
}
