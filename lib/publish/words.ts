import 'server-only'
import { getSite } from '../queries/site'
import { wordsFor, wordsToBegin } from '../words/catalog'

export async function answerWords(version: string, part: string): Promise<Response> {
  if (part === 'core') {
    const words = await wordsToBegin(version)
    return Response.json(words, {
      status: words ? 200 : 404,
      headers: { 'cache-control': 'public, max-age=300' },
    })
  }
  const asked = await wordsFor(version, part)
  if (asked)
    return Response.json(asked, { headers: { 'cache-control': 'public, max-age=31536000, immutable' } })
  const { words } = await getSite()
  const current = await wordsFor(words.version, part)
  return Response.json(current, { status: current ? 200 : 404, headers: { 'cache-control': 'no-store' } })
}
