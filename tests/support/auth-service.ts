import { afterEach, beforeEach, vi } from 'vitest'

/** The auth service, the database and the request that account actions get. */
export const auth = {
  signInWithPassword: vi.fn(),
  signUp: vi.fn(),
  resetPasswordForEmail: vi.fn(),
  resend: vi.fn(),
  updateUser: vi.fn(),
  verifyOtp: vi.fn(),
  getUser: vi.fn(),
  signOut: vi.fn(),
  setSession: vi.fn(),
}
export const rpc = vi.fn()
export const saveName = vi.fn()
export const cookies = new Map<string, string>()
export const afterwards: (() => unknown)[] = []

vi.mock('next/cache', () => ({ refresh: () => {} }))
vi.mock('next/server', () => ({ after: (work: () => unknown) => afterwards.push(work) }))
vi.mock('next/headers', () => ({
  headers: () => Promise.resolve(new Headers()),
  cookies: () =>
    Promise.resolve({
      has: (name: string) => cookies.has(name),
      get: (name: string) => (cookies.has(name) ? { name, value: cookies.get(name) } : undefined),
      set: (name: string, value: string) => void cookies.set(name, value),
      delete: ({ name }: { name: string }) => void cookies.delete(name),
    }),
}))
const from = () => ({
  update: (row: unknown) => ({ eq: (_: string, id: string) => Promise.resolve(saveName(row, id)) }),
})
vi.mock('@/lib/supabase/visitor', () => ({ visitorClient: () => ({ auth }) }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => Promise.resolve({ auth, rpc, from }) }))

vi.mock('@/lib/supabase/secret', () => ({
  // Counts no attempts.
  secretClient: {
    rpc: (name: string, sent: unknown) =>
      /attempts?$/.test(name) ? Promise.resolve({ data: 0 }) : rpc(name, sent),
  },
}))

export const person = { email: 'kim@example.com', password: 'correct horse battery' }

/** Before each test of a file, the service answers nothing yet and the clock stands still. */
export function useAuthService(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.clearAllMocks()
    rpc.mockResolvedValue({ data: true, error: null })
    cookies.clear()
    afterwards.length = 0
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(() => vi.useRealTimers())
}
