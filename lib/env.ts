import 'server-only'
import * as z from 'zod'

const optional = (schema: z.ZodType<string>) => z.preprocess((value) => value || undefined, schema.optional())
const address = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as https://feedback.example.com',
})

const variables = z.object({
  NODE_ENV: z.string().optional(),
  BUILD_ID: z.string().default('development'),
  SIGNPOST_VERSION: z.string().default('unknown'),
  BUILD_TIME: z.coerce.number().default(0),
  BUILD_FOLDER: z.string().default('.next'),
  /** True when building without a database: pages are then rendered on their first request. */
  SIGNPOST_OFFLINE_BUILD: z.preprocess((value) => value === '1', z.boolean()),
  NEXT_PUBLIC_SUPABASE_URL: address,
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: z.string({ error: 'is missing' }).min(1, 'is empty'),
  SUPABASE_SECRET_KEY: optional(z.string()),
  DATABASE_URL: optional(
    z.url({ protocol: /^postgres(ql)?$/, error: 'must be a connection string such as postgresql://…' }),
  ),
  SMTP_URL: optional(
    z.url({
      protocol: /^smtps?$/,
      error: 'must be an address such as smtps://user:password@mail.example.com',
    }),
  ),
  MAIL_FROM: optional(
    z
      .string()
      .regex(/^[^<>@\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must look like Signpost <feedback@example.com>'),
  ),
  JOBS_SECRET: optional(z.string().min(16, 'has fewer than 16 characters')),
  WEBHOOKS_TO_LOOPBACK: z.preprocess((value) => value === '1', z.boolean()),
  MAIL_WEBHOOK_SECRET: optional(z.string().min(16, 'has fewer than 16 characters')),
  SITE_URL: z.preprocess((value) => value || 'http://localhost:3000', address),
  SITE_NAME: optional(z.string().max(40, 'is longer than 40 characters')),
  SITE_LOGO_URL: optional(z.string()),
  MARKETING_URL: optional(address),
  TRUSTED_PROXIES: z.preprocess(
    (value) => value || '0',
    z.coerce.number({ error: 'must be a number from 0 to 10' }).int().min(0).max(10),
  ),
  REDIS_URL: optional(
    z.url({ protocol: /^rediss?$/, error: 'must be an address such as redis://127.0.0.1:6379' }),
  ),
  AUTH_PROVIDERS: z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
        : [],
    z.array(
      z
        .string()
        .regex(
          /^[a-z0-9][a-z0-9:_-]*(=[^<>]{1,40})?$/,
          'must name providers such as github or custom:acme=Acme',
        ),
    ),
  ),
  SIGNPOST_MAILBOX: optional(z.string()),
  /** True if SMTP_URL leads to the local mailbox. */
  SIGNPOST_SAVES_MAILS: z.preprocess((value) => value === '1', z.boolean()),
  NEXT_PUBLIC_CLARITY_ID: optional(z.string().regex(/^[a-z0-9]+$/i, 'must be letters and digits')),
  NEXT_PUBLIC_CLARITY_URL: optional(address),
  CAPTCHA_PROVIDER: z.preprocess(
    (value) => value || undefined,
    z.enum(['turnstile', 'hcaptcha'], 'must be turnstile or hcaptcha').optional(),
  ),
  CAPTCHA_SITE_KEY: optional(z.string().regex(/^[\w-]+$/, 'must be letters, digits, - and _')),
})
const schema = variables
  .refine((env) => !env.CAPTCHA_PROVIDER === !env.CAPTCHA_SITE_KEY, {
    path: ['CAPTCHA_SITE_KEY'],
    error: 'and CAPTCHA_PROVIDER must be set together',
  })
  .refine((env) => !env.SMTP_URL === !env.MAIL_FROM, {
    path: ['MAIL_FROM'],
    error: 'and SMTP_URL must be set together',
  })

export const env = parse({
  ...process.env,
  // Written out, because Next replaces these during the build.
  BUILD_ID: process.env.BUILD_ID,
  SIGNPOST_VERSION: process.env.SIGNPOST_VERSION,
  BUILD_TIME: process.env.BUILD_TIME,
  BUILD_FOLDER: process.env.BUILD_FOLDER,
})

function parse(source: Record<string, string | undefined>) {
  const result = schema.safeParse(source)
  if (result.success) {
    const SITE_URL = result.data.SITE_URL.replace(/\/+$/, '')
    return { ...result.data, SITE_URL }
  }
  const sentences = result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`)
  throw new Error(`The configuration is invalid: ${sentences.join(' ')} See .env.example.`)
}
