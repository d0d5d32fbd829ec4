import NextStore from 'next/dist/server/lib/incremental-cache/file-system-cache.js'
import { getMemoryCache } from 'next/dist/server/lib/incremental-cache/memory-cache.external.js'
import { env } from '@/lib/env'
import { isLinkPage } from '@/lib/session/link-query'
import { markChanged } from '@/lib/instances/agree'
import { captchaOrigins } from './captcha'
import { clarityOrigins } from './clarity'
import { pageWithoutQuery, withoutQuery } from './flight-address'
import { narrowPage } from './narrow-page'
import { withoutNonces } from './nonce'
import { learnScripts, nameScripts } from './script-policy'

// Node gives this module of Next whole, a bundle its default.
const FileSystemStore = (NextStore as unknown as { default?: typeof NextStore }).default ?? NextStore
type Context = ConstructorParameters<typeof NextStore>[0]
type Value = Parameters<InstanceType<typeof NextStore>['set']>[1]

let known: Promise<Set<string>> | undefined

/**
 * Next's own store of pages; each page that it keeps says in a header which of its inline scripts may run, and is kept
 * in the form that is sent fastest.
 */
export class PageStore extends FileSystemStore {
  #files: Context
  /** Next makes a store for each request, before it makes the page. */
  #began = performance.timeOrigin + performance.now()

  constructor(files: Context) {
    super(files)
    this.#files = files
  }

  override async get(...given: Parameters<InstanceType<typeof NextStore>['get']>) {
    if (isLinkPage(pathOf(given[0]))) return null
    const entry = await super.get(...given)
    // A page from the build has none yet.
    await this.#addPolicy(entry?.value ?? null)
    sendNothingAhead(entry?.value ?? null)
    return entry
  }

  override async set(...given: Parameters<InstanceType<typeof NextStore>['set']>) {
    const value = given[1]
    // What was read without its empty shell may come back.
    if (value?.kind === 'APP_PAGE') value.html ??= ''
    forgetRequest(pathOf(given[0]), value)
    await this.#addPolicy(value)
    if (isLinkPage(pathOf(given[0]))) return sendNothingAhead(value)
    await super.set(...given)
    this.#dateBack(given[0])
    sendNothingAhead(value)
  }

  override async revalidateTag(tags: string | string[]) {
    markChanged([tags].flat())
  }

  /** What changed while a page was made may be missing from it: it is as old as its beginning, not as its end. */
  #dateBack(key: string): void {
    const entry = getMemoryCache(this.#files.maxMemoryCacheSize!).get(key)
    if (entry) entry.lastModified = this.#began
  }

  /** Changes the value itself: Next sends the same one to whoever asked for a page that was not stored. */
  async #addPolicy(value: Value): Promise<void> {
    if (value?.kind !== 'APP_PAGE' || !value.html) return
    if (value.headers?.['content-security-policy']) return
    const { NEXT_PUBLIC_CLARITY_ID: id, NEXT_PUBLIC_CLARITY_URL: url, CAPTCHA_PROVIDER } = env
    const { html, policy } = await nameScripts(narrowPage(value.html), await (known ??= this.#learn()), [
      ...clarityOrigins(id, url),
      ...captchaOrigins(CAPTCHA_PROVIDER),
    ])
    value.html = html
    value.headers = { ...value.headers, 'content-security-policy': policy }
  }

  /** The page for what does not exist shows nothing that people wrote. */
  async #learn(): Promise<Set<string>> {
    const { fs, serverDistDir } = this.#files
    return learnScripts(await fs.readFile(`${serverDistDir}/app/_not-found.html`, 'utf8'))
  }
}

/**
 * Makes Next keep pages so. Its setting `cacheHandler` would do the same, but imports the file anew for every request,
 * which costs a tenth of the requests a second; where a host puts a store of its own, Next looks only once.
 */
export function storePages(): void {
  Object.assign(globalThis, { [Symbol.for('@next/cache-handlers')]: { FetchCache: PageStore } })
}

/** The path of a page by the key that Next stores it under: `/route-cache/APP_PAGE/<digest of its route>/$<path>`. */
const pathOf = (key: string): string => key.replace(/^\/route-cache\/[^/]+\/[^/]+\/\$/, '')

/**
 * Next writes the address of the request that a page was made for into its data, with the whole query, and its nonce.
 * Whatever is stored is answered to everybody, so it names its own path instead, and no nonce. As with the policy, the
 * value itself is changed: whoever else waited for the page gets the same.
 */
function forgetRequest(path: string, value: Value): void {
  if (value?.kind !== 'APP_PAGE') return
  const { html, rscData, segmentData, headers } = value
  const clean = (data: Buffer) =>
    withoutQuery(Buffer.from(withoutNonces(data.toString('latin1')), 'latin1'), path)
  if (html) value.html = pageWithoutQuery(withoutNonces(html), path)
  if (rscData) value.rscData = clean(rscData)
  // The header Link names what a browser may load ahead.
  if (headers) value.headers = JSON.parse(withoutNonces(JSON.stringify(headers)))
  for (const [name, data] of segmentData ?? []) segmentData!.set(name, clean(data))
}

/**
 * A page made for each request is stored as a shell without any text. Next would send even that ahead, with status 200;
 * when there is nothing to send ahead, the status is the page's own: 404 or 500. As with the policy, the value itself
 * is changed.
 */
function sendNothingAhead(value: Value): void {
  if (value?.kind === 'APP_PAGE' && value.html === '') value.html = null as never
}
