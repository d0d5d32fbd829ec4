import 'server-only'
import { getSite } from '../queries/site'
import { refreshWaitHeader } from '../supabase/refresh-once'
import { directionOf } from '../words/languages'
import { type Key, tParts } from '../words/t'
import { escapeXml } from './xml'

const say = (key: Key) =>
  tParts<string>(key, {
    again: (parts) => `<a href="">${parts.join('')}</a>`,
    roadmap: (parts) => `<a href="/">${parts.join('')}</a>`,
  }).join('')

/**
 * Replaces a page for someone whose session can't be renewed right now. It needs nothing that may be out of reach: if
 * the site's settings are, it is in the language that this server spoke last.
 */
export async function answerUnavailableSession(request: Request): Promise<Response> {
  const { language } = await getSite()
  const title = escapeXml(say('session.unavailable.title'))
  const page = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:20vh auto;padding:0 1rem}h1{font-size:1.25rem}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeXml(say('session.unavailable.detail'))}</p>
<p>${say('session.unavailable.next')}</p>
</main>
</body>
</html>
`
  return new Response(page, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Retry-After': String(
        Math.min(Math.max(Number(request.headers.get(refreshWaitHeader)) || 60, 1), 3600),
      ),
      'Cache-Control': 'private, no-store',
    },
  })
}
