import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildSite, isBuildFresh } from '../../supabase/commands/build-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'

// A build does for any backend, so that of an earlier run is used again while the sources stay as they are.
const isReady = isBuildFresh() && existsSync(join(projectRoot, '.next/test/standalone'))
if (isReady) console.log('\n▸ the build of the last run is still right')
else await buildSite({ standalone: true })
process.exit(0)
