import { useBackend } from '../../supabase/local/backend.ts'
import { startTestBackend } from './start-backend.ts'

// Keeps a backend running in the given folder until it is killed, and prints its addresses once it is ready. With
// "shared", uses one that already runs there.
const [folder, shared] = process.argv.slice(2)
const { url, databaseUrl } = shared
  ? await useBackend({ folder, seed: false, durable: false })
  : await startTestBackend(folder!)
console.log(JSON.stringify({ url, databaseUrl }))
if (shared) setInterval(() => {}, 60_000)
