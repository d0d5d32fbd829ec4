import { beforeRequests } from './before-requests'

/** No route is that deep, so this is the 404 page. A route with parameters would try to decode the address again. */
const nowhere = '/-/-/-'

/** Contains neither NUL nor a percent sign: what is encoded twice would be decoded twice. */
export function isDecodable(path: string): boolean {
  try {
    return !path.includes('%') || !/[\0%]/.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Answers addresses that can't be decoded with the 404 page. Next would answer them with 400 or 500. */
export function hideMalformedAddresses(): void {
  beforeRequests((request, _, pass) => {
    // `OPTIONS *` is about the whole server, and `*` is no address.
    if (request.url === '*' || !isDecodable(request.url!.split('?', 1)[0]!)) request.url = nowhere
    pass()
  })
}
