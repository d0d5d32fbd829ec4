import { joinBroadcast } from '../instances/broadcast'
import { dataCache } from './data-cache'
import { PageCache } from './page-cache'
import { expireTags } from './tags'

/**
 * From now on Next keeps results of 'use cache' and pages here. It reaches the first by its setting `cacheHandlers`
 * (data-handler.mjs). Its setting `cacheHandler`, for pages, imports the file again for every request, which costs more
 * than the rest of the cache; where a host sets this symbol, Next looks only once (docs/decisions/0014-a-cache-of-our-own.md).
 */
export function registerCaches(): void {
  Object.assign(globalThis, {
    signpostDataCache: dataCache,
    [Symbol.for('@next/cache-handlers')]: { FetchCache: PageCache },
  })
  joinBroadcast(expireTags)
}
