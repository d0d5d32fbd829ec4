import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright'
import { phoneSize, slowDown } from './slow-phone.ts'

export type PageWeight = {
  /** Bytes as served, gzip. The styles within the page are part of both `html` and `styles`. */
  html: number
  scripts: number
  styles: number
  /** Whether a script of the Supabase client is among them. */
  hasSupabase: boolean
  /** Cumulative layout shift. */
  shift: number
  /** Median of five loads at a quarter of the processor's speed and slow 4G, in milliseconds. */
  largestPaint: number
}

/** What a visitor's browser loads for a page, and how long it takes on a slow phone. */
export async function weighPage(browser: Browser, url: string): Promise<PageWeight> {
  const text = await (await fetch(url)).text()
  const html = gzipSync(text).length
  const inline = [...text.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, style]) => Buffer.from(style!))
  const page = await browser.newPage({ viewport: phoneSize })
  const files = { script: new Map<string, Promise<Buffer>>(), stylesheet: new Map<string, Promise<Buffer>>() }
  page.on('response', (response) => {
    const kind = response.request().resourceType()
    if (kind === 'script' || kind === 'stylesheet') files[kind].set(response.url(), response.body())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const [scripts, styles] = await Promise.all([
    Promise.all(files.script.values()),
    Promise.all(files.stylesheet.values()),
  ])
  const zipped = (bodies: Buffer[]) => bodies.reduce((sum, body) => sum + gzipSync(body).length, 0)
  await page.close()
  const paints: number[] = []
  let shift = 0
  for (let load = 0; load < 5; load++) {
    const measured = await paintSlowly(browser, url)
    paints.push(measured.largestPaint)
    shift = Math.max(shift, measured.shift)
  }
  return {
    html,
    scripts: zipped(scripts),
    styles: zipped([...styles, ...inline]),
    hasSupabase: scripts.some((body) => /GoTrueClient|PostgrestClient|supabase-js/.test(body.toString())),
    shift,
    largestPaint: paints.toSorted((a, b) => a - b)[2]!,
  }
}

async function paintSlowly(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: phoneSize })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = { shift: 0, largestPaint: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.largestPaint = entry.startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await slowDown(page)
  await page.goto(url, { waitUntil: 'networkidle' })
  const seen = await page.evaluate(
    () => (window as unknown as { seen: { shift: number; largestPaint: number } }).seen,
  )
  await context.close()
  return seen
}
