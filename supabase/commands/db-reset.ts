import { runCommand, useLocalBackend } from './environment.ts'

// npm run db:reset: throws the local data away and makes the example board anew; with -- --empty makes no board, so
// that one can be brought from elsewhere (npm run import).
const isEmpty = process.argv.includes('--empty')
await runCommand(async () => {
  const backend = await useLocalBackend({ anew: true, seed: !isEmpty })
  await backend.stop()
  console.log(
    `The local database was reset: migrated and ${isEmpty ? 'empty' : 'filled with the example board'}.`,
  )
})
