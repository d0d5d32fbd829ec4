import autocannon from 'autocannon'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { buildSideBySide, searchPath } from './side-by-side.ts'

// npm run memory [-- <requests>]: the memory of the site's process during and after 16,000 requests, each to another
// address: posts and searches.
const posts = Number(process.argv[2] ?? 16_000) / 2

/** A process's current and peak memory in MB. */
function memoryOf(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (field: string) =>
    Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)![1]) / 1024)
  return { now: read('VmRSS'), highest: read('VmHWM') }
}

const sides = await buildSideBySide()
try {
  const sql = postgres(sides.backend.databaseUrl, { max: 1, onnotice: () => {} })
  const rows = await sql<{ slug: string }[]>`
    insert into public.posts (category_id, title, details)
    select c.id, 'Memory ' || n, repeat('A line of **text** that says something. ', 40)
    from public.categories c, generate_series(1, ${posts}) n where c.slug = 'new-features' returning slug`
  await sql.end()
  const paths = rows.flatMap(({ slug }, n) => [`/new-features/${slug}`, searchPath(`${n}`)])
  const site = await sides.serveSite()
  const atStart = memoryOf(site.pid).now
  const during: number[] = []
  let asked = 0
  const next = () => {
    if (asked % (paths.length / 10) === 0) during.push(memoryOf(site.pid).now)
    return paths[asked++ % paths.length]!
  }
  const { requests, errors, non2xx } = await autocannon({
    url: site.address,
    connections: 10,
    amount: paths.length,
    requests: [{ setupRequest: (request) => ({ ...request, path: next() }) }],
  })
  await wait(30_000)
  const { now, highest } = memoryOf(site.pid)
  console.table({ 'MB at the start': atStart, 'MB at the highest': highest, 'MB after 30 s of rest': now })
  console.log(`MB after each tenth of the requests: ${during.slice(1).join(', ')}, ${now}`)
  const growth = during.at(-1)! / during[5]!
  console.log(
    `after nine tenths to after half (<= 1.1): ${growth.toFixed(2)}${growth <= 1.1 ? '' : ': MISSED'}`,
  )
  console.log(`${requests.total} requests, ${errors} errors, ${non2xx} not answered with 2xx`)
} finally {
  await sides.end()
}
process.exit(0)
