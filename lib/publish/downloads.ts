import 'server-only'
import { env } from '../env'
import { log } from '../log'
import { postAddress } from '../post/address'
import { readDashboardQuery } from '../post/dashboard-query'
import type { PostState } from '../post/states'
import { type DashboardRow, listForExport } from '../queries/dashboard'
import { getSite } from '../queries/site'
import { isTeam } from '../session/is-team'
import { getViewer } from '../session/viewer'
import { isDataException } from '../supabase/database-errors'
import { byteOrderMark, csvLine } from '../text/csv'
import { answerPrivate } from './answer-query'
import { readSpan } from '../post/dashboard-choices'
import { getInsights } from '../queries/insights'
import { viewerClient } from '../supabase/server'

const heads = [
  'Number',
  'Created at',
  'State',
  'Votes',
  'Title',
  'Category',
  'Author',
  'Comments',
  'Updated at',
  'Tags',
  'Assigned to',
  'Expected',
  'Address',
]

/** The posts that the dashboard's address of the same query shows, as a CSV file, for the team. */
export async function answerPostsCsv(request: Request): Promise<Response> {
  if (!isTeam(await getViewer())) return answerPrivate({ message: 'Nothing is here.' }, 404)
  const { stateNames } = await getSite()
  const { searchParams } = new URL(request.url)
  const pages = listForExport(readDashboardQuery(Object.fromEntries(searchParams)))
  try {
    // What is wrong shows with the first page, while there is still a status to say so.
    const first = await pages.next()
    return new Response(stream(first.value ?? [], pages, stateNames), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="posts.csv"',
        'Cache-Control': 'private, no-store',
      },
    })
  } catch (error) {
    if (isDataException(error)) return answerPrivate({ message: 'Unknown query.' }, 400)
    throw error
  }
}

function stream(
  first: DashboardRow[],
  pages: AsyncIterator<DashboardRow[]>,
  stateNames: Record<PostState, string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start: (to) => to.enqueue(encoder.encode(byteOrderMark + csvLine(heads) + linesOf(first, stateNames))),
    async pull(to) {
      try {
        const { value, done } = await pages.next()
        if (done) to.close()
        else to.enqueue(encoder.encode(linesOf(value, stateNames)))
      } catch (error) {
        // A file that is not whole must not pass for one that is.
        log('error', error instanceof Error ? error.message : String(error), { kind: 'route' })
        to.error(error)
      }
    },
    cancel: () => void pages.return?.(),
  })
}

const linesOf = (rows: DashboardRow[], stateNames: Record<PostState, string>) =>
  rows
    .map((row) =>
      csvLine([
        row.id,
        row.createdAt,
        stateNames[row.state],
        row.votesTotal,
        row.title,
        row.categoryName,
        row.authorName ?? 'Deleted user',
        row.commentsTotal,
        row.updatedAt ?? '',
        row.tags.join(', '),
        row.assigneeName ?? '',
        row.quarter ?? '',
        new URL(postAddress(row), env.SITE_URL).href,
      ]),
    )
    .join('')

/** The weeks as a table to calculate with: dates and numbers alone, so that no cell can be a formula. */
export async function answerInsightsCsv(request: Request): Promise<Response> {
  if (!isTeam(await getViewer())) return new Response('Not found.\n', { status: 404 })
  const insights = await getInsights(readSpan(new URL(request.url).searchParams.get('weeks')))
  const lines = (insights?.weeks ?? []).map((week) =>
    [
      week.week,
      week.posts,
      week.votes,
      week.comments,
      week.people,
      week.answered,
      week.answer_hours?.toFixed(1) ?? '',
    ].join(','),
  )
  const heading = 'week,posts,votes,comments,new people,answered,median hours to the answer'
  return new Response([heading, ...lines, ''].join('\r\n'), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="insights.csv"',
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Everything the site keeps about the person who asks, as a JSON file to save. */
export async function answerExport(): Promise<Response> {
  if (!(await getViewer())) return new Response('Sign in to download your data.', { status: 401 })
  return new Response(JSON.stringify(await getAccountData(), null, 2), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="signpost-data.json"',
      'Cache-Control': 'private, no-store',
    },
  })
}

/** Everything the site keeps about the person who asks. */
export async function getAccountData() {
  const client = await viewerClient()
  return (await client.rpc('export_account').throwOnError()).data
}
