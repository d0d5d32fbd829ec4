import { connect } from './connection.ts'
import { fail } from './environment.ts'

// npm run recount [-- --fix]: recounts votes, comments, replies and posts, and reports every difference.
try {
  const isFixing = process.argv.includes('--fix')
  const { sql, name, end } = await connect()
  try {
    const found = await sql`select * from private.find_miscounts() order by kind, id`
    for (const { kind, id, stored, counted } of found) {
      console.log(`${kind} ${id}: ${stored} stored, ${counted} counted`)
    }
    if (found.length === 0) console.log(`Every count in ${name} is right.`)
    else if (isFixing) {
      await sql`select private.mend_counts()`
      console.log(`${found.length} ${found.length === 1 ? 'count is' : 'counts are'} mended.`)
    } else {
      console.log(`${found.length} wrong. npm run recount -- --fix mends them.`)
      process.exitCode = 1
    }
  } finally {
    await end()
  }
} catch (error) {
  fail(error)
}
process.exit()
