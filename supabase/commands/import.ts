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
import { dateOrders, type UnclearDates } from '../../lib/transfer/import/date-order.ts'
import { asUtf8 } from '../../lib/transfer/import/encoding.ts'
import { formats, openReading } from '../../lib/transfer/import/open.ts'
import { Preview } from '../../lib/transfer/import/preview.ts'
import { showProgress } from './import-progress.ts'
import { usage } from './import-usage.ts'
import { Refusal } from '../../lib/transfer/import/reading.ts'
import { importPosts } from '../../lib/transfer/import/run.ts'
import { readPairs, readStates } from '../../lib/transfer/import/states.ts'
import { summarize } from '../../lib/transfer/import/summary.ts'
import { type CsvField, csvFields } from '../../lib/transfer/import/trackers.ts'

// The database driver throws outside of any promise if the server disappears during a write.
process.on('uncaughtException', ({ message }) =>
  fail(stopped(new Error(`the database connection was lost (${message})`))),
)

try {
  process.exitCode = await run()
} catch (error) {
  fail(error)
}
process.exit()

async function run(): Promise<number> {
  const given = readArguments()
  const { files, category, source, format, encoding, states, categories, columns, dates, dryRun } = given
  const [file] = files as [string]
  const sizes = files.map(sizeOf)
  const texts = await Promise.all(files.map((one) => asUtf8(one, encoding, makeFolder)))
  if (given.isChangelog) return importChangelog(file, texts[0]!, given)
  if (await isBoard(file)) return importBoard(file, given)
  const reading = await openReading(texts, format, columns, dates)
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
    const unclear = reading.unclearDates?.()
    if (unclear && !unclear.order && !dates) console.error(askForOrder(unclear))
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
    console.log(`Imported ${added} entries. ${present} were already here.`)
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
        dates: { type: 'string' },
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
    if (positionals.length === 0) throw new Error('No file given.')
    if (values.source?.trim() === '') throw new Error('--source is empty. Give a name.')
    if (values.from !== undefined && !formats.includes(values.from))
      throw new Error(`--from must be one of ${formats.join(', ')}, not "${values.from}".`)
    const dates = dateOrders.find((order) => order === values.dates)
    if (values.dates !== undefined && !dates)
      throw new Error(`--dates must be day or month, not "${values.dates}".`)
    const admins = values.admins
      .toLowerCase()
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean)
    if (admins.length > 0 && !values['with-emails'])
      throw new Error('--admins needs --with-emails, because only accounts can have a role.')
    return {
      files: positionals,
      category: values.category,
      source: values.source?.trim() ?? null,
      format: values.from ?? null,
      encoding: values.encoding ?? null,
      states: values.states === undefined ? {} : readStates(values.states),
      categories: values.categories === undefined ? [] : readPairs(values.categories),
      columns: readColumns(values.column),
      dates,
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
          `--column must be <field>=<heading>, such as "title=Summary", not "${one}". Fields: ${csvFields.join(', ')}.`,
        )
      return [field, heading]
    }),
  )
}

function askForOrder({ such, dayFirst, monthFirst }: UnclearDates): string {
  const others = dayFirst ? `, and the others don't agree (${dayFirst}, ${monthFirst})` : ''
  return `Dates such as ${such} can mean two days${others}. Give --dates day or --dates month.`
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
  const advice = 'Everything imported so far is kept. Run the same command again to continue.'
  return new Error(`The import stopped: ${error.message}\n${advice}`, { cause: error })
}
