import 'server-only'
import { readSpan } from '../post/insight-spans'
import { getInsights } from '../queries/insights'
import { isTeam } from '../session/is-team'
import { getViewer } from '../session/viewer'

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
