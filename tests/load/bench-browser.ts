import { type Browser, chromium } from 'playwright'
import { browserArguments, findBrowser } from '../support/browser.ts'

type Script = { url: string; bytes: number }
export type BrowserFigures = {
  /** Bytes as they came over the wire, compressed. */
  html: number
  scripts: Script[]
  /** Names of Supabase's packages found in scripts. */
  supabase: string[]
  /** Everything that moved, on a phone and on a desk, with a fast and with a slow connection. */
  layoutShift: number
  /** Milliseconds on a slow phone, in order. */
  largestPaint: number[]
}

const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
const desk = { viewport: { width: 1350, height: 940 } }
const slowMobile = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
}

/** Opens each page as a new visitor: what it loads, how it moves, how soon a slow phone shows it. */
export async function measureInBrowser(addresses: string[], runs: number): Promise<BrowserFigures[]> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
  try {
    const figures: BrowserFigures[] = []
    for (const address of addresses) figures.push(await measurePage(browser, address, runs))
    return figures
  } finally {
    await browser.close()
  }
}

async function measurePage(browser: Browser, address: string, runs: number): Promise<BrowserFigures> {
  const first = await visit(browser, address, desk)
  const fast = await visit(browser, address, phone)
  const slow = []
  for (let run = 0; run < runs; run++) slow.push(await visit(browser, address, phone, true))
  return {
    html: first.html,
    scripts: first.scripts,
    supabase: await findSupabase(first.scripts),
    layoutShift: Math.max(...[first, fast, ...slow].map((one) => one.layoutShift)),
    largestPaint: slow.map((one) => one.largestPaint).toSorted((a, b) => a - b),
  }
}

async function visit(browser: Browser, address: string, device: object, isSlow = false) {
  const context = await browser.newContext(device)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const urls = new Map<string, string>()
    const scripts: Script[] = []
    let html = 0
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script' || (type === 'Document' && html === 0)) urls.set(requestId, response.url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
      const url = urls.get(requestId)
      if (!url) return
      if (url === address) html = bytes
      else scripts.push({ url, bytes })
    })
    await session.send('Network.enable')
    if (isSlow) {
      await session.send('Network.emulateNetworkConditions', slowMobile)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    }
    await page.addInitScript(watchPage)
    await page.goto(address, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(1_000)
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
    return { html, scripts, ...seen }
  } finally {
    await context.close()
  }
}

type Seen = { layoutShift: number; largestPaint: number }

/** Runs in the page, before anything of the page does. */
function watchPage(): void {
  const seen: Seen = { layoutShift: 0, largestPaint: 0 }
  Object.assign(window, { seen })
  const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  watch(
    'layout-shift',
    (entry) => (seen.layoutShift += (entry as PerformanceEntry & { value: number }).value),
  )
  watch('largest-contentful-paint', (entry) => (seen.largestPaint = entry.startTime))
}

async function findSupabase(scripts: Script[]): Promise<string[]> {
  const found: string[] = []
  for (const { url } of scripts) {
    const source = await (await fetch(url)).text()
    for (const name of ['@supabase', 'supabase-js', 'GoTrueClient']) {
      if (source.includes(name)) found.push(`${name} in ${url}`)
    }
  }
  return found
}
