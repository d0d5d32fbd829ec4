import { beforeRequests } from './before-requests'
import { framedBy, isEmbedPage } from './security-headers'

let known = ''

/** Remembers which sites may frame the widget, as its last page said (lib/cache/canonical-page.ts). */
export const noteAncestors = (origins: string): void => void (known = origins)

/**
 * Makes every response at the widget's addresses say who may frame it. Its pages say it themselves, but errors and
 * refusals are made by no page.
 */
export function limitFraming(): void {
  beforeRequests((request, response, pass) => {
    if (isEmbedPage(request.url!.split('?')[0]!)) {
      const { writeHead } = response
      response.writeHead = function (this: typeof response, ...given: unknown[]) {
        const policy = String(response.getHeader('content-security-policy') ?? '')
        if (!policy.includes('frame-ancestors')) {
          response.appendHeader('Content-Security-Policy', framedBy(known))
        }
        return Reflect.apply(writeHead, response, given)
      }
    }
    pass()
  })
}
