import { runCommand, useLocalBackend } from './environment.ts'

// npm run db:reset: deletes the local data and creates the example board again. With -- --empty, the board stays empty
// on this and later starts, to begin your own or import one (npm run import).
const isEmpty = process.argv.includes('--empty')
await runCommand(async () => {
  const backend = await useLocalBackend({ anew: true, seed: !isEmpty, empty: isEmpty })
  await backend.stop()
  console.log(
    `The local database was reset: migrated and ${isEmpty ? 'empty' : 'filled with the example board'}.`,
  )
})
