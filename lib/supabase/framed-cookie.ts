/**
 * Says that the pages stand in a frame of another site, where browsers take cookies of one kind alone. It grants nothing.
 * On https its name has the prefix with which only this host can set it, and no other subdomain.
 */
export const framedCookie = (isSecure: boolean): string =>
  isSecure ? '__Host-signpost-framed' : 'signpost-framed'

/** Whether document.cookie has a cookie of exactly this name. */
export const hasCookie = (cookies: string, name: string): boolean =>
  cookies.split('; ').some((cookie) => cookie.startsWith(`${name}=`))
