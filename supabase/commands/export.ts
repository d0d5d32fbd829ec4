import { parseArgs } from 'node:util'
import { writeBoard } from './board/write-board.ts'
import { withDatabase } from './connection.ts'
import { runCommand } from './environment.ts'

const usage = `npm run export -- --out <file.zip> [--with-emails] [--with-notes] [--without-pictures]

Writes the whole board into a zip file: posts with every address they had, votes, comments, states, people and pictures.
npm run import brings it into an instance without posts.

  --with-emails       also who can sign in and by which address; without it nobody's address is in the file
  --with-notes        also the team's internal notes
  --without-pictures  leaves pictures and portraits out`

await runCommand(async () => {
  const { out, withEmails, withNotes, withPictures } = readArguments()
  await withDatabase(async (sql, name) => {
    const storageUrl = process.env.NEXT_PUBLIC_SUPABASE_URL
    if (withPictures && !storageUrl)
      throw new Error(
        'Set NEXT_PUBLIC_SUPABASE_URL, from where the pictures are fetched, or leave them out: --without-pictures',
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
        console.error(`The storage does not have ${object}.`)
      },
    })
    if (missing > 0)
      console.log(`Pictures that the storage does not have: ${missing.toLocaleString('en-US')}`)
    console.log(
      withEmails
        ? `${out} holds e-mail addresses: keep it as you keep the database.`
        : `${out} holds nobody's e-mail address.`,
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
    if (!values.out) throw new Error('Say where to: --out board.zip')
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
