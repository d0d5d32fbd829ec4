import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllEnvs())

async function load(variables: Record<string, string>) {
  vi.resetModules()
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  return (await import('../../lib/env')).env
}

test('fills in what the operator left out', async () => {
  const env = await load({ SITE_URL: '', SITE_NAME: '' })
  expect(env.SITE_URL).toBe('http://localhost:3000')
  expect(env.SITE_NAME).toBeUndefined()
  expect(env.NEXT_PUBLIC_CLARITY_ID).toBeUndefined()
})

test('drops the slash at the end of the site address', async () => {
  expect((await load({ SITE_URL: 'https://example.com/' })).SITE_URL).toBe('https://example.com')
})

test.each([
  ['NEXT_PUBLIC_SUPABASE_URL', 'not an address'],
  ['NEXT_PUBLIC_SUPABASE_URL', 'ftp://example.com'],
  ['NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY', ''],
  ['SITE_URL', 'example.com'],
  ['SITE_NAME', 'x'.repeat(41)],
  ['MARKETING_URL', 'javascript:alert(1)'],
  ['NEXT_PUBLIC_CLARITY_ID', '"><script>'],
  ['REDIS_URL', 'http://127.0.0.1:6379'],
  ['CAPTCHA_PROVIDER', 'recaptcha'],
  // One without the other.
  ['CAPTCHA_SITE_KEY', '1x0'],
])('refuses a wrong %s and names it', async (name, value) => {
  await expect(load({ [name]: value })).rejects.toThrow(name)
})
