import 'server-only'
import { env } from '../env'
import { cookieOptions } from './cookies'
import { framedCookie } from './framed-cookie'

type Cookies = { has: (name: string) => boolean }

export const isFramed = (cookies: Cookies): boolean =>
  cookies.has(framedCookie(env.SITE_URL.startsWith('https:')))

export const sessionFlags = (cookies: Cookies) =>
  cookieOptions(env.SITE_URL.startsWith('https:'), isFramed(cookies))
