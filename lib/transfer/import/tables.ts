import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { readCell } from '../../text/csv.ts'
import { t } from '../../words/t.ts'
import { type CsvRecord, readCsv } from './csv.ts'
import { type DateOrder, findOrder, inOrder, orderOf, shown, type UnclearDates } from './date-order.ts'
import { htmlToMarkdown } from './html.ts'
import { type Draft, type Reading, Refusal } from './reading.ts'
import { cleanLine, shorten } from './text.ts'
import { type CsvField, csvFields, findTracker, plainColumns, plainHeading, trackers } from './trackers.ts'

const mostColumns = 1000
const mostShown = 100

const dateFields = ['created_at', 'response_at'] as const

type Row = Partial<Record<CsvField, string>> & {
  at: Omit<Draft, 'value'>
  cells: string[]
  dates?: DateOrder | null
}

export async function readTable(
  file: string,
  format: string | null,
  named: Partial<Record<CsvField, string>> = {},
  dates?: DateOrder,
): Promise<Reading> {
  const records = readCsv(file)
  const first = await records.next()
  const fileName = basename(file)
  if (first.done) throw new Refusal(t('transfer.refusal.isEmpty', { file: fileName }))
  if ('problem' in first.value)
    throw new Refusal(
      t('transfer.refusal.badHeading', {
        file: fileName,
        line: first.value.row,
        problem: first.value.problem,
      }),
    )
  const headings = first.value.cells
  if (headings.length > mostColumns)
    throw new Refusal(
      t('transfer.refusal.tooManyColumns', { file: fileName, count: headings.length, most: mostColumns }),
    )
  const name = format === 'csv' ? null : (format ?? findTracker(headings))
  const tracker = name === null ? null : trackers[name]!
  const places = findColumns(headings, tracker?.columns ?? plainColumns, named)
  if (places.title === undefined) {
    throw new Refusal(t('transfer.refusal.noTitle', { file: fileName, headings: listHeadings(headings) }), {
      question: {
        about: 'title',
        headings: headings.slice(0, mostShown).map((one) => shorten(cleanLine(one), 100)),
      },
    })
  }
  const fieldAt = new Map(Object.entries(places).map(([field, place]) => [place, field]))
  // Failed rows that were downloaded end with what was wrong with them.
  const problemPlace = headings.at(-1) === t('transfer.failedRows.problem') ? headings.length - 1 : null
  const given = readRows(records, headings, places)
  let unclearDates: UnclearDates | null = null
  const dated = withDateOrder(given, async (such) => {
    const datePlaces = dateFields.flatMap((field) => places[field] ?? [])
    unclearDates = { such: shown(such), ...(await findOrder(readCsv(file), datePlaces)) }
    return dates ?? unclearDates.order
  })
  const rows = tracker?.isHtml ? fromHtml(dated) : dated
  return {
    format: tracker ? `${tracker.label}, CSV` : 'CSV',
    // Some trackers close what is done, others what is declined.
    states: { closed: undefined, ...tracker?.states },
    columns: headings.map((heading, place) => ({
      heading,
      becomes: fieldAt.get(place) ?? (place === problemPlace ? 'problem' : null),
    })),
    drafts: places.voter === undefined ? toDrafts(rows) : joinVoters(rows),
    unclearDates: () => unclearDates,
  }
}

function listHeadings(headings: string[]): string {
  const shown = headings.slice(0, 30).map((heading) => shorten(cleanLine(heading), 60))
  return shown.join(', ') + (headings.length > shown.length ? ' …' : '')
}

function findColumns(
  headings: string[],
  known: Partial<Record<CsvField, string[]>>,
  named: Partial<Record<CsvField, string>>,
): Partial<Record<CsvField, number>> {
  const plain = headings.map(plainHeading)
  const taken = new Set<number>()
  const places: Partial<Record<CsvField, number>> = {}
  for (const field of csvFields) {
    const wanted = named[field]
    if (!wanted) continue
    const place = plain.indexOf(plainHeading(wanted))
    if (place < 0)
      throw new Refusal(t('transfer.refusal.noColumn', { wanted, headings: listHeadings(headings) }))
    places[field] = place
    taken.add(place)
  }
  for (const field of csvFields) {
    if (named[field] !== undefined) continue
    const place = (known[field] ?? [])
      .map((heading) => plain.indexOf(heading))
      .find((one) => one >= 0 && !taken.has(one))
    if (place === undefined) continue
    places[field] = place
    taken.add(place)
  }
  return places
}

async function* readRows(
  records: AsyncIterable<CsvRecord>,
  headings: string[],
  places: Partial<Record<CsvField, number>>,
): AsyncGenerator<Row | Draft> {
  const width = headings.length
  const columns: Draft['columns'] = Object.fromEntries(
    Object.entries(places).map(([field, place]) => [field, shorten(cleanLine(headings[place]!), 60)]),
  )
  columns.id ??= columns.url
  for await (const record of records) {
    const { row, bytesRead } = record
    const at = { place: t('transfer.place.tableRow', { row }), bytesRead, columns }
    if ('problem' in record) yield { ...at, problem: record.problem }
    else if (record.cells.length > width)
      yield {
        ...at,
        rows: [record.cells],
        problem: t('transfer.reason.tooManyCells', { cells: record.cells.length, width }),
      }
    else {
      const cells = Object.entries(places).map(([field, place]) => [
        field,
        readCell(record.cells[place] ?? '').trim() || undefined,
      ])
      yield { at, cells: record.cells, ...Object.fromEntries(cells) } as Row
    }
  }
}

/** Asks for the order of day and month when a date is unclear for the first time. */
async function* withDateOrder(
  rows: AsyncIterable<Row | Draft>,
  decide: (such: string) => Promise<DateOrder | null>,
): AsyncGenerator<Row | Draft> {
  let dates: DateOrder | null | undefined
  for await (const row of rows) {
    if (!('place' in row)) {
      const unclear = dateFields.map((field) => row[field]).find((text) => text && orderOf(text) === 'either')
      if (unclear && dates === undefined) dates = await decide(unclear)
      row.dates = dates
    }
    yield row
  }
}

async function* fromHtml(rows: AsyncIterable<Row | Draft>): AsyncGenerator<Row | Draft> {
  for await (const row of rows)
    yield 'place' in row || !row.details ? row : { ...row, details: htmlToMarkdown(row.details) }
}

async function* toDrafts(rows: AsyncIterable<Row | Draft>): AsyncGenerator<Draft> {
  for await (const row of rows) yield 'place' in row ? row : toDraft(row)
}

async function* joinVoters(rows: AsyncIterable<Row | Draft>): AsyncGenerator<Draft> {
  const posts = new Map<string, { row: Row; voters: string[]; rows: string[][] }>()
  for await (const row of rows) {
    if ('place' in row) {
      yield row
      continue
    }
    const key = idOf(row)
    const post = posts.get(key) ?? { row, voters: [], rows: [] }
    post.rows.push(row.cells)
    if (row.voter) post.voters.push(row.voter)
    posts.set(key, post)
  }
  for (const { row, voters, rows } of posts.values()) yield toDraft(row, voters, rows)
}

function toDraft(row: Row, voters: string[] = [], rows = [row.cells]): Draft {
  const { dates = null } = row
  const value = {
    source: sourceOf(row.url),
    id: idOf(row),
    title: row.title ?? '',
    details: row.details,
    state: row.state ?? '',
    created_at: inOrder(row.created_at, dates) ?? null,
    author: row.author,
    votes: toNumber(row.votes),
    voters: voters.map((person) => ({ person })),
    response: row.response
      ? { text: row.response, author: row.response_author, created_at: inOrder(row.response_at, dates) }
      : undefined,
    duplicate_of: row.duplicate_of,
    category: row.category,
  }
  return { ...row.at, rows, value }
}

/** A post without an id or address is recognized by its title and date. */
function idOf({ id, url, title, created_at }: Row): string {
  return id ?? url ?? createHash('sha256').update(`${title}\n${created_at}`).digest('hex').slice(0, 32)
}

function sourceOf(url: string | undefined): string | undefined {
  return url && URL.canParse(url) && /^https?:/.test(url) ? new URL(url).host : undefined
}

function toNumber(text: string | undefined): number | string | undefined {
  if (text === undefined) return undefined
  const plain = text.replace(/^(\d{1,3})((?:[,.' ]\d{3})+)$/, (whole) => whole.replace(/\D/g, ''))
  return /^\d+(\.0+)?$/.test(plain) ? Number(plain) : text
}
