import 'server-only'
import { getAccountData } from '../queries/account'
import { getViewer } from '../session/viewer'

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
