/** By @supabase/ssr: sb-{first part of the backend's host}-auth-token, in chunks .0, .1 … when long. */
const name = String.raw`sb-[^=;]+-auth-token(?:\.\d+)?`
const whole = new RegExp(`^${name}$`)

export const sessionCookiePattern = `(?:^|; )${name}=[^;]`

/** Until its session is due, a page needn't check it, and is a file as for a visitor. Grants nothing. */
export const freshCookie = 'signpost-fresh'

export const isSessionCookie = (given: string): boolean => whole.test(given)

export const hasSession = (cookies: string): boolean => new RegExp(sessionCookiePattern).test(cookies)

const fresh = new RegExp(`(?:^|; )${freshCookie}=[^;]`)

export const isSessionFresh = (cookies: string): boolean => fresh.test(cookies)

export const hasSessionCookie = (): boolean => new RegExp(sessionCookiePattern).test(document.cookie)
