import type { Cluster } from './cluster.ts'
import { ask } from './ask.ts'
import { type Member } from './crowd.ts'

export type Mixed = {
  visitorAnswers: number
  memberAnswers: number
  /** Cookies that members received. Without any, this test proves nothing. */
  cookiesSet: number
  storedAnswers: number
  /** Answers to visitors, or stored ones, with a person's cookie or name; answers to a member with another's. */
  leaks: string[]
}

/** People request the same pages with and without their sessions, which are renewed at every other request. */
export async function mixSessions(
  { site, proxy }: Cluster,
  members: Member[],
  seconds: number,
): Promise<Mixed> {
  const end = performance.now() + seconds * 1_000
  const names = members.map(({ name }) => name)
  const mixed: Mixed = { visitorAnswers: 0, memberAnswers: 0, cookiesSet: 0, storedAnswers: 0, leaks: [] }
  const paths = [
    '/',
    '/new-features',
    '/new-features/dark-mode',
    '/search?q=dark',
    '/settings',
    '/api/viewer',
  ]

  async function act(member: Member): Promise<void> {
    let { cookie } = member
    for (let turn = 0; turn === 0 || performance.now() < end; turn++) {
      const path = paths[Math.floor(Math.random() * paths.length)]!
      // Each person's session has been renewed at least once.
      const isSignedIn = turn === 0 || Math.random() < 0.5
      if (isSignedIn && (turn === 0 || Math.random() < 0.5)) cookie = outdate(cookie)
      const { status, text, cookies } = await ask(site + path, isSignedIn ? { headers: { cookie } } : {})
      const shown = names.filter((name) => text.includes(name))
      const problem = (what: string) => mixed.leaks.push(`${what}: ${path} ${status}`)
      if (isSignedIn) {
        mixed.memberAnswers++
        mixed.cookiesSet += cookies.length
        cookie = applyCookies(cookie, cookies)
        if (shown.some((name) => name !== member.name)) problem('another member')
        if (path === '/api/viewer' && status === 200 && shown.length === 0) problem('nobody')
      } else {
        mixed.visitorAnswers++
        if (cookies.length > 0) problem('a cookie')
        if (shown.length > 0) problem('a name')
      }
    }
  }

  await Promise.all(members.map(act))
  for (const { headers, body } of proxy!.storedAnswers()) {
    mixed.storedAnswers++
    const address = /^KEY: (.*)$/m.exec(headers)?.[1]
    if (/set-cookie|auth-token/i.test(headers)) mixed.leaks.push(`a stored cookie: ${address}`)
    if (names.some((name) => body.includes(name))) mixed.leaks.push(`a stored name: ${address}`)
  }
  return mixed
}

/** The same session with an expired access token, so that the next answer renews it. */
function outdate(cookie: string): string {
  const { name, session } = readSession(cookie)
  return `${name}=base64-${Buffer.from(JSON.stringify({ ...session, expires_at: 1, expires_in: 0 })).toString('base64url')}`
}

function readSession(cookie: string): { name: string; session: object } {
  const parts = cookie
    .split('; ')
    .map((part) => part.split('=') as [string, string])
    .filter(([name]) => name.includes('-auth-token'))
  const text = parts.map(([, value]) => value).join('')
  return {
    name: parts[0]![0].replace(/\.\d+$/, ''),
    session: JSON.parse(Buffer.from(text.replace('base64-', ''), 'base64url').toString()),
  }
}

function applyCookies(cookie: string, set: string[]): string {
  const all = new Map(cookie.split('; ').map((part) => part.split('=') as [string, string]))
  for (const line of set) {
    const [name, value] = line.split(';')[0]!.split('=') as [string, string]
    if (value) all.set(name, value)
    else all.delete(name)
  }
  return [...all].map(([name, value]) => `${name}=${value}`).join('; ')
}
