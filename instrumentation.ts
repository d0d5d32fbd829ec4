import type { Instrumentation } from 'next'

/** Runs once per server. A wrong configuration stops the start with a message that names the variable. */
export async function register(): Promise<void> {
  const { env } = await import('./lib/env')
  // Written out, so that the middleware's bundle leaves out code that it never runs.
  // oxlint-disable-next-line node/no-process-env, no-restricted-globals
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    if (!env.NEXT_PUBLIC_CLARITY_ID) console.warn('NEXT_PUBLIC_CLARITY_ID is not set: session replay is off.')
    const { answerUnchanged } = await import('./lib/cache/answer-unchanged')
    const { keepDocuments } = await import('./lib/cache/document-cache')
    const { registerCaches } = await import('./lib/cache/page-cache')
    const { closeConnections, forwardToItself } = await import('./lib/instances/http-server')
    const { limitFraming } = await import('./lib/publish/limit-framing')
    const { limitBodies } = await import('./lib/publish/limit-bodies')
    const { hideMalformedAddresses } = await import('./lib/publish/malformed-address')
    const { storeSearches } = await import('./lib/publish/store-searches')
    const { limitConcurrency } = await import('./lib/publish/limit-concurrency')
    // Development stores no pages, so it has no changes to share. Its pages learn of changes over an upgraded
    // connection.
    if (env.NODE_ENV === 'production') {
      limitConcurrency()
      registerCaches()
      keepDocuments()
      answerUnchanged()
      storeSearches()
      // oxlint-disable-next-line no-restricted-globals
      forwardToItself(process)
      // oxlint-disable-next-line no-restricted-globals
      process.once('SIGTERM', closeConnections)
    }
    // After the request limit, so that waiting for a body doesn't take a slot.
    limitBodies()
    hideMalformedAddresses()
    // These listeners come before all others, because they refuse requests.
    if (env.NODE_ENV === 'production') limitFraming()
    const { reserveSiteName } = await import('./lib/session/with-secret-key')
    const { speakSiteLanguage } = await import('./lib/queries/language')
    // Not awaited, because the site also starts while the backend is down.
    void reserveSiteName()
    void speakSiteLanguage()
  }
}

/** Logs every unexpected server error once, without query, body and headers. */
export const onRequestError: Instrumentation.onRequestError = async (error, request, context) => {
  const { log, requestId } = await import('./lib/log')
  const { message, digest, code } = error as Error & { digest?: string; code?: string }
  log('error', message ?? String(error), {
    requestId: requestId(request.headers['x-request-id']),
    digest,
    code,
    method: request.method,
    path: request.path.split('?')[0]!.slice(0, 200),
    route: context.routePath,
    kind: context.routeType,
  })
}
