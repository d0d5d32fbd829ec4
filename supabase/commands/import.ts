import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { openStorage } from '../../lib/transfer/board/objects.ts'
import { isBoard, readBoard } from '../../lib/transfer/board/read-board.ts'
import '../../lib/words/catalog.ts'
import { connect } from './connection.ts'
import { fail } from './environment.ts'
import { findCategory, placeCategory } from './import-categories.ts'
import { readChangelog, writeChangelog } from '../../lib/transfer/import/changelog/run.ts'
import { asUtf8 } from '../../lib/transfer/import/encoding.ts'
import { formats, openReading } from '../../lib/transfer/import/open.ts'
import { Preview } from '../../lib/transfer/import/preview.ts'
import { showProgress } from './import-progress.ts'
import { Refusal } from '../../lib/transfer/import/reading.ts'
import { importPosts } from '../../lib/transfer/import/run.ts'
import { readPairs, readStates } from '../../lib/transfer/import/states.ts'
import { summarize } from '../../lib/transfer/import/summary.ts'
import { type CsvField, csvFields } from '../../lib/transfer/import/trackers.ts'

const usage = `npm run import -- <file> [--category <slug>] [--source <name>] [--from <format>]
                         [--encoding <name>] [--states <file>] [--categories <file>] [--column <field>=<heading>]
                         [--dry-run]
npm run import -- --changelog <file> [--source <name>] [--dry-run]
npm run import -- <board.zip> [--with-emails [--admins <email>,<email>]] [--without-pictures] [--dry-run]

Imports posts with their votes and comments from another tracker. Posts that already exist are left alone, so you can
run an interrupted import again. See docs/import.md for the supported formats and how to export them.

  --category  where the posts go (default: new-features)
  --source    the name of the tracker, to recognize its posts later (default: from the posts or the file)
  --from      the file's format, if it can't be detected: ${formats.join(', ')}
  --encoding  the file's encoding, if it isn't UTF-8 or UTF-16: windows-1252 …
  --states    a table with two columns: their state, and ours or "leave out"
  --categories a table with two columns: their category, and the slug of ours; others go to --category
  --column    the CSV column that holds a field: ${csvFields.join(', ')}
  --changelog imports a CHANGELOG.md, GitHub releases, or the changelog of Canny, Featurebase or Quackback
  --dry-run   checks the file and previews the result without writing anything

A board from npm run export is loaded whole into an instance without posts, with the same addresses, votes, people
and pictures (unless --without-pictures). A file never makes anyone an admin.

  --with-emails  also imports accounts, addresses and email link keys. Only use it with a file you trust
  --admins       who keeps the role they have in the file

Exits with 1 if the file can't be read, nothing in it can be used, or the database fails.
Bad lines are reported with their line number and skipped.`

// The database driver throws outside of any promise if the server disappears during a write.
process.on('uncaughtException', ({ message }) =>
  fail(stopped(new Error(`the database is gone (${message})`))),
)

try {
  process.exitCode = await run()
} catch (error) {
  fail(error)
}
process.exit()

async function run(): Promise<number> {
  const given = readArguments()
  const { files, category, source, format, encoding, states, categories, columns, dryRun } = given
  const [file] = files as [string]
  const sizes = files.map(sizeOf)
  const texts = await Promise.all(files.map((one) => asUtf8(one, encoding, makeFolder)))
  if (given.isChangelog) return importChangelog(file, texts[0]!, given)
  if (await isBoard(file)) return importBoard(file, given)
  const reading = await openReading(texts, format, columns)
  const { sql, name, end } = await connect()
  try {
    const { id, label } = await findCategory(sql, category)
    console.error(
      `${dryRun ? 'Checking' : 'Importing'} ${basename(file)} (${reading.format}) into ${label} (/${category}), ${name}`,
    )
    const preview = new Preview()
    const progress = showProgress(sizes[0]!)
    const summary = await importPosts(reading, {
      target: { sql, categoryId: id, isSourceGiven: source !== null },
      source: source ?? basename(file),
      states,
      categories: new Map(await Promise.all(categories.map((one) => placeCategory(sql, one)))),
      dryRun,
      preview,
      progress,
    })
      .catch((error: Error) => {
        throw error instanceof Refusal ? error : stopped(error)
      })
      .finally(() => progress.end())
    if (dryRun) console.log(preview.show(reading))
    if (!summary) throw new Error('The import was stopped.')
    console.log(summarize(summary, dryRun))
    return summary.added + summary.present > 0 ? 0 : 1
  } finally {
    await end()
  }
}

async function importChangelog(
  file: string,
  text: string,
  { source, dryRun }: ReturnType<typeof readArguments>,
): Promise<number> {
  const { entries, problems } = readChangelog(text)
  for (const problem of problems) console.error(problem)
  if (entries.length === 0)
    throw new Refusal(`${basename(file)} has no changelog entries. See docs/import.md.`)
  if (dryRun) {
    for (const { title, labels, publishedAt } of entries) {
      const date = publishedAt === null ? 'draft' : new Date(publishedAt).toISOString().slice(0, 10)
      console.log([date, title, ...labels].join('  '))
    }
    return 0
  }
  const { sql, end } = await connect()
  try {
    const { added, present } = await writeChangelog(sql, entries, source ?? basename(file))
    console.log(`${added} entries imported, ${present} were here already.`)
    return 0
  } finally {
    await end()
  }
}

async function importBoard(
  file: string,
  { dryRun, withEmails, admins, withPictures }: ReturnType<typeof readArguments>,
): Promise<number> {
  const { sql, name, end } = await connect({ seed: false })
  try {
    console.error(
      dryRun
        ? `Checking the board in ${basename(file)} against ${name}`
        : `Importing the board in ${basename(file)} into ${name}`,
    )
    const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = process.env
    const isNew = await readBoard(sql, file, {
      dryRun,
      withEmails,
      admins,
      pictures: !withPictures ? 'left out' : url && key ? openStorage(url, key) : 'nowhere to go',
      report: (line) => console.log(line),
    }).catch((error: Error) => {
      throw error instanceof Refusal ? error : stopped(error)
    })
    if (!isNew) console.log('This whole board has already been imported.')
    return 0
  } finally {
    await end()
  }
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        category: { type: 'string', default: 'new-features' },
        source: { type: 'string' },
        from: { type: 'string' },
        encoding: { type: 'string' },
        states: { type: 'string' },
        categories: { type: 'string' },
        column: { type: 'string', multiple: true, default: [] },
        'with-emails': { type: 'boolean', default: false },
        admins: { type: 'string', default: '' },
        'without-pictures': { type: 'boolean', default: false },
        changelog: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h' },
      },
    })
    if (values.help) {
      console.log(usage)
      process.exit(0)
    }
    if (positionals.length === 0) throw new Error('Give exactly one file.')
    if (values.source?.trim() === '') throw new Error('--source needs a name.')
    if (values.from !== undefined && !formats.includes(values.from))
      throw new Error(`--from must be one of ${formats.join(', ')}, not "${values.from}".`)
    const admins = values.admins
      .toLowerCase()
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
    if (admins.length > 0 && !values['with-emails'])
      throw new Error('--admins needs --with-emails: no one can be an admin without an account.')
    return {
      files: positionals,
      category: values.category,
      source: values.source?.trim() ?? null,
      format: values.from ?? null,
      encoding: values.encoding ?? null,
      states: values.states === undefined ? {} : readStates(values.states),
      categories: values.categories === undefined ? [] : readPairs(values.categories),
      columns: readColumns(values.column),
      withEmails: values['with-emails'],
      admins,
      withPictures: !values['without-pictures'],
      isChangelog: values.changelog,
      dryRun: values['dry-run'],
    }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${usage}`, { cause: error })
  }
}

function readColumns(given: string[]): Partial<Record<CsvField, string>> {
  return Object.fromEntries(
    given.map((one) => {
      const [field, heading] = one.split(/=(.*)/s, 2)
      if (!heading || !(csvFields as readonly string[]).includes(field!))
        throw new Error(
          `--column is like "title=Summary", with one of ${csvFields.join(', ')}; not "${one}".`,
        )
      return [field, heading]
    }),
  )
}

/** A folder that is deleted when this process ends. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-import-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The size of a file in bytes, 0 for a pipe. Throws an error if there is nothing to read. */
function sizeOf(file: string): number {
  const facts = statSync(file, { throwIfNoEntry: false })
  if (!facts) throw new Error(`Can't read ${file}: no such file.`)
  if (facts.isDirectory()) throw new Error(`Can't read ${file}: it's a folder.`)
  if (facts.isFile() && facts.size === 0) throw new Error(`${file} is empty: there is nothing to import.`)
  return facts.isFile() ? facts.size : 0
}

function stopped(error: Error): Error {
  const advice = 'Everything imported so far is complete. Run the same command again to continue.'
  return new Error(`The import stopped: ${error.message}\n${advice}`, { cause: error })
}
