import { expect, test } from 'vitest'
import { keyOfLink } from './project'
import { newEmail, password, visitor } from './visitor'

const people = 40

test('forty people at forty addresses sign up, confirm and reset within a minute, and no one is refused', async () => {
  // Read the site's scripts once, before measuring.
  await visitor().act('/', 'signIn', { email: '', password: '' })
  const refusals: Record<string, number> = {}
  const start = performance.now()

  async function journey(): Promise<void> {
    const [person, elsewhere, email] = [visitor(), visitor(), newEmail()]
    const chosen = `another ${password}`
    const steps = {
      'sign-up': () => person.signUp(email),
      confirmation: async () => person.confirm(await keyOfLink(email, 'signup')),
      'sign-in': () => visitor(person.address).signIn(email),
      recovery: () => elsewhere.act('/forgot-password', 'requestRecovery', { email }),
      'recovery link': async () => {
        const link = { tokenHash: await keyOfLink(email, 'recovery'), type: 'recovery' }
        return elsewhere.act('/auth/confirm', 'confirmMailLink', link)
      },
      'new password': () =>
        elsewhere.act('/reset-password', 'resetPassword', { password: chosen, repeatPassword: chosen }),
      'sign-in with it': () => visitor(person.address).signIn(email, chosen),
    }
    for (const [step, take] of Object.entries(steps)) {
      const { result } = await take()
      if (result.ok) continue
      const refusal = `${step}: ${result.message}`
      refusals[refusal] = (refusals[refusal] ?? 0) + 1
      return
    }
  }

  await Promise.all(Array.from({ length: people }, journey))
  expect(refusals).toEqual({})
  const seconds = (performance.now() - start) / 1_000
  console.log(`${people} people in ${seconds.toFixed(1)} s`)
  expect(seconds).toBeLessThan(60)
})
