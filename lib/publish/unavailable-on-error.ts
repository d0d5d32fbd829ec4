import 'server-only'
import { unstable_rethrow } from 'next/navigation'
import { log } from '../log'

/** What is said when something that an answer needs is out of reach. */
export const unavailableHeaders = { 'Retry-After': '10', 'Cache-Control': 'no-store' }

/** A route whose failure is answered with 503: programs that read feeds and sitemaps come again later. */
export function unavailableOnError<Args extends unknown[]>(
  answer: (...args: Args) => Promise<Response>,
): (...args: Args) => Promise<Response> {
  return async (...args) => {
    try {
      return await answer(...args)
    } catch (error) {
      // Redirects are thrown as well.
      unstable_rethrow(error)
      log('error', error instanceof Error ? error.message : String(error), { kind: 'route' })
      return new Response('Please try again in a moment.\n', { status: 503, headers: unavailableHeaders })
    }
  }
}
