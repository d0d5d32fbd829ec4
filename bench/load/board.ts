import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { projectRoot } from '../../supabase/local/backend.ts'
import { startTestBackend } from '../../tests/support/start-backend.ts'
import { listTables, readRows } from '../../tests/support/table-rows.ts'
import { parts } from '../../lib/transfer/board/parts.ts'
import { seedLarge } from './seed-large.ts'

// npm run board -- <posts>: exports a board with this many posts (ten votes and three comments each), imports it into
// an empty instance with several kill -9 on the way, and reports times and memory. Then imports one post with 16,000
// comments.
const posts = Number(process.argv[2] ?? 10_000)
const folder = mkdtempSync(join(tmpdir(), 'signpost-board-'))
const zip = join(folder, 'board.zip')
const from = await startTestBackend(join(folder, 'from'))
const to = await startTestBackend(join(folder, 'to'))
const [source, target] = [from, to].map(({ databaseUrl }) =>
  postgres(databaseUrl, { max: 2, onnotice: () => {} }),
) as [postgres.Sql, postgres.Sql]

/** Runs a command and returns its seconds and peak memory in MB. Kills it after `most` seconds. */
async function run(backend: typeof from, args: string[], most?: number) {
  const began = performance.now()
  const env = {
    ...process.env,
    DATABASE_URL: backend.databaseUrl,
    NEXT_PUBLIC_SUPABASE_URL: backend.url,
    SUPABASE_SECRET_KEY: backend.secretKey,
  }
  const [name, ...rest] = args
  const child = spawn(process.execPath, [join(projectRoot, `supabase/commands/${name}.ts`), ...rest], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let memory = 0
  const look = setInterval(() => {
    const [, peak] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    memory = Math.max(memory, Number(peak ?? 0) / 1024)
    if (most && performance.now() - began > most * 1000) child.kill('SIGKILL')
  }, 50)
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  clearInterval(look)
  const seconds = Math.round((performance.now() - began) / 100) / 10
  return { code, seconds, megabytes: Math.round(memory) }
}

try {
  console.log('filled', await seedLarge(source, { posts }))
  console.log(
    'export',
    await run(from, ['export', '--out', zip]),
    `${Math.round(statSync(zip).size / 1e6)} MB`,
  )
  let kills = 0
  let last = await run(to, ['import', zip], 5)
  while (last.code === null && kills < 5) last = await run(to, ['import', zip], 5 * ++kills)
  console.log(`import, after ${kills} times kill -9`, last.code === 0 ? last : await run(to, ['import', zip]))
  for (const table of await listTables(source)) {
    if (!parts.some((part) => part.table === table.name)) continue
    // Reading row by row would take more memory than the commands being measured.
    const sum = (sql: postgres.Sql) =>
      sql.unsafe(
        `select count(*), sum(hashtextextended(to_jsonb(t)::text, 0)) from (select ${table.columns.map((one) => `"${one}"`).join(', ')} from ${table.name}) t`,
      )
    const [[here], [there]] = await Promise.all([sum(source), sum(target)])
    const isSame = JSON.stringify(here) === JSON.stringify(there)
    console.log(`${isSame ? 'same' : 'DIFFERS'} ${table.name}: ${here!.count} rows`)
    if (!isSame && Number(here!.count) < 1000) console.log(await readRows(target, table))
  }
  const comments = Array.from({ length: 16_000 }, (_, i) => ({
    author: `user-${i % 50}`,
    body: `Number ${i}`,
    created_at: '2025-03-01',
  }))
  const line = { id: 1, title: 'A long talk', state: 'open', created_at: '2025-02-03', comments }
  writeFileSync(join(folder, 'talk.jsonl'), JSON.stringify(line))
  console.log('16,000 comments', await run(to, ['import', join(folder, 'talk.jsonl')]))
} finally {
  await Promise.all([source.end(), target.end()])
  await from.stop()
  await to.stop()
  rmSync(folder, { recursive: true })
}
process.exit(0)
