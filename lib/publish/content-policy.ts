import type { env } from '../env'

type Configuration = {
  siteUrl: string
  supabaseUrl: string
  clarityId?: string
  clarityUrl?: string
  captchaProvider?: string
  /** In development, React needs eval to point at the source of an error. */
  isDevelopment?: boolean
}

/** For a meta element, which is stored with the page. A header adds its inline scripts (script-policy.ts). */
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

export type CaptchaProvider = NonNullable<(typeof env)['CAPTCHA_PROVIDER']>

const origins: Record<string, string[]> = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} satisfies Record<CaptchaProvider, string[]>

export const captchaOrigins = (provider: string | undefined): string[] => origins[provider ?? ''] ?? []

/** The address of the session replay script, up to the id: Microsoft's own unless the operator set another. */
export const clarityUrl = (own: string | undefined): string => own || 'https://www.clarity.ms/tag/'

export function clarityOrigins(id: string | undefined, url: string | undefined): string[] {
  return id ? [new URL(clarityUrl(url)).origin, 'https://*.clarity.ms'] : []
}
