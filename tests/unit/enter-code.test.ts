import { beforeEach, expect, test, vi } from 'vitest'
import { enterCode } from '../../lib/actions/account'

const { auth, saveName, forgetSignUp } = vi.hoisted(() => ({
  auth: { verifyOtp: vi.fn(), updateUser: vi.fn() },
  saveName: vi.fn(),
  forgetSignUp: vi.fn(),
}))
vi.mock('next/cache', () => ({ refresh: () => {} }))
vi.mock('next/server', () => ({ after: () => {} }))
vi.mock('@/lib/session/rate-limit', () => ({ checkRateLimit: () => Promise.resolve(null) }))
vi.mock('@/lib/supabase/visitor', () => ({ visitorClient: () => ({}) }))
const signUp = { email: 'kim@example.com', name: 'Silly Stranger', password: 'what the stranger chose' }
vi.mock('@/lib/session/sign-up-proof', () => ({
  keepSignUp: () => {},
  readSignUp: () => Promise.resolve(signUp),
  forgetSignUp,
}))
const viewer = { single: () => ({ throwOnError: () => Promise.resolve({ data: { name: 'New member' } }) }) }
vi.mock('@/lib/supabase/server', () => ({
  viewerClient: () =>
    Promise.resolve({ auth, rpc: () => viewer, from: () => ({ update: () => ({ eq: saveName }) }) }),
}))

const enter = (given: { isSignUp?: boolean }, confirmed: string) => {
  const user = { id: 'kim', email_confirmed_at: confirmed, last_sign_in_at: '2026-11-24T10:00:00.4Z' }
  auth.verifyOtp.mockResolvedValue({ data: { user }, error: null })
  return enterCode({ email: 'Kim@example.com', code: '123456', ...given })
}
const [now, before] = ['2026-11-24T10:00:00Z', '2026-11-24T09:00:00Z']

beforeEach(() => {
  vi.clearAllMocks()
  auth.updateUser.mockResolvedValue({ data: { user: { id: 'kim' } } })
})

test('a code from “Continue with email” gives an account nothing from an earlier sign-up in this browser', async () => {
  expect(await enter({}, now)).toEqual({ ok: true, data: { isUnnamed: true, awaitsCode: false } })
  expect(auth.updateUser).not.toHaveBeenCalled()
  expect(saveName).not.toHaveBeenCalled()
})

test('neither does the sign-up form for an account confirmed earlier', async () => {
  expect(await enter({ isSignUp: true }, before)).toMatchObject({ ok: true })
  expect(auth.updateUser).not.toHaveBeenCalled()
})

test('the sign-up form sets its name and password when its code confirms the account', async () => {
  await enter({ isSignUp: true }, now)
  const { name, password } = signUp
  expect(auth.updateUser).toHaveBeenCalledWith({ password, data: { name } })
  expect(saveName).toHaveBeenCalledWith('id', 'kim')
  expect(forgetSignUp).toHaveBeenCalledOnce()
})
