import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const start = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null,
  tagsSorter: 'alpha', defaultModelsExpandDepth: 0, supportedSubmitMethods: ['get'] })\n`

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Signpost API</title>
    <link rel="stylesheet" href="/api/reference/swagger-ui.css" />
    <link rel="icon" href="/icon.svg" />
  </head>
  <body style="margin: 0; background: #fff">
    <main id="reference"><noscript>Turn on JavaScript to read the reference, or open <a href="/api/v1/openapi.json">openapi.json</a>.</noscript></main>
    <script src="/api/reference/swagger-ui-bundle.js"></script>
    <script src="/api/reference/start.js"></script>
  </body>
</html>
`

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // The viewer sets styles on its elements and draws its icons from data.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

export function answerReference(): Response {
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'public, max-age=300',
    },
  })
}

const types: Record<string, string> = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
}

export async function answerReferenceFile(
  _request: Request,
  { params }: { params: Promise<{ file: string }> },
): Promise<Response> {
  const { file } = await params
  const type = Object.hasOwn(types, file) ? types[file] : undefined
  if (!type) return new Response('This file doesn’t exist. The reference is at /api.\n', { status: 404 })
  const body =
    file === 'start.js' ? start : await readFile(join('node_modules', 'swagger-ui-dist', file), 'utf8')
  return new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=86400' } })
}
