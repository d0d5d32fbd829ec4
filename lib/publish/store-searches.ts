import { isValidSearch, storedSearchAddress } from '../post/stored-search'
import { hasSession, isSessionFresh } from '../session/cookie'
import { beforeRequests } from './before-requests'

/** For documents only. The middleware could do it too, but would cost more than the page. */
export function storeSearches(): void {
  beforeRequests((request, _, pass) => {
    if (request.method === 'GET' && request.url!.startsWith('/search?')) {
      const { rsc, cookie = '' } = request.headers
      const url = new URL(request.url!, 'http://site')
      const stored =
        rsc || (hasSession(cookie) && !isSessionFresh(cookie)) || !isValidSearch(url)
          ? null
          : storedSearchAddress(url.searchParams, Date.now())
      if (stored) request.url = stored
    }
    pass()
  })
}
