import { readFile, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Answer, Page } from './canonical-page'

type Meta = {
  headers?: Page['headers']
  status?: number
  postponed?: string
  segmentPaths?: string[]
  cacheControl?: unknown
  /** `isFallback`: a route's shell without its parameters. No route of the site shows one. */
  routeCache?: { key: string; isFallback: boolean }
}

export type Stored = { value: Page | Answer; lastModified: number; cacheControl?: unknown }

/** A page from the build; null if there is none. Next stores them next to their route, their metadata has the key. */
export async function readPrerendered(folder: string, kind: string, key: string): Promise<Stored | null> {
  const root = join(folder, 'app')
  const file = join(root, key.slice(key.indexOf('/$/') + 2))
  if (!key.includes('/$/') || !file.startsWith(root + sep)) return null
  try {
    const meta = JSON.parse(await readFile(`${file}.meta`, 'utf8')) as Meta
    if (meta.routeCache?.key !== key || meta.routeCache.isFallback) return null
    const isPage = kind === 'APP_PAGE'
    const value = isPage ? await readPage(file, meta) : await readAnswer(file, meta)
    const { mtimeMs } = await stat(isPage ? `${file}.html` : `${file}.body`)
    return { value, lastModified: mtimeMs, cacheControl: meta.cacheControl }
  } catch {
    return null
  }
}

async function readPage(file: string, { headers, status, postponed, segmentPaths }: Meta): Promise<Page> {
  const segments = segmentPaths?.map(
    async (path) => [path, await readFile(`${file}.segments${path}.segment.rsc`)] as const,
  )
  return {
    kind: 'APP_PAGE',
    html: await readFile(`${file}.html`, 'utf8'),
    // A page that is rendered per request has no .rsc file.
    rscData: postponed == null ? await readFile(`${file}.rsc`) : undefined,
    segmentData: segments && new Map(await Promise.all(segments)),
    headers,
    status,
    postponed,
  }
}

async function readAnswer(file: string, { headers, status = 200 }: Meta): Promise<Answer> {
  return { kind: 'APP_ROUTE', body: await readFile(`${file}.body`), headers, status }
}
