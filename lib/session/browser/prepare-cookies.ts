import { framedCookie, hasCookie } from '../../supabase/framed-cookie'

/** A cookie that only works on a site's own pages. If it can't be set, the page is in a frame of another site. */
const probe = 'signpost-probe'
const has = (name: string) => hasCookie(document.cookie, name)

/** Asks the server for partitioned cookies (CHIPS), which browsers accept there. False if no one can sign in. */
export function prepareCookies(): boolean {
  document.cookie = `${probe}=1; Path=/; SameSite=Lax; Max-Age=10`
  if (has(probe)) return true
  const framed = framedCookie(location.protocol === 'https:')
  document.cookie = `${framed}=1; Path=/; SameSite=None; Secure; Partitioned`
  return has(framed)
}
