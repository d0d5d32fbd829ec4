import { env } from '../env'
import { guardedPaths } from '../session/guarded-paths'
import { captchaOrigins, clarityOrigins } from './content-policy'
import { createNonce, scriptPolicy } from './script-policy'
import { framePolicy } from './security-headers'

/** The pages rendered per request. The middleware's matcher names them as well. */
export const pagesPerRequest = [
  ...guardedPaths.map(([path]) => path),
  '/settings/activity',
  '/settings/code',
  '/dashboard/api-keys',
  '/dashboard/changelog',
  '/dashboard/changelog/edit',
  '/dashboard/changelog/preview',
  '/dashboard/duplicates',
  '/dashboard/hidden',
  '/dashboard/import',
  '/dashboard/insights',
  '/dashboard/log',
  '/dashboard/mails',
  '/dashboard/people',
  '/dashboard/reports',
  '/dashboard/search',
  '/dashboard/settings',
  '/dashboard/settings/categories',
  '/dashboard/settings/moderation',
  '/dashboard/settings/replies',
  '/dashboard/settings/sign-in',
  '/dashboard/settings/states',
  '/dashboard/settings/team',
  '/dashboard/settings/widget',
  '/dashboard/votes',
  '/dashboard/webhooks',
  '/search',
  '/mailbox',
  '/notifications/mail',
  '/auth/confirm',
  '/auth/callback',
  '/auth/own',
  '/auth/invitation',
]

type Asked = { method: string; headers: Headers; nextUrl: { pathname: string } }

/** Null for a stored page, which names its scripts itself. A form sent without JavaScript gets a rendered page. */
export function requestPolicy({ method, headers, nextUrl }: Asked): string | null {
  const isForm = method === 'POST' && !headers.has('next-action')
  if (env.NODE_ENV === 'development' || !(pagesPerRequest.includes(nextUrl.pathname) || isForm)) return null
  const origins = [
    ...clarityOrigins(env.NEXT_PUBLIC_CLARITY_ID, env.NEXT_PUBLIC_CLARITY_URL),
    ...captchaOrigins(env.CAPTCHA_PROVIDER),
  ]
  return `${framePolicy}; ${scriptPolicy([`'nonce-${createNonce()}'`, ...origins])}`
}
