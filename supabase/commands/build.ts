import { buildSite } from './build-site.ts'
import { runCommand, isBackendConfigured, loadEnvironment, useLocalBackend } from './environment.ts'
import { siteAddress } from './listening.ts'

// npm run build [-- --offline]
loadEnvironment()
const offline = process.argv.includes('--offline')
// Like `npm start`, which then uses this build.
process.env.SITE_URL = siteAddress()

await runCommand(async () => {
  if (offline && !isBackendConfigured()) {
    // Needed while building but never used: the site gets the real ones when it starts.
    process.env.NEXT_PUBLIC_SUPABASE_URL = 'http://127.0.0.1:1'
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY = 'offline'
  }
  const local = isBackendConfigured() ? null : await useLocalBackend()
  try {
    await buildSite({ offline })
  } finally {
    await local?.stop()
  }
})
