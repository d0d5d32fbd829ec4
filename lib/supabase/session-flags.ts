import 'server-only'
import { env } from '../env'
import { cookieOptions } from './cookies'
import { framedCookie } from './framed-cookie'

type Cookies = { has: (name: string) => boolean }

/** Whether a request comes from the widget in a page of another site. */
export const isFramed = (cookies: Cookies): boolean =>
  cookies.has(framedCookie(env.SITE_URL.startsWith('https:')))

/** Flags of the session's cookies in the response to a request with these cookies. */
export const sessionFlags = (cookies: Cookies) =>
  cookieOptions(env.SITE_URL.startsWith('https:'), isFramed(cookies))
