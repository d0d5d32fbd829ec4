import autocannon from 'autocannon'
import { mkdirSync, readFileSync, rmSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'
import { newSearch } from './searches.ts'
import { buildSideBySide } from './side-by-side.ts'

// npm run profile: where the site's processor time goes at full load, for 10 s each: a stored page as the document cache
// and as Next answers it, a new search, and the empty page that a new search is compared with. The profiles open as flame graphs in a browser's developer tools.
const seconds = 10
const folder = join(projectRoot, 'tests/.output/profiles')

/** https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile, times in microseconds. */
type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  samples: number[]
  timeDeltas: number[]
}

/** What a frame belongs to: a package, the site's own code, or what the engine calls itself, like garbage collection. */
function ownerOf({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (!url) return functionName || 'native'
  if (url.startsWith('node:')) return 'node'
  const path = relative(projectRoot, url.replace('file://', ''))
  return /node_modules\/((?:@[^/]+\/)?[^/]+(?:\/dist\/(?:compiled\/)?[^/]+)?)/.exec(path)?.[1] ?? path
}

/** Shares of the busy time, largest first. The profile begins with the process, so only its end is counted. */
function sharesOf({ nodes, samples, timeDeltas }: Profile): [string, number][] {
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, ownerOf(callFrame)]))
  const times = new Map<string, number>()
  let [left, busy] = [seconds * 1_000_000, 0]
  for (let index = samples.length - 1; index >= 0 && left > 0; index--) {
    const owner = owners.get(samples[index]!)!
    left -= timeDeltas[index]!
    if (owner === '(idle)') continue
    busy += timeDeltas[index]!
    times.set(owner, (times.get(owner) ?? 0) + timeDeltas[index]!)
  }
  return [...times]
    .map(([owner, time]): [string, number] => [owner, time / busy])
    .toSorted((a, b) => b[1] - a[1])
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const sides = await buildSideBySide()
try {
  const kinds = {
    stored: ['serveSite', () => '/', {}],
    // The document cache leaves requests with unknown headers to Next.
    'stored-by-next': ['serveSite', () => '/', { 'x-unknown': '1' }],
    search: ['serveSite', newSearch, {}],
    empty: ['serveEmpty', newSearch, {}],
  } as const
  for (const [name, [serve, nextPath, headers]] of Object.entries(kinds)) {
    process.env.NODE_OPTIONS = `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-name=${name}.cpuprofile`
    const site = await sides[serve]()
    const load = (duration: number) =>
      autocannon({
        url: site.address,
        connections: 10,
        duration,
        headers,
        requests: [{ setupRequest: (request) => ({ ...request, path: nextPath() }) }],
      })
    await load(3)
    const { requests } = await load(seconds)
    await site.stop()
    const profile = JSON.parse(readFileSync(join(folder, `${name}.cpuprofile`), 'utf8')) as Profile
    console.log(`\n${name}: ${requests.average} requests/s`)
    for (const [owner, share] of sharesOf(profile).slice(0, 12))
      console.log(`${(share * 100).toFixed(1).padStart(5)} %  ${owner}`)
  }
  console.log(`\n${readdirSync(folder).length} profiles are in ${folder}`)
} finally {
  await sides.end()
}
process.exit(0)
