import { chmodSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import postgres from 'postgres'
import { startBackend } from '../../supabase/local/backend.ts'
import { seedLarge } from './seed-large.ts'

// npm run database -- <folder> <posts>: runs a throw-away database with this many posts until it is interrupted, and
// keeps it in the folder. The next start reuses its rows and applies new migrations.
const [given, posts] = process.argv.slice(2)
if (!given || !Number(posts)) throw new Error('Usage: npm run database -- <folder> <posts>')
const folder = resolve(given)
mkdirSync(folder, { recursive: true })
chmodSync(folder, 0o711)
const backend = await startBackend({ folder, seed: false, durable: false, apiPort: 24_321 })
const sql = postgres(backend.databaseUrl, { max: 2, onnotice: () => {} })
const [row] = await sql<{ isFilled: boolean }[]>`select exists (select from public.posts) as "isFilled"`
if (!row!.isFilled) {
  const onStep = (step: string, seconds: number) => console.log(`${step}: ${seconds} s`)
  console.log(await seedLarge(sql, { posts: Number(posts), onStep }))
}
await sql.end()
console.log(`The database is ready: ${backend.databaseUrl}`)
process.once('SIGINT', () => void backend.stop().then(() => process.exit(0)))
process.once('SIGTERM', () => void backend.stop().then(() => process.exit(0)))
