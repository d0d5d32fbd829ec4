import postgres from 'postgres'
import type { Backend } from './backend.ts'

/** Accounts of the example board. They exist on the local backend only, never on a hosted one. */
const demoAccounts = [
  { email: 'admin@example.com', name: 'Demo admin', role: 'admin' },
  { email: 'member@example.com', name: 'Demo member', role: null },
] as const
export const demoPassword = 'signpost-demo'

/** Signs the demo accounts up and confirms them, as if each had opened the link in its mail. */
export async function createDemoAccounts(backend: Backend): Promise<void> {
  const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    for (const { email, name, role } of demoAccounts) {
      await callAuth(backend, 'signup', { email, password: demoPassword, data: { name } })
      await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
      if (role) {
        await sql`
          insert into public.roles (user_id, role) select id, ${role} from auth.users where email = ${email}
          on conflict do nothing`
      }
    }
  } finally {
    await sql.end()
  }
}

/** Those demo accounts that still sign in with the demo password. */
export async function listUsableDemoAccounts(backend: Backend): Promise<string[]> {
  const usable = await Promise.all(
    demoAccounts.map(async ({ email }) => {
      const response = await callAuth(backend, 'token?grant_type=password', { email, password: demoPassword })
      return response.ok ? email : null
    }),
  )
  return usable.filter((email) => email !== null)
}

function callAuth(backend: Backend, path: string, body: object): Promise<Response> {
  return fetch(`${backend.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
