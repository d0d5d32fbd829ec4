import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { browserArguments, findBrowser } from '../support/browser.ts'

export type Scores = { scores: Record<string, number>; lost: string[] }

/** Lighthouse's four scores for a phone, the median of several runs, and the checks that cost points. */
export async function measureWithLighthouse(address: string, runs: number): Promise<Scores> {
  const all: Record<string, number[]> = {}
  const lost = new Set<string>()
  for (let run = 0; run < runs; run++) {
    const chrome = await launch({
      chromePath: findBrowser(),
      chromeFlags: ['--headless=new', ...browserArguments],
    })
    try {
      const result = await lighthouse(address, { port: chrome.port, output: 'json', logLevel: 'error' })
      const { categories, audits } = result!.lhr
      for (const [name, { score, auditRefs }] of Object.entries(categories)) {
        ;(all[name] ??= []).push(Math.round((score ?? 0) * 100))
        for (const { id, weight } of auditRefs) {
          const audit = audits[id]!
          if (weight > 0 && audit.score !== null && audit.score < 1)
            lost.add(`${name}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`)
        }
      }
    } finally {
      chrome.kill()
    }
  }
  const scores = Object.fromEntries(
    Object.entries(all).map(([name, values]) => [
      name,
      values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!,
    ]),
  )
  return { scores, lost: [...lost] }
}
