import type { BrowserFigures } from './bench-browser.ts'
import type { Scores } from './bench-lighthouse.ts'
import type { Load, RequestFigures } from './bench-requests.ts'

export type Row = { page: string; what: string; measured: string; goal: string; ok: boolean }

/** What a page may cost beside an empty page of the same size from the same server. */
export function judgeRequests(figures: RequestFigures): Row[] {
  const rows: Row[] = []
  for (const [page, { site, empty, cache }] of Object.entries(figures.pages)) {
    const rate = median(site.map(({ perSecond }) => perSecond))
    const emptyRate = median(empty.map(({ perSecond }) => perSecond))
    const slowest = median(site.map(({ p99 }) => p99))
    const emptySlowest = median(empty.map(({ p99 }) => p99))
    const failed = site.reduce((sum, one: Load) => sum + one.failed, 0)
    const states = Object.entries(cache).map(([state, times]) => `${state} ${times}`)
    rows.push(
      row(
        page,
        'requests/s, share of empty',
        `${rate.toFixed(0)} of ${emptyRate.toFixed(0)}: ${(rate / emptyRate).toFixed(2)}`,
        '>= 0.8',
        rate / emptyRate >= 0.8,
      ),
      row(
        page,
        'p99 ms, times empty',
        `${slowest} of ${emptySlowest}: ${(slowest / emptySlowest).toFixed(2)}`,
        '<= 1.5',
        slowest / emptySlowest <= 1.5,
      ),
      row(page, 'failed requests', String(failed), '0', failed === 0),
      // Once in thirty seconds a page is made anew while the old one is still served: STALE is no miss.
      row(
        page,
        'x-nextjs-cache',
        states.join(', '),
        'HIT or STALE',
        states.length > 0 && states.every((state) => /^(HIT|STALE)/.test(state)),
      ),
    )
  }
  const share = figures.transactions / figures.requests
  rows.push(
    row(
      'all',
      'transactions per request',
      `${figures.transactions} in ${figures.requests.toFixed(0)}: ${share.toFixed(5)}`,
      '< 0.01',
      share < 0.01,
    ),
    row(
      'all',
      'memory with 50 visitors, MB',
      `${figures.memory.site.toFixed(0)}, empty ${figures.memory.empty.toFixed(0)}`,
      '-',
      true,
    ),
  )
  return rows
}

/** @param pages each page's figures and those of its empty counterpart */
export function judgeBrowser(pages: Record<string, { site: BrowserFigures; empty: BrowserFigures }>): Row[] {
  return Object.entries(pages).flatMap(([page, { site, empty }]) => {
    const weight = sum(site.scripts)
    const floor = sum(empty.scripts)
    const paint = median(site.largestPaint)
    return [
      row(
        page,
        'JavaScript above empty, kB',
        `${kb(weight)} - ${kb(floor)} = ${kb(weight - floor)}`,
        '<= 25',
        weight - floor <= 25_000,
      ),
      row(page, 'HTML, kB', kb(site.html), '<= 30', site.html <= 30_000),
      row(
        page,
        'Supabase in scripts',
        site.supabase.join(', ') || 'none',
        'none',
        site.supabase.length === 0,
      ),
      row(page, 'layout shift', site.layoutShift.toFixed(4), '0', site.layoutShift === 0),
      row(
        page,
        'LCP, slow phone, ms',
        `${paint.toFixed(0)} (empty ${median(empty.largestPaint).toFixed(0)})`,
        '<= 1300',
        paint > 0 && paint <= 1300,
      ),
    ]
  })
}

export function judgeLighthouse(pages: Record<string, Scores>): Row[] {
  const goals = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
  return Object.entries(pages).flatMap(([page, { scores, lost }]) =>
    Object.entries(goals).map(([name, goal]) => {
      const score = scores[name] ?? 0
      const reasons = score < goal ? lost.filter((reason) => reason.startsWith(`${name}:`)) : []
      return row(page, `Lighthouse ${name}`, [score, ...reasons].join(' '), `>= ${goal}`, score >= goal)
    }),
  )
}

function row(page: string, what: string, measured: string, goal: string, ok: boolean): Row {
  return { page, what, measured, goal, ok }
}

function sum(scripts: { bytes: number }[]): number {
  return scripts.reduce((total, { bytes }) => total + bytes, 0)
}

const kb = (bytes: number) => (bytes / 1000).toFixed(1)

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
