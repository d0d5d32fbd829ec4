/** It grants nothing. On https, its name's prefix keeps other subdomains from setting it. */
export const framedCookie = (isSecure: boolean): string =>
  isSecure ? '__Host-signpost-framed' : 'signpost-framed'

export const hasCookie = (cookies: string, name: string): boolean =>
  cookies.split('; ').some((cookie) => cookie.startsWith(`${name}=`))
