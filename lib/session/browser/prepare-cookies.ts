import { framedCookie, hasCookie } from '../../supabase/framed-cookie'

/** A cookie that is for a site's own pages alone: where it can't be set, these stand in a frame of another site. */
const probe = 'signpost-probe'
const has = (name: string) => hasCookie(document.cookie, name)

/**
 * In a frame of another site, has the server set cookies that browsers take there: those for this site below that one
 * alone (CHIPS).
 * @returns false where the browser takes none, so nobody can be signed in
 */
export function prepareCookies(): boolean {
  document.cookie = `${probe}=1; Path=/; SameSite=Lax; Max-Age=10`
  if (has(probe)) return true
  const framed = framedCookie(location.protocol === 'https:')
  document.cookie = `${framed}=1; Path=/; SameSite=None; Secure; Partitioned`
  return has(framed)
}
