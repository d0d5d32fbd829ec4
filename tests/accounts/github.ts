import { randomInt } from 'node:crypto'
import type { visitor } from './visitor'

/** The person who signs in at the stand-in for GitHub and GitLab (TEST_GITHUB). */
type Who = { id?: number; login: string; name?: string; email: string; verified: boolean }

/** Goes from the site to GitHub and back as a browser does, and continues with the code. */
export async function signInAtGitHub(
  person: ReturnType<typeof visitor>,
  who: Who,
  provider = 'github',
): Promise<void> {
  const started = await person.act<{ url: string }>('/', 'startProviderSignIn', provider, '/')
  if (!started.result.ok) throw new Error(started.result.message)
  const code = (await leadBack(started.result.data.url, who)).get('code')
  const { result } = await person.act('/auth/callback', 'exchangeCode', code)
  if (!result.ok) throw new Error(result.message)
}

/** The parameters of the address that the person comes back to. */
export async function leadBack(url: string, who: Who): Promise<URLSearchParams> {
  const body = JSON.stringify({ id: randomInt(1e9), ...who })
  await fetch(new URL('/__who', process.env.TEST_GITHUB), { method: 'POST', body })
  let address = new URL(url)
  while (address.pathname !== '/auth/callback') {
    const answer = await fetch(address, { redirect: 'manual' })
    const next = answer.headers.get('location')
    if (!next) throw new Error(`${address.pathname} answered ${answer.status}.`)
    address = new URL(next, address)
  }
  return address.searchParams
}
