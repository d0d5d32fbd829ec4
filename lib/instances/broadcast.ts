import 'server-only'
import { deletionTag, everythingTag } from '../cache-tags'
import { env } from '../env'
import { log } from '../log'
import { openChangeLog } from './change-log'

let tell: (tags: string[]) => void = () => {}

/** Only if the instances share a Redis (`REDIS_URL`). `onChange` gets what another instance changed. */
export function joinBroadcast(onChange: (tags: string[]) => void): void {
  if (!env.REDIS_URL) return
  ;({ tell } = openChangeLog({
    url: env.REDIS_URL,
    key: `signpost:changes:${env.SITE_URL}`,
    everything: [everythingTag(), deletionTag()],
    onChange,
    onOutage: ({ message, name }) =>
      log('warn', 'Redis cannot be used; changes reach other instances later.', { reason: message || name }),
  }))
}

export function broadcast(tags: string[]): void {
  tell(tags)
}
