import 'server-only'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { LRUCache } from 'lru-cache'
import { broadcast, joinBroadcast } from '../instances/broadcast'
import { learnScripts } from '../publish/script-policy'
import { isLinkPage } from '../session/link-query'
import { type Answer, type Build, finishPage, makeCanonical, type Page } from './canonical-page'
import { readPrerendered, type Stored } from './prerendered'
import { expireTags, lastExpired, preciseNow } from './tags'
import { dataCache } from './data-cache'

/** Total size of all pages in bytes. The least recently used are removed first. Memory use is several times as much. */
const maxSize = 24 * 1024 * 1024

const pages = new LRUCache<string, Stored>({ maxSize, sizeCalculation: sizeOf })
let building: Promise<Build> | undefined

/** Next's `cacheHandler`: keeps pages in the one form that is the same for everyone. One instance per request. */
export class PageCache {
  #folder: string
  #began = preciseNow()

  constructor({ serverDistDir }: { serverDistDir: string }) {
    this.#folder = serverDistDir
  }

  async get(key: string, { kind }: { kind: string }): Promise<Stored | null> {
    const stored = pages.get(key) ?? (await this.#readFromBuild(kind, key))
    const tags = stored?.value.headers?.['x-next-cache-tags']
    const isExpired = typeof tags === 'string' && lastExpired(tags.split(',')) >= stored!.lastModified
    return isExpired ? null : stored
  }

  /** @throws for a page that can't be made the same for everyone: it may have another person's query in it */
  async set(key: string, value: Page | Answer | null, { cacheControl }: { cacheControl?: unknown }) {
    const path = pathOf(key)
    if (value?.kind === 'APP_PAGE') await makeCanonical(value, path, await this.#build())
    else if (value?.kind !== 'APP_ROUTE') return
    if (isLinkPage(path) || value.headers?.['set-cookie']) return
    if (isRedirect(value) && !value.headers?.location) {
      pages.delete(key)
      return
    }
    // A change during rendering may be missing from the page, so its age counts from the start of rendering.
    pages.set(key, { value, cacheControl, lastModified: this.#began })
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    expireTags([tags].flat())
    broadcast([tags].flat())
  }

  resetRequestCache(): void {}

  async #readFromBuild(kind: string, key: string): Promise<Stored | null> {
    const path = pathOf(key)
    const stored = isLinkPage(path) ? null : await readPrerendered(this.#folder, kind, key)
    if (!stored) return null
    if (stored.value.kind === 'APP_PAGE') await finishPage(stored.value, path, await this.#build())
    pages.set(key, stored)
    return stored
  }

  #build(): Promise<Build> {
    return (building ??= readBuild(this.#folder))
  }
}

/** When Next renders a page again in the background, a redirect has no response to put its address into. */
const isRedirect = ({ status = 200 }: Page | Answer): boolean => status >= 300 && status < 400

/** The page for missing addresses shows nothing that people wrote. */
async function readBuild(serverFolder: string): Promise<Build> {
  const missing = await readFile(`${serverFolder}/app/_not-found.html`, 'utf8')
  return { scripts: learnScripts(missing), folder: dirname(serverFolder) }
}

/** The path of a page from the key that Next stores it under: `/route-cache/APP_PAGE/<digest of its route>/$<path>`. */
const pathOf = (key: string): string => key.replace(/^\/route-cache\/[^/]+\/[^/]+\/\$/, '')

function sizeOf({ value }: Stored, key: string): number {
  if (value.kind === 'APP_ROUTE') return key.length + value.body.length
  const { html, rscData, segmentData, postponed } = value
  let size = key.length + (html?.length ?? 0) + (rscData?.length ?? 0) + (postponed?.length ?? 0)
  for (const [path, data] of segmentData ?? []) size += path.length + data.length
  return size
}

/** For pages, the setting `cacheHandler` would import the file again on every request (docs/decisions/0014). */
export function registerCaches(): void {
  Object.assign(globalThis, {
    signpostDataCache: dataCache,
    [Symbol.for('@next/cache-handlers')]: { FetchCache: PageCache },
  })
  joinBroadcast(expireTags)
}
