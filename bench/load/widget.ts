import { serveHostPage } from '../../tests/support/host-page.ts'
import { median, scorePage } from './score-page.ts'
import { buildSideBySide } from './side-by-side.ts'

// npm run widget [-- turns]: Lighthouse's scores of a plain page of another site, with and without the widget, by turns.
const turns = Number(process.argv[2] ?? 5)

const rows = Array.from({ length: 40 }, (_, i) => `<tr><td>INV-${i}<td>Customer ${i}<td>${i * 120} EUR`)
const pageWith = (script: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="description" content="A page of another site"><title>Invoices</title></head>
<body><main><h1>Invoices</h1><table>${rows.join('')}</table></main>${script}</body></html>`

const sides = await buildSideBySide()
try {
  const { address } = await sides.serveSite()
  const script = `<script src="${address}/widget.js" async></script>`
  const pages = {
    without: await serveHostPage({ html: pageWith('') }),
    with: await serveHostPage({ html: pageWith(script) }),
  }
  for (const throttling of ['simulate', 'devtools']) {
    const results = Object.keys(pages).map(
      (name) => [name, [] as Awaited<ReturnType<typeof scorePage>>[]] as const,
    )
    for (let turn = 0; turn < turns; turn++)
      for (const [name, runs] of results)
        runs.push(await scorePage(pages[name as keyof typeof pages].url, throttling))
    console.log(`\nLighthouse mobile, ${throttling}, medians of ${turns}`)
    console.table(
      results.map(([widget, runs]) => ({
        widget,
        performance: median(runs.map(({ scores }) => scores.performance)),
        accessibility: median(runs.map(({ scores }) => scores.accessibility)),
        'largest paint ms': median(runs.map(({ largestPaint }) => largestPaint)),
        'blocked ms': median(runs.map(({ blocked }) => blocked)),
        'layout shift': Math.max(...runs.map(({ shift }) => shift)),
        requests: median(runs.map(({ requests }) => requests)),
        bytes: median(runs.map(({ bytes }) => bytes)),
      })),
    )
  }
  await Promise.all(Object.values(pages).map(({ stop }) => stop()))
} finally {
  await sides.end()
}
process.exit(0)
