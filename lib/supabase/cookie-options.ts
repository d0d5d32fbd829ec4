/**
 * Flags of the session's cookies. Not HttpOnly: the browser's Supabase client keeps the session fresh.
 * @param isSecure whether the site is reached over https
 */
export function cookieOptions(isSecure: boolean) {
  return { path: '/', sameSite: 'lax' as const, secure: isSecure, maxAge: 400 * 24 * 60 * 60 }
}
