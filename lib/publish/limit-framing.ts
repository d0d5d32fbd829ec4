import { beforeRequests } from './before-requests'
import { framedBy, isEmbedPage } from './security-headers'

const known = new Map<string, string>()

/** Remembers which sites may frame a page of the widget, as it says itself (lib/cache/canonical-page.ts). */
export const noteAncestors = (path: string, origins: string): void => void known.set(path, origins)

/**
 * Makes every response at the widget's addresses say who may frame it: as the page there said last, or no one. Errors
 * and refusals are made by no page.
 */
export function limitFraming(): void {
  beforeRequests((request, response, pass) => {
    const path = request.url!.split('?')[0]!
    if (isEmbedPage(path)) {
      const { writeHead } = response
      response.writeHead = function (this: typeof response, ...given: unknown[]) {
        const policy = String(response.getHeader('content-security-policy') ?? '')
        if (!policy.includes('frame-ancestors')) {
          response.appendHeader('Content-Security-Policy', framedBy(known.get(path) ?? ''))
        }
        return Reflect.apply(writeHead, response, given)
      }
    }
    pass()
  })
}
