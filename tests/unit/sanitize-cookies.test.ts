import { createServerClient } from '@supabase/ssr'
import { expect, test, vi } from 'vitest'
import { listOwnVotes } from '../../lib/queries/viewer-votes'
import { requestSession } from '../../lib/session/request-session'
import { sanitizeCookies } from '../../lib/supabase/cookies'
import { viewerClient } from '../../lib/supabase/server'

vi.mock('@/lib/supabase/server', () => ({ viewerClient: vi.fn() }))

const sound = { access_token: 'e30.e30.x-_', refresh_token: 'r', expires_at: 4e9, user: { id: 'x' } }

/** A client whose cookie holds this session. */
function clientWith(session: unknown) {
  const value = `base64-${Buffer.from(JSON.stringify(session)).toString('base64url')}`
  return createServerClient('http://127.0.0.1:54321', 'key', {
    cookies: { getAll: () => sanitizeCookies([{ name: 'sb-127-auth-token', value }]), setAll: () => {} },
  })
}

test('a session has a token', async () => {
  const { data } = await requestSession(clientWith(sound))
  expect(data.session?.access_token).toBe(sound.access_token)
})

test.each([
  ...[
    'a\nb',
    'a.b.c\n',
    'a.b\0.c',
    'ключ.b.c',
    '',
    'a.b',
    'a.b.c.d',
    `a.b.${'c'.repeat(8_000)}`,
    7,
    {},
    [],
    null,
  ].map((access_token) => ({ ...sound, access_token })),
  { ...sound, user: 'x' },
  { ...sound, user: 7 },
  { ...sound, refresh_token: {} },
  { ...sound, refresh_token: 'a\0' },
  'x',
  null,
])('%j is none, nor does it fail', async (session) => {
  expect(await requestSession(clientWith(session))).toEqual({ data: { session: null }, error: null })
})

test.each(['PGRST301', 'PGRST303'])('a token refused with %s has no votes', async (code) => {
  const client = clientWith(sound)
  vi.spyOn(client, 'rpc').mockResolvedValue({ data: null, error: { code } } as never)
  vi.mocked(viewerClient).mockResolvedValue(client as never)
  expect(await listOwnVotes([1])).toEqual([])
})

test('a database failure is not treated as a visitor’s answer', async () => {
  const client = clientWith(sound)
  vi.spyOn(client, 'rpc').mockResolvedValue({ data: null, error: { code: '57014' } } as never)
  vi.mocked(viewerClient).mockResolvedValue(client as never)
  await expect(listOwnVotes([1])).rejects.toEqual({ code: '57014' })
})

test('a session in chunks is kept, with the other cookies', async () => {
  const text = `base64-${Buffer.from(JSON.stringify(sound)).toString('base64url')}`
  const cookies = [
    { name: 'theme', value: 'dark' },
    { name: 'sb-127-auth-token.0', value: text.slice(0, 40) },
    { name: 'sb-127-auth-token.1', value: text.slice(40) },
    { name: 'sb-127-auth-token-code-verifier', value: 'x' },
  ]
  expect(await sanitizeCookies(cookies)).toEqual(cookies)
  expect((await sanitizeCookies(cookies.toSpliced(2, 1))).map(({ name }) => name)).toEqual([
    'theme',
    'sb-127-auth-token-code-verifier',
  ])
})
