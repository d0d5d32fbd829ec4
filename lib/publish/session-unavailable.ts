import 'server-only'
import { getSite } from '../queries/site'
import { refreshWaitHeader } from '../supabase/refresh-once'
import { accentShades } from '../text/color'
import { directionOf } from '../words/languages'
import { type Key, tParts } from '../words/t'
import { accent as ownAccent } from './signpost-mark'
import { escapeXml } from './xml'

const say = (key: Key) =>
  tParts<string>(key, {
    again: (parts) => `<a class="button" href="">${parts.join('')}</a>`,
    roadmap: (parts) => `<a href="/">${parts.join('')}</a>`,
  }).join('')

/** Looks like app/_styles/layout.css and button.css. */
function styles(accent: string): string {
  const { light, dark } = accentShades(accent)
  const both = (name: string) => `light-dark(${light[name]},${dark[name]})`
  return `:root{color-scheme:light dark}
body{margin:0 auto;max-width:28rem;padding:min(12vh,6rem) 1rem 1rem;background:light-dark(oklch(0.985 0.002 300),oklch(0.175 0.012 295));color:light-dark(oklch(0.22 0.02 295),oklch(0.95 0.006 300));font:0.875rem/1.5 ui-sans-serif,system-ui,sans-serif;text-align:center;overflow-wrap:anywhere}
header{margin-bottom:3rem;font-size:1rem;font-weight:600}
header a{color:inherit;text-decoration:none}
h1{margin:0;color:${both('--accent-ink')};font-size:1.75rem;font-weight:600}
p{margin:0.5rem 0 0;color:light-dark(oklch(0.45 0.02 295),oklch(0.745 0.015 298))}
h1+p{color:inherit;font-size:1.25rem;font-weight:600;line-height:1.75rem;text-wrap:balance}
p:last-child{margin-top:1.5rem}
a{color:${both('--accent-ink')};text-underline-offset:2px}
.button{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 0.75rem;border-radius:0.375rem;background:${both('--accent')};color:#fff;font-weight:500;text-decoration:none}
:focus-visible{outline:2px solid ${both('--accent-strong')};outline-offset:2px}`
}

/** The color mode that was chosen in this browser (components/shell/first-scripts.tsx). */
const colorMode = `try{if(/^(dark|light)$/.test(localStorage.theme))document.documentElement.style.colorScheme=localStorage.theme}catch(e){}`

/**
 * Replaces a page for someone whose session can't be renewed right now. It needs nothing that may be out of reach: if
 * the site's settings are, it is in the language that this server spoke last.
 */
export async function answerUnavailableSession(request: Request): Promise<Response> {
  const { language, accent, name } = await getSite()
  const title = escapeXml(say('session.unavailable.title'))
  const page = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${styles(accent ?? ownAccent)}</style>
<script>${colorMode}</script>
</head>
<body>
<header><a href="/">${escapeXml(name)}</a></header>
<main>
<h1>503</h1>
<p>${title}</p>
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
