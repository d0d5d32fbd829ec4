import { randomInt } from 'node:crypto'
import type { visitor } from './visitor'

/** Who signs in at the stand-in for GitHub (TEST_GITHUB). */
type Who = { login: string; name?: string; email: string; verified: boolean }

/** Goes from the site to GitHub and back, as a browser does, and goes on with the code. */
export async function signInAtGitHub(person: ReturnType<typeof visitor>, who: Who): Promise<void> {
  const body = JSON.stringify({ id: randomInt(1e9), ...who })
  await fetch(new URL('/__who', process.env.TEST_GITHUB), { method: 'POST', body })
  const started = await person.act<{ url: string }>('/', 'startProviderSignIn', 'github', '/')
  if (!started.result.ok) throw new Error(started.result.message)
  let address = new URL(started.result.data.url)
  while (address.pathname !== '/auth/callback') {
    const answer = await fetch(address, { redirect: 'manual' })
    const next = answer.headers.get('location')
    if (!next) throw new Error(`${address.pathname} answered ${answer.status}.`)
    address = new URL(next, address)
  }
  const code = address.searchParams.get('code')
  if (!code) throw new Error(`GitHub led back with ${address.search}.`)
  const { result } = await person.act('/auth/callback', 'exchangeCode', code)
  if (!result.ok) throw new Error(result.message)
}
