import { median, scorePage } from './score-page.ts'
import { buildSideBySide, publicPaths } from './side-by-side.ts'

// npm run lighthouse [-- turns]: Lighthouse's scores of the public pages and of an empty page, alternating.
const turns = Number(process.argv[2] ?? 5)
// "Simulated" is Lighthouse's default: it loads the page at full speed and estimates a phone's time, which multiplies
// any other load on this machine by four. "Applied" slows the browser down and measures.
const throttlings = { simulated: 'simulate', applied: 'devtools' }

const sides = await buildSideBySide()
try {
  const [site, empty] = [await sides.serveSite(), await sides.serveEmpty()]
  const urls = new Map([
    ...publicPaths.map((path) => [path, site.address + path] as const),
    ['an empty page', empty.address] as const,
  ])
  for (const url of urls.values()) await fetch(url)
  for (const [name, throttling] of Object.entries(throttlings)) {
    const results = new Map(
      [...urls.keys()].map((page) => [page, [] as Awaited<ReturnType<typeof scorePage>>[]]),
    )
    for (let turn = 0; turn < turns; turn++) {
      for (const [page, url] of urls) results.get(page)!.push(await scorePage(url, throttling))
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
