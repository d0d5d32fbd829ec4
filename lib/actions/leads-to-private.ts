import 'server-only'
import { env } from '../env'
import { findPlaces, soon } from '../webhook/reach'

/** Whether an address leads into a private network. A name that can't be resolved now may still lead somewhere later. */
export async function leadsToPrivate(address: string): Promise<boolean> {
  const finding = findPlaces(new URL(address), { toLoopback: env.WEBHOOKS_TO_LOOPBACK })
  return (await soon(finding, AbortSignal.timeout(2_000)).catch(() => null)) === 'private'
}
