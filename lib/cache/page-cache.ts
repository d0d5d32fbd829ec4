import 'server-only'
import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { broadcast, joinBroadcast } from '../instances/broadcast'
import { learnScripts } from '../publish/script-policy'
import { isLinkPage } from '../session/link-query'
import { addPolicy, type Answer, makeCanonical, type Page } from './canonical-page'
import { readPrerendered, type Stored } from './prerendered'
import { expireTags, lastExpired, preciseNow } from './tags'
import { dataCache } from './data-cache'

/** Bytes of all pages together; the least recently used go first. What is kept takes up several times as much. */
const maxSize = 16 * 1024 * 1024

const pages = new LRUCache<string, Stored>({ maxSize, sizeCalculation: sizeOf })
let scripts: Promise<Set<string>> | undefined

/**
 * Keeps pages and answers of route handlers (Next's `cacheHandler`), each only in the one form that is for everybody
 * (canonical-page.ts). Next opens one for each request, before it makes the page.
 */
export class PageCache {
  #folder: string
  #began = preciseNow()

  /** @param options.serverDistDir the server's part of the build */
  constructor({ serverDistDir }: { serverDistDir: string }) {
    this.#folder = serverDistDir
  }

  async get(key: string, { kind }: { kind: string }): Promise<Stored | null> {
    if (isLinkPage(pathOf(key))) return null
    const stored = pages.get(key) ?? (await this.#readFromBuild(kind, key))
    const tags = stored?.value.headers?.['x-next-cache-tags']
    const isExpired = typeof tags === 'string' && lastExpired(tags.split(',')) >= stored!.lastModified
    return isExpired ? null : stored
  }

  /** @throws for a page in a form that cannot be made everybody's: better none than one with another's query in it */
  async set(key: string, value: Page | Answer | null, { cacheControl }: { cacheControl?: unknown }) {
    const path = pathOf(key)
    if (value?.kind === 'APP_PAGE') await makeCanonical(value, path, await this.#scripts())
    else if (value?.kind !== 'APP_ROUTE') return
    if (isLinkPage(path) || value.headers?.['set-cookie']) return
    // What changed while a page was made may be missing from it: it is as old as its beginning.
    pages.set(key, { value, cacheControl, lastModified: this.#began })
  }

  async revalidateTag(tags: string | string[]): Promise<void> {
    expireTags([tags].flat())
    broadcast([tags].flat())
  }

  resetRequestCache(): void {}

  async #readFromBuild(kind: string, key: string): Promise<Stored | null> {
    const stored = await readPrerendered(this.#folder, kind, key)
    if (!stored) return null
    if (stored.value.kind === 'APP_PAGE') await addPolicy(stored.value, await this.#scripts(), pathOf(key))
    pages.set(key, stored)
    return stored
  }

  /** The page for what does not exist shows nothing that people wrote. */
  #scripts(): Promise<Set<string>> {
    return (scripts ??= readFile(`${this.#folder}/app/_not-found.html`, 'utf8').then(learnScripts))
  }
}

/** The path of a page by the key that Next stores it under: `/route-cache/APP_PAGE/<digest of its route>/$<path>`. */
const pathOf = (key: string): string => key.replace(/^\/route-cache\/[^/]+\/[^/]+\/\$/, '')

function sizeOf({ value }: Stored, key: string): number {
  if (value.kind === 'APP_ROUTE') return key.length + value.body.length
  const { html, rscData, segmentData, postponed } = value
  let size = key.length + (html?.length ?? 0) + (rscData?.length ?? 0) + (postponed?.length ?? 0)
  for (const [path, data] of segmentData ?? []) size += path.length + data.length
  return size
}

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
