import { expect, test } from 'vitest'
import { limitGuesses } from '../../supabase/local/rate-limits'

const refuse = async () => Response.json({}, { status: 400 })

test.each(['grant_type=password', 'grant_type=%70assword', 'x=1&grant_type=password'])(
  'the 21st wrong password is not looked at, with %s',
  async (query) => {
    const answer = limitGuesses(refuse, 'secret')
    const guess = async (email: string) => {
      const body = JSON.stringify({ email, password: 'x' })
      const url = `http://127.0.0.1:54321/auth/v1/%74oken?${query}`
      return (await answer(new Request(url, { method: 'POST', body }), '127.0.0.1')).status
    }
    for (let count = 0; count < 20; count++) expect(await guess('kim@example.com')).toBe(400)
    expect(await guess(' Kim@example.com')).toBe(429)
    expect(await guess('ada@example.com')).toBe(400)
  },
)
