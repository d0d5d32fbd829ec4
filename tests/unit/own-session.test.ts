import { beforeEach, expect, test, vi } from 'vitest'

const generateLink = vi.fn()
const verifyOtp = vi.fn()
const rpc = vi.fn(() => ({ throwOnError: async () => {} }))
vi.mock('../../lib/supabase/secret', () => ({ secretClient: { auth: { admin: { generateLink } }, rpc } }))
vi.mock('../../lib/supabase/visitor', () => ({ visitorClient: () => ({ auth: { verifyOtp } }) }))
const { openOwnSession } = await import('../../lib/session/own-session')

const person = '00000000-0000-4000-8000-000000000001'
const session = { access_token: `a.${btoa('{"session_id":"s"}')}.c`, user: { id: person } }
beforeEach(() => {
  vi.clearAllMocks()
  verifyOtp.mockResolvedValue({ data: { session }, error: null })
})
const linkOf = (id: string) =>
  generateLink.mockResolvedValue({ data: { user: { id }, properties: { hashed_token: 'x' } }, error: null })

test('a session is opened and recorded for the linked account', async () => {
  linkOf(person)
  expect(await openOwnSession(person, 'kim@example.com')).toBe(session)
  expect(rpc).toHaveBeenCalledWith('note_own_session', { session_id: 's', person })
})

test('no session is opened if the address now belongs to another account', async () => {
  linkOf('00000000-0000-4000-8000-000000000002')
  expect(await openOwnSession(person, 'kim@example.com')).toBeNull()
  expect(verifyOtp).not.toHaveBeenCalled()
})
