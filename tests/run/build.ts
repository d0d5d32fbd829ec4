import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildSite, isBuildFresh } from '../../supabase/commands/build-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'

// A build works for any backend, so an earlier run's build is reused while the sources stay the same.
const isReady = isBuildFresh() && existsSync(join(projectRoot, '.next/test/standalone'))
if (isReady) console.log("\n▸ reusing the last run's build")
else await buildSite({ standalone: true })
process.exit(0)
