/** Session cookies by @supabase/ssr: sb-{first part of the backend's host}-auth-token, in chunks .0, .1 … when long. */
const sessionCookie = /^sb-.+-auth-token(\.\d+)?$/

export const isSessionCookie = (name: string): boolean => sessionCookie.test(name)

/**
 * Flags of the session's cookies. Not HttpOnly: the browser's Supabase client keeps the session fresh.
 * @param siteUrl where the site is reached; Secure is set on https only
 */
export function sessionCookieOptions(siteUrl: string) {
  return {
    path: '/',
    sameSite: 'lax' as const,
    secure: siteUrl.startsWith('https:'),
    maxAge: 400 * 24 * 60 * 60,
  }
}
