import { withDatabase } from './connection.ts'
import { readOptions, runCommand } from './environment.ts'

/** How many counts a transaction corrects. Others wait for the rows that it locks. */
const most = 500

const { fix } = readOptions(
  `Usage: npm run recount [-- --fix]

Recounts votes, comments, replies, posts and reactions, and reports every difference.

  --fix  corrects them`,
  'fix',
)
await runCommand(async () => {
  await withDatabase(async (sql, name) => {
    const found = await sql<{ kind: string; id: string; stored: number; counted: number }[]>`
      select * from private.find_miscounts() order by kind, id`
    for (const { kind, id, stored, counted } of found) {
      console.log(`${kind} ${id}: ${stored} stored, ${counted} counted`)
    }
    if (found.length === 0) console.log(`All counts in ${name} are correct.`)
    else if (fix) {
      for (const kind of new Set(found.map(({ kind }) => kind))) {
        const ids = found.filter((count) => count.kind === kind).map(({ id }) => id)
        for (let i = 0; i < ids.length; i += most)
          await sql`select private.mend_counts(${kind}, ${ids.slice(i, i + most)}::bigint[])`
      }
      console.log(`Corrected ${found.length} ${found.length === 1 ? 'count' : 'counts'}.`)
    } else {
      console.log(`${found.length} wrong. Run npm run recount -- --fix to correct them.`)
      process.exitCode = 1
    }
  })
})
