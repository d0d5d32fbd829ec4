import type { Site } from './claimed-mail.ts'
import { linkOnDark } from '../text/color.ts'
import { currentLanguage, directionOf } from '../words/languages.ts'

/** A piece of an email's HTML. Inserted texts are escaped; the output of these functions isn't escaped again. */
export type Html = { html: string }

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)

type Part = string | number | Html | Html[] | null | false

export function h(parts: TemplateStringsArray, ...values: Part[]): Html {
  const filled = values.map((value) => {
    if (value === null || value === false) return ''
    if (Array.isArray(value)) return value.map(({ html }) => html).join('')
    return typeof value === 'object' ? value.html : escape(String(value))
  })
  return { html: parts.reduce((text, part, index) => text + filled[index - 1]! + part) }
}

export const raw = (html: string): Html => ({ html })

export const button = (href: string, text: string): Html =>
  h`<p><a class="button" href="${href}">${text}</a></p>`

const ownAccent = '#822ae8'

// The colors of app/_styles/theme.css: email programs support neither variables nor logical properties.
const styleOf = (start: string, end: string, accent: string) => `
body{margin:0;padding:24px 12px;background:#f8f7fa;color:#262130;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif}
.card{max-width:34rem;margin:0 auto;padding:24px;background:#fff;border:1px solid #e2dfe8;border-radius:8px;overflow-wrap:anywhere}
.site{max-width:34rem;margin:0 auto 12px;font-size:15px;font-weight:600}
.site a{color:inherit;text-decoration:none}
.site img{margin-${end}:8px;border-radius:6px;vertical-align:middle}
h1{margin:0 0 16px;font-size:20px;line-height:1.4}
h2{margin:24px 0 8px;font-size:17px;line-height:1.4}
h1 a,h2 a{color:inherit}
p{margin:0 0 12px}
a{color:${accent}}
a.button{display:inline-block;padding:10px 16px;background:${accent};color:#fff;border-radius:6px;font-weight:600;text-decoration:none}
.note{margin:0 0 12px;padding:8px 12px;background:#f8f7fa;border-${start}:3px solid ${accent}}
.note p:last-child{margin:0}
.plain{white-space:pre-line}
pre,code{white-space:pre-wrap;font-size:14px}
img,table{max-width:100%}
.small{color:#5f586c;font-size:14px}
.team{padding:0 4px;border:1px solid ${accent};border-radius:4px;color:${accent};font-size:12px;font-weight:500;white-space:nowrap}
hr{margin:24px 0 16px;border:0;border-top:1px solid #e2dfe8}
@media (prefers-color-scheme:dark){
body{background:#17141c;color:#f0eef3}
.card{background:#1f1b26;border-color:#3a3444}
.note{background:#17141c}
a{color:${linkOnDark(accent)}}
a.button{color:#fff}
.team{border-color:${linkOnDark(accent)};color:${linkOnDark(accent)}}
.site .own{padding:2px 4px;background:#fff}
.small{color:#b3adbf}
hr{border-color:#3a3444}
}`

const logoHeight = 28
const mostWidth = 160

/** The logo has the same address for everyone, so loading it reveals nothing. Some programs ignore styles. */
function head({ url, name, logo }: Site): Html {
  const { src, width = 1, height = 1 } = logo ?? { src: `${url}/apple-icon` }
  const isSized = !logo || logo.width !== undefined
  const scale = Math.min(logoHeight / height, mostWidth / width)
  const size = isSized && h` width="${Math.round(width * scale)}"`
  const tall = isSized ? Math.round(height * scale) : logoHeight
  return h`<p class="site"><a href="${url}"><img src="${src}" alt=""${size} height="${tall}"${logo !== undefined && raw(' class="own"')}><bdi>${name}</bdi></a></p>
`
}

export const previewLength = 140

const previewLine = (text: string): Html =>
  h`<div style="display:none;max-height:0;overflow:hidden" aria-hidden="true">${Array.from(text).slice(0, previewLength).join('')}</div>
`

export function mailDocument(
  subject: string,
  content: Html,
  foot: Html,
  { site, preview }: { site: Site; preview: string },
): string {
  const direction = directionOf(currentLanguage())
  const [start, end] = direction === 'rtl' ? ['right', 'left'] : ['left', 'right']
  const style = styleOf(start, end, site.accent ?? ownAccent)
  return h`<!doctype html>
<html lang="${currentLanguage()}" dir="${direction}">
<head>
<base target="_top">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(style)}</style>
</head>
<body>
<div dir="${direction}">
${previewLine(preview)}${head(site)}<div class="card">
${content}
<hr>
<div class="small">${foot}</div>
</div>
</div>
</body>
</html>
`.html
}
