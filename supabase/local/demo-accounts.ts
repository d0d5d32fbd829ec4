import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import type { Backend } from './backend.ts'

export type DemoAccount = { email: string; password: string }

/** Accounts for trying out the site. They only exist on the local backend. */
const demoAccounts = [
  { email: 'admin@example.com', name: 'Demo admin', role: 'admin' },
  { email: 'member@example.com', name: 'Demo member', role: null },
] as const
export const demoPassword = 'signpost-demo'

/** Signs the demo accounts up and confirms them, as if each had clicked the link in its email. */
export async function createDemoAccounts(backend: Backend): Promise<void> {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    for (const { email, name, role } of demoAccounts) {
      await callAuth(backend, 'signup', { email, password: demoPassword })
      await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
      if (role) {
        await sql`
          insert into public.roles (user_id, role) select id, ${role} from auth.users where email = ${email}
          on conflict do nothing`
      }
      // Confirming by a link doesn't apply the name from the sign-up.
      await sql`
        update public.profiles p set name = ${name} from auth.users u where u.id = p.id and u.email = ${email}`
    }
  } finally {
    await sql.end()
  }
}

/** The demo accounts that still have the demo password. */
export async function listUsableDemoAccounts(backend: Backend): Promise<DemoAccount[]> {
  const sessions = await Promise.all(demoAccounts.map(({ email }) => signIn(backend, email)))
  return Promise.all(sessions.flatMap((session) => (session ? [endSession(backend, session)] : [])))
}

async function endSession(backend: Backend, { email, token }: { email: string; token: string }) {
  await callAuth(backend, 'logout?scope=local', {}, { token })
  return { email, password: demoPassword }
}

/**
 * Gives the demo accounts that still have the demo password a random one, and ends their sessions.
 * @returns the accounts with their new passwords; empty if this was done before
 */
export async function closeDemoAccounts(backend: Backend): Promise<DemoAccount[]> {
  const closed: DemoAccount[] = []
  for (const { email } of demoAccounts) {
    const session = await signIn(backend, email)
    if (!session) continue
    const password = randomBytes(12).toString('base64url')
    await callAuth(backend, 'user', { password }, { method: 'PUT', token: session.token })
    await callAuth(backend, 'logout?scope=global', {}, { token: session.token })
    closed.push({ email, password })
  }
  const open = await listUsableDemoAccounts(backend)
  if (open.length > 0) throw new Error("Couldn't change the passwords of the demo accounts.")
  return closed
}

async function signIn(backend: Backend, email: string): Promise<{ email: string; token: string } | null> {
  const response = await callAuth(backend, 'token?grant_type=password', { email, password: demoPassword })
  if (!response.ok) return null
  const { access_token } = (await response.json()) as { access_token: string }
  return { email, token: access_token }
}

function callAuth(
  backend: Backend,
  path: string,
  body: object,
  { method = 'POST', token }: { method?: 'POST' | 'PUT'; token?: string } = {},
): Promise<Response> {
  return fetch(`${backend.url}/auth/v1/${path}`, {
    method,
    headers: {
      apikey: backend.publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
}
