import { afterEach, describe, expect, test, vi } from 'vitest'

const request = vi.hoisted(() => ({ headers: new Headers() }))
vi.mock('next/headers', () => ({ headers: () => Promise.resolve(request.headers) }))

describe('env', () => {
  afterEach(() => vi.unstubAllEnvs())

  async function load(variables: Record<string, string>) {
    vi.resetModules()
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
    return (await import('../../lib/env')).env
  }

  test('fills in defaults', async () => {
    const env = await load({ SITE_URL: '', SITE_NAME: '' })
    expect(env.SITE_URL).toBe('http://localhost:3000')
    expect(env.SITE_NAME).toBeUndefined()
    expect(env.NEXT_PUBLIC_CLARITY_ID).toBeUndefined()
  })

  test('drops the slash at the end of the site’s address', async () => {
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
})

describe('client address', () => {
  afterEach(() => vi.unstubAllEnvs())

  /** The address that the site takes for the sender’s behind this many trusted proxies. */
  async function addressBehind(proxies: number, forwarded?: string): Promise<string> {
    vi.resetModules()
    vi.stubEnv('TRUSTED_PROXIES', String(proxies))
    request.headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded })
    const { clientAddress } = await import('../../lib/supabase/client-address')
    return clientAddress()
  }

  test.each([
    ['one proxy adds who came to it', 1, '203.0.113.7', '203.0.113.7'],
    ['what the sender wrote before that counts for nothing', 1, '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['two proxies add two', 2, '198.51.100.1, 203.0.113.7, 10.0.0.2', '203.0.113.7'],
    ['spaces are no part of it', 1, ' 198.51.100.1 ,  2001:db8::7 ', '2001:db8::7'],
    ['fewer than there should be is nobody', 2, '203.0.113.7', ''],
    ['without the header it is nobody', 1, undefined, ''],
    ['without a proxy the header is the sender’s own word', 0, '203.0.113.7', ''],
  ])('%s', async (_, proxies, forwarded, address) => {
    expect(await addressBehind(proxies, forwarded)).toBe(address)
  })

  test('an address is short, whatever the header contains', async () => {
    expect(await addressBehind(1, `198.51.100.1, ${'x'.repeat(500)}`)).toHaveLength(64)
  })
})
