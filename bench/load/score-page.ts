import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { browserArguments, findBrowser } from '../../tests/support/browser.ts'

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Scores = Record<(typeof categories)[number], number>
type Report = {
  categories: Record<string, { score: number }>
  audits: {
    metrics: { details: { items: [Record<string, number>] } }
    'network-requests': { details: { items: { transferSize: number }[] } }
  }
}

const run = promisify(execFile)

/** Lighthouse's scores and times of a page on a phone. npx fetches Lighthouse. */
export async function scorePage(url: string, throttling: string) {
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
  const [metrics] = report.audits.metrics.details.items
  const requests = report.audits['network-requests'].details.items
  return {
    scores,
    largestPaint: metrics.largestContentfulPaint!,
    blocked: metrics.totalBlockingTime!,
    shift: metrics.cumulativeLayoutShift!,
    requests: requests.length,
    bytes: requests.reduce((sum, { transferSize }) => sum + transferSize, 0),
  }
}

export const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1]!)
