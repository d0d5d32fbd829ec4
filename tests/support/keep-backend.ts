import { useBackend } from '../../supabase/local/backend.ts'
import { startTestBackend } from './start-backend.ts'

// Keeps a backend running in the folder given until it is killed; says where once it is ready. With "shared" it takes
// one that runs there already.
const [folder, shared] = process.argv.slice(2)
const { url, databaseUrl } = shared
  ? await useBackend({ folder, seed: false, durable: false })
  : await startTestBackend(folder!)
console.log(JSON.stringify({ url, databaseUrl }))
if (shared) setInterval(() => {}, 60_000)
