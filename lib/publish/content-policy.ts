import { captchaOrigins } from './captcha'
import { clarityOrigins } from './clarity'

type Configuration = {
  siteUrl: string
  supabaseUrl: string
  clarityId?: string
  clarityUrl?: string
  captchaProvider?: string
  /** React needs eval to point at the source of an error there, and nowhere else. */
  isDevelopment?: boolean
}

/**
 * What a page may load, for a meta element at its head. Which of its inline scripts may run is said by a header
 * (script-policy.ts), for the element is part of a stored page before its scripts are known; both hold.
 */
export function contentPolicy(configuration: Configuration): string {
  const { siteUrl, supabaseUrl, clarityId, clarityUrl, captchaProvider, isDevelopment } = configuration
  const backend = new URL(supabaseUrl).origin
  const clarity = clarityOrigins(clarityId, clarityUrl)
  const captcha = captchaOrigins(captchaProvider)
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': [
      "'self'",
      "'unsafe-inline'",
      ...(isDevelopment ? ["'unsafe-eval'"] : []),
      ...clarity,
      ...captcha,
    ],
    'style-src': ["'self'", "'unsafe-inline'", ...captcha],
    'img-src': ["'self'", 'data:', 'blob:', backend, ...clarity],
    'connect-src': ["'self'", 'blob:', backend, ...clarity, ...captcha],
    ...(captcha.length > 0 ? { 'frame-src': captcha } : {}),
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  }
  const rules = Object.entries(policy).map(([name, sources]) => `${name} ${sources.join(' ')}`)
  return [...rules, ...(siteUrl.startsWith('https:') ? ['upgrade-insecure-requests'] : [])].join('; ')
}
