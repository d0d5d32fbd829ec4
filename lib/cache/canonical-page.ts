import { createHash } from 'node:crypto'
import { captchaOrigins, clarityOrigins } from '../publish/content-policy'
import { noteAncestors } from '../publish/limit-framing'
import { framedBy, isEmbedPage } from '../publish/security-headers'
import { withoutNonces, nameScripts } from '../publish/script-policy'
import { env } from '../env'
import { escapeWideCharacters } from './escape-wide-characters'
import { inlineStyles } from './inline-styles'
import { pageWithoutQuery, withoutQuery } from './flight-address'

type Headers = Record<string, undefined | string | string[]>

/** A page as Next renders and stores it. `html` is empty for pages rendered per request. */
export type Page = {
  kind: 'APP_PAGE'
  html: string | null
  rscData?: Buffer
  segmentData?: Map<string, Buffer>
  headers?: Headers
  postponed?: string
  status?: number
}
export type Answer = { kind: 'APP_ROUTE'; body: Buffer; headers?: Headers; status: number }

/** What the build knows: the scripts that pages may run, and the folder with its files. */
export type Build = { scripts: Set<string>; folder: string }

/** Makes a page the same for everyone, or throws. Next puts the request's address, query and nonce into its data. */
export async function makeCanonical(page: Page, path: string, build: Build): Promise<void> {
  const { html, rscData, segmentData, headers } = page
  const clean = (data: Buffer) =>
    withoutQuery(Buffer.from(withoutNonces(data.toString('latin1')), 'latin1'), path)
  if (html) page.html = pageWithoutQuery(withoutNonces(html), path)
  if (rscData) page.rscData = clean(rscData)
  for (const [name, data] of segmentData ?? []) segmentData!.set(name, clean(data))
  // The Link header says what a browser may preload.
  if (headers) page.headers = JSON.parse(withoutNonces(JSON.stringify(headers)))
  await finishPage(page, path, build)
}

const ancestorsIn = (html: string): string =>
  /<meta name="frame-ancestors" content="([^"<>;,]*)"\/>/.exec(html)?.[1] ?? ''

/** Adds what a page needs beside its own content: its styles, its policy and its tag. */
export async function finishPage(page: Page, path: string, { scripts, folder }: Build): Promise<void> {
  // With nothing to send early, a page rendered per request has its own status: 404 or 500.
  page.html ||= null
  if (!page.html || page.headers?.['content-security-policy']) return
  const { NEXT_PUBLIC_CLARITY_ID: id, NEXT_PUBLIC_CLARITY_URL: url, CAPTCHA_PROVIDER } = env
  const styled = await inlineStyles(escapeWideCharacters(page.html), folder)
  const { html, policy } = await nameScripts(styled, scripts, [
    ...clarityOrigins(id, url),
    ...captchaOrigins(CAPTCHA_PROVIDER),
  ])
  page.html = html
  const digest = createHash('sha256').update(html).digest('base64url').slice(0, 22)
  let frames = ''
  if (isEmbedPage(path)) {
    const ancestors = ancestorsIn(html)
    noteAncestors(path, ancestors)
    frames = `${framedBy(ancestors)}; `
  }
  page.headers = { ...page.headers, 'content-security-policy': frames + policy, etag: `W/"${digest}"` }
}
