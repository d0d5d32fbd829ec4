/**
 * Session cookies by
 * @supabase/ssr: sb-{first part of the backend's host}-auth-token, in chunks .0, .1 … when long.
 */
const name = String.raw`sb-[^=;]+-auth-token(?:\.\d+)?`
const whole = new RegExp(`^${name}$`)

/** Finds a session cookie that isn't empty in a Cookie header or document.cookie: the source of a pattern. */
export const sessionCookiePattern = `(?:^|; )${name}=[^;]`

/**
 * Set until the session that came with it is due to be renewed. Until then, a page needn't check it, and is a file as
 * for a visitor. Grants nothing.
 */
export const freshCookie = 'signpost-fresh'

export const isSessionCookie = (given: string): boolean => whole.test(given)

/** @param cookies a Cookie header or document.cookie */
export const hasSession = (cookies: string): boolean => new RegExp(sessionCookiePattern).test(cookies)

/** In the browser: whether someone may be signed in on this device. */
export const hasSessionCookie = (): boolean => new RegExp(sessionCookiePattern).test(document.cookie)
