import { useBackend } from '../../supabase/local/backend.ts'
import { startFor, startTestBackend } from './start-backend.ts'

// Keeps a backend running in the given folder until it is killed, and prints its addresses once it is ready. With
// "shared", uses one that already runs there; with "from-scratch", starts one as npm start does.
const [folder, how] = process.argv.slice(2)
const start = how === 'from-scratch' ? startFor : startTestBackend
const { url, databaseUrl } =
  how === 'shared' ? await useBackend({ folder, seed: false, durable: false }) : await start(folder!)
console.log(JSON.stringify({ url, databaseUrl }))
if (how === 'shared') setInterval(() => {}, 60_000)
