import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'

/** About 2 MB. An instance that missed more changes refreshes everything. */
const kept = 10_000
/** Seconds after the last change until the log is removed, if the site is gone. */
const lifetime = 7 * 24 * 3_600
const mostUntold = 200
/** In milliseconds: how long Redis may be silent until it counts as unreachable, and how long to wait for a change. */
const timeout = 5_000
const listening = 1_000
const pause = 250

type Options = {
  url: string
  key: string
  everything: string[]
  onChange: (tags: string[]) => void
  onOutage: (error: Error) => void
}

type Entry = { id: string; message: { from?: string; tags?: string } }

/** A stream of Redis or Valkey. No one waits for Redis: what can't be sent now is sent later. */
export function openChangeLog({ url, key, everything, onChange, onOutage }: Options) {
  const self = randomUUID()
  const untold = new Set<string>()
  const troubles = new Set<'telling' | 'hearing'>()
  let last = '0-0'
  let isTelling = false

  const writer = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: listening,
    socket: { connectTimeout: 2 * timeout, socketTimeout: timeout, reconnectStrategy: pause },
  })
  const reader = writer.duplicate({ pingInterval: 0 })
  writer.on('error', (error: Error) => fail('telling', error)).on('ready', () => void sendUntold())
  reader.on('error', (error: Error) => fail('hearing', error))

  function fail(who: 'telling' | 'hearing', error: Error): void {
    if (troubles.size === 0 && reader.isOpen) onOutage(error)
    troubles.add(who)
  }

  function tell(tags: string[]): void {
    for (const tag of tags) untold.add(tag)
    if (untold.size > mostUntold) {
      untold.clear()
      for (const tag of everything) untold.add(tag)
    }
    void sendUntold()
  }

  async function sendUntold(): Promise<void> {
    if (isTelling || !writer.isReady) return
    isTelling = true
    let telling: string[] = []
    try {
      while (untold.size > 0) {
        telling = [...untold]
        untold.clear()
        await writer
          .multi()
          .xAdd(
            key,
            '*',
            { from: self, tags: telling.join(',') },
            { TRIM: { strategy: 'MAXLEN', strategyModifier: '~', threshold: kept } },
          )
          .expire(key, lifetime)
          .exec()
      }
      troubles.delete('telling')
    } catch (error) {
      fail('telling', error as Error)
      setTimeout(() => tell(telling), pause).unref()
    } finally {
      isTelling = false
    }
  }

  async function hear(): Promise<void> {
    let isSure = false
    while (reader.isOpen) {
      try {
        const entries = isSure ? await nextEntries() : await missedEntries()
        troubles.delete('hearing')
        isSure = true
        take(entries)
      } catch (error) {
        isSure = false
        fail('hearing', error as Error)
        await wait(pause)
      }
    }
  }

  async function nextEntries(): Promise<Entry[]> {
    const answer = (await reader.xRead({ key, id: last }, { BLOCK: listening })) as
      { messages: Entry[] }[] | null
    return answer?.[0]?.messages ?? []
  }

  /** If the last change received is no longer in the log, later ones may be missing as well. */
  async function missedEntries(): Promise<Entry[]> {
    const [known, ...missed] = (await reader.xRange(key, last, '+')) as Entry[]
    if (last === '0-0') return known ? [known, ...missed] : []
    if (known?.id === last) return missed
    onChange(everything)
    last = '0-0'
    return missedEntries()
  }

  function take(entries: Entry[]): void {
    const tags = entries.flatMap(({ message }) =>
      message.from === self ? [] : (message.tags?.split(',') ?? []),
    )
    if (tags.length > 0) onChange([...new Set(tags)])
    last = entries.at(-1)?.id ?? last
  }

  // Both retry for as long as it takes, and report errors in an event.
  writer.connect().catch(() => {})
  reader.connect().then(hear, () => {})
  return {
    tell,
    close(): void {
      for (const client of [reader, writer]) client.destroy()
    },
  }
}
