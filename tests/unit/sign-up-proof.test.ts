import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const { store } = vi.hoisted(() => ({ store: new Map<string, { value: string; flags: object }>() }))
vi.mock('next/headers', () => ({
  cookies: () =>
    Promise.resolve({
      get: (name: string) => store.get(name),
      set: (name: string, value: string, flags: object) => store.set(name, { value, flags }),
      delete: ({ name }: { name: string }) => store.delete(name),
    }),
}))

const signUp = { email: 'nora@example.com', name: 'Nora „Lin“', password: 'correct horse battery' }
const name = '__Host-signpost-sign-up'

/** The module as an instance with this secret key loads it. */
async function withKey(secret: string) {
  vi.resetModules()
  vi.stubEnv('SUPABASE_SECRET_KEY', secret)
  return import('../../lib/session/sign-up-proof')
}

beforeEach(() => store.clear())
afterEach(() => {
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

test('every instance can read a choice for an hour, and no one else can', async () => {
  vi.useFakeTimers()
  await (await withKey('sb_secret_one')).keepSignUp(signUp)
  const { value, flags } = store.get(name)!
  expect(flags).toEqual({ path: '/', httpOnly: true, sameSite: 'lax', secure: true, maxAge: 3600 })
  for (const part of Object.values(signUp)) {
    expect(Buffer.from(value, 'base64url').includes(part)).toBe(false)
  }
  const { readSignUp, forgetSignUp } = await withKey('sb_secret_one')
  expect(await readSignUp()).toEqual(signUp)
  expect(await (await withKey('sb_secret_other')).readSignUp()).toBeNull()
  vi.advanceTimersByTime(3_600_000)
  expect(await readSignUp()).toBeNull()
  await forgetSignUp()
  expect(store.size).toBe(0)
})

test('two identical sign-ups look different', async () => {
  const { keepSignUp } = await withKey('sb_secret_one')
  const kept = new Set<string>()
  for (let count = 0; count < 2; count++) {
    await keepSignUp(signUp)
    kept.add(store.get(name)!.value)
  }
  expect(kept.size).toBe(2)
})

test('a changed or forged value is ignored', async () => {
  const { keepSignUp, readSignUp } = await withKey('sb_secret_one')
  await keepSignUp(signUp)
  const { value, flags } = store.get(name)!
  const bytes = Buffer.from(value, 'base64url')
  const changed = Array.from(bytes, (_, place) => {
    const copy = Buffer.from(bytes)
    copy[place]! ^= 1
    return copy.toString('base64url')
  })
  const cut = [bytes.subarray(0, -1), bytes.subarray(1), bytes.subarray(0, 20)].map((one) =>
    one.toString('base64url'),
  )
  for (const wrong of [...changed, ...cut, '', 'x', '%', Buffer.alloc(200).toString('base64url')]) {
    store.set(name, { value: wrong, flags })
    expect(await readSignUp(), wrong).toBeNull()
  }
})

test('without a secret key nothing is kept', async () => {
  const { keepSignUp, readSignUp } = await withKey('')
  await keepSignUp(signUp)
  expect(store.size).toBe(0)
  expect(await readSignUp()).toBeNull()
})
