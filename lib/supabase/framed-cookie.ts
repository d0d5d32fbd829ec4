/**
 * Says that the page is in a frame of another site, where browsers only accept partitioned cookies. It grants
 * nothing. On https, the prefix of its name keeps other subdomains from setting it.
 */
export const framedCookie = (isSecure: boolean): string =>
  isSecure ? '__Host-signpost-framed' : 'signpost-framed'

/** Whether document.cookie has a cookie of exactly this name. */
export const hasCookie = (cookies: string, name: string): boolean =>
  cookies.split('; ').some((cookie) => cookie.startsWith(`${name}=`))
