import { startTestBackend } from './start-backend.ts'

// Keeps a backend running in the folder given until it is killed; says where once it is ready.
const { url, databaseUrl } = await startTestBackend(process.argv[2]!, { durable: true })
console.log(JSON.stringify({ url, databaseUrl }))
