import type { env } from '../env'

/** The checks against robots that a Supabase project can ask for. */
export type CaptchaProvider = NonNullable<(typeof env)['CAPTCHA_PROVIDER']>

const origins: Record<string, string[]> = {
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
} satisfies Record<CaptchaProvider, string[]>

/** What the check is loaded from and talks to; nothing when the site has none. */
export const captchaOrigins = (provider: string | undefined): string[] => origins[provider ?? ''] ?? []
