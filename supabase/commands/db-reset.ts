import { runCommand, useLocalBackend } from './environment.ts'

// npm run db:reset: throws the local data away and makes the example board anew; with -- --empty makes none, now and at
// every later start, so that a board can be begun or brought from elsewhere (npm run import).
const isEmpty = process.argv.includes('--empty')
await runCommand(async () => {
  const backend = await useLocalBackend({ anew: true, seed: !isEmpty, empty: isEmpty })
  await backend.stop()
  console.log(
    `The local database was reset: migrated and ${isEmpty ? 'empty' : 'filled with the example board'}.`,
  )
})
