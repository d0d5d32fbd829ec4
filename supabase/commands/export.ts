import { parseArgs } from 'node:util'
import { writeBoard } from '../../lib/transfer/board/write-board.ts'
import { withDatabase } from './connection.ts'
import { runCommand } from './environment.ts'

const usage = `Usage: npm run export -- --out <file.zip> [options]

Writes the whole board to a zip file: posts with all their addresses, votes, comments, states, people and pictures.
Load it into an instance without posts with "npm run import".

Options:
  --with-emails       Include accounts and their email addresses.
  --with-notes        Include the team's internal notes.
  --without-pictures  Leave out images and profile pictures.`

await runCommand(async () => {
  const { out, withEmails, withNotes, withPictures } = readArguments()
  await withDatabase(async (sql, name) => {
    const storageUrl = process.env.NEXT_PUBLIC_SUPABASE_URL
    if (withPictures && !storageUrl)
      throw new Error(
        'Set NEXT_PUBLIC_SUPABASE_URL to fetch pictures from, or leave them out with --without-pictures',
      )
    console.error(`Writing the board of ${name} to ${out}`)
    let missing = 0
    await writeBoard(sql, out, {
      storageUrl: withPictures ? storageUrl! : null,
      withEmails,
      withNotes,
      report: (part, count) => console.log(`${part}: ${count.toLocaleString('en-US')}`),
      onMissing: (object) => {
        missing++
        console.error(`Storage doesn't have ${object}.`)
      },
    })
    if (missing > 0) console.log(`Pictures missing from storage: ${missing.toLocaleString('en-US')}`)
    await sql`select private.note_export(${withNotes}, ${withPictures})`
    console.log(
      withEmails
        ? `${out} contains email addresses. Keep it as safe as the database.`
        : `${out} contains no email addresses.`,
    )
  })
})

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        out: { type: 'string' },
        'with-emails': { type: 'boolean', default: false },
        'with-notes': { type: 'boolean', default: false },
        'without-pictures': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    if (!values.out) throw new Error('No file given to write to. Add --out board.zip.')
    return {
      out: values.out,
      withEmails: values['with-emails'],
      withNotes: values['with-notes'],
      withPictures: !values['without-pictures'],
    }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`, { cause: error })
  }
}
