import { beforeAll, expect, test } from 'vitest'
import { createMember } from '../support/database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>
let accessToken: string
beforeAll(async () => void ({ accessToken } = await createMember()))

const none = ['null', 'false', '0', '"x"', '{', '']
const noTexts = [5, {}, [], null, false].map((text) => JSON.stringify({ email: text, password: text }))
const noPasswords = [5, {}, [], null, false, 0].map((password) => JSON.stringify({ password }))

test.each([
  ['PUT', '/auth/v1/user', [...none, ...noPasswords]],
  ['PUT', '/auth/v1/%75ser/', [...none, ...noPasswords]],
  ['POST', '/auth/v1/token?grant_type=password', [...none, ...noTexts]],
  ['POST', '/auth/v1/token?grant_type=refresh_token', [...none, '{"refresh_token":5}']],
  ['POST', '/auth/v1/signup', [...none, ...noTexts]],
  ['POST', '/auth/v1/recover', [...none, ...noTexts]],
  ['POST', '/auth/v1/resend', [...none, ...noTexts]],
  ['POST', '/auth/v1/verify', [...none, '{"type":"signup","token_hash":5}']],
  ['POST', '/storage/v1/object/list/avatars', none],
  ['DELETE', '/storage/v1/object/avatars', none],
  ['POST', '/storage/v1/object/move', none],
  ['POST', '/storage/v1/object/sign/avatars/x', none],
])('%s %s with a body that says nothing is refused, and is no error', async (method, path, bodies) => {
  for (const body of bodies) {
    const { status } = await fetch(`${TEST_SUPABASE_URL}${path}`, {
      method,
      body,
      headers: {
        apikey: TEST_SUPABASE_PUBLISHABLE_KEY!,
        Authorization: `Bearer ${accessToken}`,
        'Content-Type': 'application/json',
      },
    })
    expect([body, status < 500]).toEqual([body, true])
  }
})
