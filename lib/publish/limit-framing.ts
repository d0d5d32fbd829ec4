import { beforeRequests } from './before-requests'
import { framedBy, isEmbedPage } from './security-headers'

const known = new Map<string, string>()

/** Stores which sites may frame a page of the widget, as the page's own header says (lib/cache/canonical-page.ts). */
export const noteAncestors = (path: string, origins: string): void => void known.set(path, origins)

/** Errors and refusals don't come from a page, so they lack its header. */
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
