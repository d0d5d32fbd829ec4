import { expect, test } from 'vitest'
import { contentPolicy } from '../../lib/publish/content-policy'
import { securityHeaders } from '../../lib/publish/security-headers'

test('other origins are named only when they are configured, and https only where it is', () => {
  const local = {
    siteUrl: 'http://localhost:3000',
    supabaseUrl: 'http://127.0.0.1:54321',
  }
  expect(contentPolicy(local)).not.toContain('clarity')
  expect(contentPolicy(local)).not.toContain('unsafe-eval')
  expect(contentPolicy(local)).not.toContain('upgrade-insecure-requests')
  const hosted = contentPolicy({
    ...local,
    siteUrl: 'https://feedback.example.com',
    supabaseUrl: 'https://abc.supabase.co',
    clarityId: 'x',
  })
  expect(hosted).toContain(
    "connect-src 'self' blob: https://abc.supabase.co https://www.clarity.ms https://*.clarity.ms;",
  )
  expect(hosted).toContain("script-src 'self' 'unsafe-inline' https://www.clarity.ms https://*.clarity.ms;")
  expect(contentPolicy(local)).not.toMatch(/frame-src|cloudflare|hcaptcha/)
  const checked = contentPolicy({ ...local, captchaProvider: 'hcaptcha' })
  for (const name of ['script-src', 'style-src', 'connect-src', 'frame-src']) {
    expect(checked).toMatch(new RegExp(`${name} [^;]*https://hcaptcha.com https://\\*.hcaptcha.com`))
  }
  expect(contentPolicy({ ...local, captchaProvider: 'turnstile' })).toContain(
    'frame-src https://challenges.cloudflare.com;',
  )
  const keys = (siteUrl: string) => securityHeaders(siteUrl).map(({ key }) => key)
  expect(keys('http://localhost:3000')).not.toContain('Strict-Transport-Security')
  expect(keys('https://feedback.example.com')).toContain('Strict-Transport-Security')
  // See the comment there: a colon would cost every request.
  for (const { value } of securityHeaders('https://feedback.example.com')) expect(value).not.toContain(':')
})
