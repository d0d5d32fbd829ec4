import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { browserArguments, findBrowser } from '../../tests/support/browser.ts'
import { buildSideBySide, publicPaths } from './side-by-side.ts'

// npm run lighthouse [-- turns]: Lighthouse's scores of the public pages and of an empty page, alternating.
// npx downloads Lighthouse.
const turns = Number(process.argv[2] ?? 5)
// "Simulated" is Lighthouse's default: it loads the page at full speed and estimates a phone's time, which multiplies
// any other load on this machine by four. "Applied" slows the browser down and measures.
const throttlings = { simulated: 'simulate', applied: 'devtools' }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Scores = Record<(typeof categories)[number], number>
type Report = {
  categories: Record<string, { score: number }>
  audits: { metrics: { details: { items: [Record<string, number>] } } }
}

const run = promisify(execFile)

async function score(url: string, throttling: string) {
  const { stdout } = await run(
    'npx',
    [
      '--yes',
      'lighthouse@12.8.2',
      url,
      '--quiet',
      '--output=json',
      `--throttling-method=${throttling}`,
      `--only-categories=${categories.join()}`,
      `--chrome-flags=--headless=new ${browserArguments.join(' ')}`,
    ],
    { env: { ...process.env, CHROME_PATH: findBrowser() }, maxBuffer: 2 ** 26, timeout: 120_000 },
  )
  const report = JSON.parse(stdout) as Report
  const scores = Object.fromEntries(
    categories.map((name) => [name, Math.round(report.categories[name]!.score * 100)]),
  ) as Scores
  const { largestContentfulPaint, totalBlockingTime } = report.audits.metrics.details.items[0]
  return { scores, largestPaint: largestContentfulPaint!, blocked: totalBlockingTime! }
}

const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1]!)

const sides = await buildSideBySide()
try {
  const [site, empty] = [await sides.serveSite(), await sides.serveEmpty()]
  const urls = new Map([
    ...publicPaths.map((path) => [path, site.address + path] as const),
    ['an empty page', empty.address] as const,
  ])
  for (const url of urls.values()) await fetch(url)
  for (const [name, throttling] of Object.entries(throttlings)) {
    const results = new Map([...urls.keys()].map((page) => [page, [] as Awaited<ReturnType<typeof score>>[]]))
    for (let turn = 0; turn < turns; turn++) {
      for (const [page, url] of urls) results.get(page)!.push(await score(url, throttling))
    }
    console.log(`\nLighthouse mobile, ${name} throttling, medians of ${turns} (goal 98, 100, 100, 100)`)
    console.table(
      [...results].map(([page, runs]) => ({
        page,
        performance: median(runs.map(({ scores }) => scores.performance)),
        'from, to': `${Math.min(...runs.map(({ scores }) => scores.performance))}, ${Math.max(...runs.map(({ scores }) => scores.performance))}`,
        accessibility: median(runs.map(({ scores }) => scores.accessibility)),
        'best practices': median(runs.map(({ scores }) => scores['best-practices'])),
        seo: median(runs.map(({ scores }) => scores.seo)),
        'largest paint ms': median(runs.map(({ largestPaint }) => largestPaint)),
        'blocked ms': median(runs.map(({ blocked }) => blocked)),
      })),
    )
  }
} finally {
  await sides.end()
}
process.exit(0)
