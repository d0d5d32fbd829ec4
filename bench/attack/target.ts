import { randomUUID } from 'node:crypto'
import type { Answer, Site } from '../../tests/support/action.ts'

export type Member = { id: string; email: string; password: string; token: string }

/** The site under attack, its Supabase as its pages reveal it, and people to act as. */
export type Target = Site & {
  supabase: { url: string; key: string }
  attacker: Member
  victim: Member
  /** The victim's post and the path of its page. */
  post: { id: number; path: string }
  /** Sends a request to Supabase as a visitor or as the member. */
  call: (path: string, init?: RequestInit & { as?: Member; json?: unknown }) => Promise<Answer>
  createMember: (name?: string) => Promise<Member>
  leave: () => Promise<void>
}

const password = 'correct horse battery'

function refuseStrangers(address: string): void {
  const { hostname } = new URL(address)
  if (/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)) return
  throw new Error(`${hostname} isn't this machine. Attacks only run against this machine.`)
}

async function fetchAnswer(url: string, init: RequestInit = {}): Promise<Answer> {
  const start = performance.now()
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
    ...init,
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, time: performance.now() - start }
}

/** Finds the site's Supabase, and creates an attacker and a victim with a post. Throws a message if it can't. */
export async function findTarget(address: string): Promise<Target> {
  const site = address.replace(/\/+$/, '')
  refuseStrangers(site)
  const ask: Target['ask'] = (path, init) => fetchAnswer(site + path, init)
  const home = await ask('/')
  const url =
    process.env.NEXT_PUBLIC_SUPABASE_URL ??
    find(home.text, /url\\?":\\?"(https?:[^"\\]+)[\\",]+publishableKey/)
  const key =
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY ?? find(home.text, /publishableKey\\?":\\?"([^"\\]+)/)
  refuseStrangers(url)

  const call: Target['call'] = (path, { as, json, ...init } = {}) =>
    fetchAnswer(url + path, {
      ...init,
      ...(json !== undefined && { method: init.method ?? 'POST', body: JSON.stringify(json) }),
      headers: {
        apikey: key,
        ...(as && { authorization: `Bearer ${as.token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...init.headers,
      },
    })

  const signIn = async (email: string): Promise<Member> => {
    const answer = await call('/auth/v1/token?grant_type=password', { json: { email, password } })
    if (answer.status !== 200)
      throw new Error(`Couldn't sign in with an account: ${answer.text.slice(0, 200)}`)
    const { access_token: token, user } = JSON.parse(answer.text)
    return { id: user.id, email, password, token }
  }
  const members: Member[] = []
  const createMember: Target['createMember'] = async (name = 'Mallory Tester') => {
    const email = `${randomUUID()}@example.com`
    const made = await call('/auth/v1/signup', { json: { email, password, data: { name } } })
    if (made.status !== 200) throw new Error(`Couldn't create an account: ${made.text.slice(0, 200)}`)
    const token_hash = await findTokenHash(ask, email)
    const confirmed = await call('/auth/v1/verify', { json: { type: 'signup', token_hash } })
    const { access_token: token } = JSON.parse(confirmed.text)
    // The link drops the password chosen at sign-up.
    await call('/auth/v1/user', {
      method: 'PUT',
      json: { password },
      headers: { authorization: `Bearer ${token}` },
    })
    const member = await signIn(email)
    // It also drops the name.
    await call(`/rest/v1/profiles?id=eq.${member.id}`, { as: member, method: 'PATCH', json: { name } })
    members.push(member)
    return member
  }

  const attacker = await createMember()
  const victim = await createMember('Vera Victim')
  const post = await createPost(call, victim)
  return {
    site,
    supabase: { url, key },
    attacker,
    victim,
    post,
    ask,
    call,
    createMember,
    leave: async () => {
      for (const member of members) {
        const remove = (as: Member) =>
          call('/rest/v1/rpc/delete_account', { as, json: { remove_content: true } })
        // An attack may have ended the session.
        if ((await remove(member)).status >= 400) await remove(await signIn(member.email))
      }
    },
  }
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (!found)
    throw new Error("The site's pages don't reveal its Supabase. Set NEXT_PUBLIC_SUPABASE_URL and its key.")
  return found
}

/** The contents of an address's confirmation email, from the local backend's mailbox. */
async function findTokenHash(ask: Target['ask'], email: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { text } = await ask('/mailbox')
    const mail = text.split('<article').find((part) => part.includes(email))
    const found = /token_hash=([\w-]+)/.exec(mail ?? '')
    if (found) return found[1]!
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(
    'No confirmation email arrived in /mailbox. Attack a site with the local Supabase (npm start).',
  )
}

/** Creates a post as the member. */
export async function createPost(
  call: Target['call'],
  as: Member,
  title = 'A post of somebody else',
): Promise<Target['post']> {
  const categories = JSON.parse((await call('/rest/v1/categories?select=id,slug&limit=1')).text)
  const made = await call('/rest/v1/posts?select=id,slug', {
    as,
    json: { category_id: categories[0].id, title, details: '' },
    headers: { prefer: 'return=representation' },
  })
  if (made.status !== 201) throw new Error(`Couldn't create a post: ${made.text.slice(0, 200)}`)
  const [{ id, slug }] = JSON.parse(made.text)
  return { id, path: `/${categories[0].slug}/${slug}` }
}
