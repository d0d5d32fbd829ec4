import 'server-only'
import { Readable } from 'node:stream'
import { env } from '../env'
import { log } from '../log'
import { postAddress } from '../post/address'
import { readSpan } from '../post/dashboard-choices'
import { readDashboardQuery } from '../post/dashboard-query'
import { type DashboardRow, listForExport } from '../queries/dashboard'
import { getInsights, refreshInsights } from '../queries/insights'
import { getFailedRows, readExport } from '../queries/imports'
import { runSchema } from '../schemas/import'
import { isTeam } from '../session/is-team'
import { getViewer } from '../session/viewer'
import { isDataException } from '../supabase/database-errors'
import { viewerClient } from '../supabase/server'
import { byteOrderMark, csvLine } from '../text/csv'
import { t } from '../words/t'
import { nothingHere, unavailableOnError, unknownQuery } from './answer'

const download = (body: BodyInit, type: string, name: string): Response =>
  new Response(body, {
    headers: {
      'Content-Type': type.startsWith('text/') || type.endsWith('json') ? `${type}; charset=utf-8` : type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })

const columns: Record<string, (row: DashboardRow) => string | number | null> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  category: ({ categorySlug }) => categorySlug,
  state: ({ state }) => state,
  votes: ({ votesTotal }) => votesTotal,
  comments: ({ commentsTotal }) => commentsTotal,
  created_at: ({ createdAt }) => createdAt,
  author: ({ authorName }) => authorName,
  url: (row) => new URL(postAddress(row), env.SITE_URL).href,
  updated_at: ({ updatedAt }) => updatedAt,
  tags: ({ tags }) => tags.join(', '),
  assignee: ({ assigneeName }) => assigneeName,
  quarter: ({ quarter }) => quarter,
  companies: ({ companies }) => companies,
  monthly_value: ({ monthlyValue }) => monthlyValue,
  details: ({ details }) => details ?? null,
}

export const answerPostsCsv = unavailableOnError(async (request: Request) => {
  if (!isTeam(await getViewer())) return nothingHere()
  const { searchParams } = new URL(request.url)
  const pages = listForExport(readDashboardQuery(Object.fromEntries(searchParams)))
  try {
    // Errors appear with the first page, while the status can still say so.
    const first = await pages.next()
    const texts = Readable.from(writeCsv(first.value ?? [], pages), { objectMode: false })
    return download(Readable.toWeb(texts) as BodyInit, 'text/csv', 'posts.csv')
  } catch (error) {
    if (isDataException(error)) return unknownQuery()
    throw error
  }
})

async function* writeCsv(first: DashboardRow[], pages: AsyncIterable<DashboardRow[]>) {
  const cells = Object.values(columns)
  const linesOf = (rows: DashboardRow[]) =>
    rows.map((row) => csvLine(cells.map((cell) => cell(row) ?? ''))).join('')
  yield byteOrderMark + csvLine(Object.keys(columns)) + linesOf(first)
  try {
    for await (const rows of pages) yield linesOf(rows)
  } catch (error) {
    // An incomplete file must not look complete.
    log('error', error instanceof Error ? error.message : String(error), { kind: 'route' })
    throw error
  }
}

/** The weeks as a table for spreadsheets: only dates and numbers, so that no cell can be a formula. */
export const answerInsightsCsv = unavailableOnError(async (request: Request) => {
  if (!isTeam(await getViewer())) return nothingHere()
  await refreshInsights()
  const insights = await getInsights(readSpan(new URL(request.url).searchParams.get('weeks')))
  const lines = (insights?.weeks ?? []).map(
    ({ week, posts, votes, comments, people, answered, answer_hours: hours }) =>
      [week, posts, votes, comments, people, answered, hours?.toFixed(1) ?? ''].join(','),
  )
  const heading = 'week,posts,votes,comments,new people,answered,median hours to the answer'
  return download([heading, ...lines, ''].join('\r\n'), 'text/csv', 'insights.csv')
})

export const answerBoardFile = unavailableOnError(async (request: Request) => {
  const id = new URL(request.url).searchParams.get('id') ?? ''
  if ((await getViewer())?.role !== 'admin' || !runSchema.safeParse({ id }).success) return nothingHere()
  const parts = readExport(id)
  const first = await parts.next()
  if (first.done) return nothingHere()
  const whole = async function* () {
    yield first.value
    yield* parts
  }
  const body = Readable.toWeb(Readable.from(whole(), { objectMode: false })) as BodyInit
  return download(body, 'application/zip', 'board.zip')
})

/** The rows that an import couldn't import, for admins, to correct and import again. */
export const answerFailedRows = unavailableOnError(async (request: Request) => {
  const run = runSchema.safeParse({ id: new URL(request.url).searchParams.get('id') })
  const rows = run.success && (await getViewer())?.role === 'admin' ? await getFailedRows(run.data.id) : null
  return rows === null ? nothingHere() : download(rows, 'text/csv', 'failed-rows.csv')
})

export const answerExport = unavailableOnError(async () => {
  if (!(await getViewer())) return new Response(t('publish.downloads.signIn'), { status: 401 })
  const { data } = await (await viewerClient()).rpc('export_account').throwOnError()
  return download(JSON.stringify(data, null, 2), 'application/json', 'signpost-data.json')
})
