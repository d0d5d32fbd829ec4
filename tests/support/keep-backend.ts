import { startBackend } from '../../supabase/local/backend.ts'

// Keeps a backend running in the folder given until it is killed; says where once it is ready.
const { url, databaseUrl } = await startBackend({ folder: process.argv[2], seed: false })
console.log(JSON.stringify({ url, databaseUrl }))
