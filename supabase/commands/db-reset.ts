import { outdateBuild } from './build-site.ts'
import { readOptions, runCommand, useLocalBackend } from './environment.ts'

const { empty } = readOptions(
  `Usage: npm run db:reset [-- --empty]

Deletes the local data and creates the example board again. The next start builds the site again.

  --empty  leaves the board empty, also on later starts: begin your own, or import one`,
  'empty',
)
await runCommand(async () => {
  const backend = await useLocalBackend({ anew: true, seed: !empty, empty })
  await backend.stop()
  outdateBuild()
  console.log(
    `The local database was reset: migrated and ${empty ? 'empty' : 'filled with the example board'}.`,
  )
})
