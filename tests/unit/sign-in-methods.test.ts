import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('next/cache', () => ({ cacheLife: () => {} }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => {} }))
vi.mock('@/lib/env', () => ({
  env: {
    NEXT_PUBLIC_SUPABASE_URL: 'https://project.test',
    NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
    SUPABASE_SECRET_KEY: 'sb_secret_x',
    AUTH_PROVIDERS: [],
  },
}))

/** A project with a captcha, which it doesn't ask of the server. */
const project = vi.fn<(path: string, headers: Headers) => object>()
beforeEach(() => {
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    Promise.resolve(Response.json(project(new URL(input).pathname, new Headers(init.headers)))),
  )
})

test('behind a captcha, the site doesn’t offer codes that the project doesn’t send', async () => {
  project.mockImplementation((path, headers) => {
    if (path === '/auth/v1/settings') return { external: { email: true } }
    const isServer = headers.get('authorization') === 'Bearer sb_secret_x'
    return { error_code: isServer ? 'email_provider_disabled' : 'captcha_failed' }
  })
  const { getSignInMethods } = await import('../../lib/queries/sign-in-methods')
  expect(await getSignInMethods()).toEqual([])
})
