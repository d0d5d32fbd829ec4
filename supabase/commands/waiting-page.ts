import { once } from 'node:events'
import { createServer } from 'node:http'

/** Opens the site as soon as it answers. Retries every second, also while nothing answers. */
const script = `setInterval(() => fetch('/api/health').then(({ ok }) => ok && location.reload(), () => {}), 1000)`

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<noscript><meta http-equiv="refresh" content="10"></noscript>
<title>Building Signpost…</title>
<style>
  body { display: grid; place-content: center; min-height: 90vh; margin: 0 1rem; font: 1rem/1.5 system-ui, sans-serif }
  h1 { margin: 0; font-size: 1.25rem }
  p { margin: 0.25rem 0 1rem }
  progress { width: 100%; accent-color: #822ae8 }
</style>
<main>
  <h1>Building Signpost…</h1>
  <p role="status">This takes about a minute. The site opens here when it’s ready.</p>
  <progress aria-label="Building"></progress>
</main>
<script>${script}</script>
</html>
`

/**
 * Answers every request with 503 and a page that waits for the site, until the returned function is called. Rejects if
 * it can't listen there.
 */
export async function showWaitingPage(port: number, host: string | undefined): Promise<() => Promise<void>> {
  const server = createServer((_, response) => {
    response.writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '10',
      connection: 'close',
    })
    response.end(page)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
}
