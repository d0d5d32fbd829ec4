import 'server-only'
import { deletionTag, everythingTag } from '../cache-tags'
import { env } from '../env'
import { log } from '../log'
import { openChangeLog } from './change-log'
import { expireTags } from './expire-tags'

let tell: (tags: string[]) => void = () => {}

/** From now on this instance hears what the others change, when it is told where they meet (`REDIS_URL`). */
export function agreeWithOthers(): void {
  if (!env.REDIS_URL) return
  ;({ tell } = openChangeLog({
    url: env.REDIS_URL,
    key: `signpost:changes:${env.SITE_URL}`,
    everything: [everythingTag(), deletionTag()],
    onChange: expireTags,
    onOutage: ({ message, name }) =>
      log('warn', 'Redis cannot be used; changes reach other instances later.', { reason: message || name }),
  }))
}

/** Something with these tags changed here. */
export function markChanged(tags: string[]): void {
  expireTags(tags)
  tell(tags)
}
