import { searchPath, type Served } from './side-by-side.ts'
import { type Measured, measure, median, ratio, round } from './throughput.ts'

const warmUps = 2
const rounds = 5
const words = [
  'dark',
  'export',
  'calendar',
  'keyboard',
  'comment',
  'support',
  'theme',
  'search',
  'import',
  'mobile',
]
let asked = 0

/** A query that was never asked before: one word that finds something and one that doesn't. */
export const newSearch = (): string => searchPath(`${words[++asked % words.length]} mode ${asked}`)

/** Answered searches per second: one that was just asked, and each for the first time. */
export async function measureSearches(site: Served, empty: Served) {
  const turns = {
    again: [] as Measured[],
    stored: [] as Measured[],
    first: [] as Measured[],
    made: [] as Measured[],
  }
  const again = searchPath('dark')
  for (let turn = -warmUps; turn < rounds; turn++) {
    const measured = {
      again: await measure(site.address + again, site.pid),
      stored: await measure(`${empty.address}/`, empty.pid),
      first: await measure(site.address, site.pid, {}, newSearch),
      made: await measure(empty.address, empty.pid, {}, newSearch),
    }
    if (turn < 0) continue
    for (const [name, one] of Object.entries(measured)) turns[name as keyof typeof turns].push(one)
  }
  const { again: repeated, stored, first, made } = turns
  // All words together find the most.
  const html = await (await fetch(site.address + searchPath(words.join(' ')))).text()
  return {
    'asked again, requests/s': Math.round(median(repeated.map(({ perSecond }) => perSecond))),
    'asked again to empty stored page (>= 0.85)': ratio(repeated, stored, 'perSecond'),
    'new queries, requests/s': Math.round(median(first.map(({ perSecond }) => perSecond))),
    'new queries to empty page made for each request (>= 0.6)': ratio(first, made, 'perSecond'),
    'new queries, ms of processor (<= 5)': round(
      median(first.map(({ processor }) => processor ?? Number.NaN)) / 1_000,
    ),
    'new queries, p99 ms': Math.round(median(first.map(({ p99 }) => p99))),
    'rows of a long page': html.match(/class="post-row"/g)!.length,
    'its HTML in kB, plain (<= 20)': round(Buffer.byteLength(html) / 1024, 1),
  }
}
