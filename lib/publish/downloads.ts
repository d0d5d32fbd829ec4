import 'server-only'
import { Readable } from 'node:stream'
import { env } from '../env'
import { log } from '../log'
import { postAddress } from '../post/address'
import { readSpan } from '../post/dashboard-choices'
import { readDashboardQuery } from '../post/dashboard-query'
import type { PostState } from '../post/states'
import { type DashboardRow, listForExport } from '../queries/dashboard'
import { getInsights } from '../queries/insights'
import { getSite } from '../queries/site'
import { t } from '../words/t.ts'
import { isTeam } from '../session/is-team'
import { getViewer } from '../session/viewer'
import { isDataException } from '../supabase/database-errors'
import { viewerClient } from '../supabase/server'
import { byteOrderMark, csvLine } from '../text/csv'
import { answerPrivate, nothingHere, unavailableOnError } from './answer'

/** A file to save, for whoever asks alone. */
const download = (body: BodyInit, type: string, name: string): Response =>
  new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
  })

type StateNames = Record<PostState, string>

const columns: Record<string, (row: DashboardRow, stateNames: StateNames) => string | number | null> = {
  Number: ({ id }) => id,
  'Created at': ({ createdAt }) => createdAt,
  State: ({ state }, stateNames) => stateNames[state],
  Votes: ({ votesTotal }) => votesTotal,
  Title: ({ title }) => title,
  Category: ({ categoryName }) => categoryName,
  Author: ({ authorName }) => authorName ?? t('common.deletedUser'),
  Comments: ({ commentsTotal }) => commentsTotal,
  'Updated at': ({ updatedAt }) => updatedAt,
  Tags: ({ tags }) => tags.join(', '),
  'Assigned to': ({ assigneeName }) => assigneeName,
  Expected: ({ quarter }) => quarter,
  Companies: ({ companies }) => companies,
  'Monthly value': ({ monthlyValue }) => monthlyValue,
  Address: (row) => new URL(postAddress(row), env.SITE_URL).href,
}

/** The posts that the dashboard's address of the same query shows, as a CSV file, for the team. */
export const answerPostsCsv = unavailableOnError(async (request: Request) => {
  if (!isTeam(await getViewer())) return nothingHere()
  const { stateNames } = await getSite()
  const { searchParams } = new URL(request.url)
  const pages = listForExport(readDashboardQuery(Object.fromEntries(searchParams)))
  try {
    // What is wrong shows with the first page, while there is still a status to say so.
    const first = await pages.next()
    const texts = Readable.from(writeCsv(first.value ?? [], pages, stateNames), { objectMode: false })
    return download(Readable.toWeb(texts) as BodyInit, 'text/csv', 'posts.csv')
  } catch (error) {
    if (isDataException(error)) return answerPrivate({ message: 'Unknown query.' }, 400)
    throw error
  }
})

async function* writeCsv(first: DashboardRow[], pages: AsyncIterable<DashboardRow[]>, names: StateNames) {
  const cells = Object.values(columns)
  const linesOf = (rows: DashboardRow[]) =>
    rows.map((row) => csvLine(cells.map((cell) => cell(row, names) ?? ''))).join('')
  yield byteOrderMark + csvLine(Object.keys(columns)) + linesOf(first)
  try {
    for await (const rows of pages) yield linesOf(rows)
  } catch (error) {
    // A file that is not whole must not pass for one that is.
    log('error', error instanceof Error ? error.message : String(error), { kind: 'route' })
    throw error
  }
}

/** The weeks as a table to calculate with: dates and numbers alone, so that no cell can be a formula. */
export const answerInsightsCsv = unavailableOnError(async (request: Request) => {
  if (!isTeam(await getViewer())) return new Response('Not found.\n', { status: 404 })
  const insights = await getInsights(readSpan(new URL(request.url).searchParams.get('weeks')))
  const lines = (insights?.weeks ?? []).map(
    ({ week, posts, votes, comments, people, answered, answer_hours: hours }) =>
      [week, posts, votes, comments, people, answered, hours?.toFixed(1) ?? ''].join(','),
  )
  const heading = 'week,posts,votes,comments,new people,answered,median hours to the answer'
  return download([heading, ...lines, ''].join('\r\n'), 'text/csv', 'insights.csv')
})

/** Everything the site keeps about the person who asks, as a JSON file to save. */
export const answerExport = unavailableOnError(async () => {
  if (!(await getViewer())) return new Response('Sign in to download your data.', { status: 401 })
  const { data } = await (await viewerClient()).rpc('export_account').throwOnError()
  return download(JSON.stringify(data, null, 2), 'application/json', 'signpost-data.json')
})
