import { createClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { createMember, signToken } from './database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY, TEST_SUPABASE_SECRET_KEY, TEST_DATABASE_URL } =
  process.env as Record<string, string>

/** Who sends a request: a visitor, the operator, or the holder of a token. */
type Sender = 'visitor' | 'operator' | { accessToken: string }
export type Sent = { method?: string; body?: unknown; headers?: Record<string, string>; as?: Sender }
export type Answer = { status: number; body: unknown; range: string | null }

/** Sends a request to any project's data API. A text body is sent as it is. */
export async function ask(path: string, { as = 'visitor', ...sent }: Sent = {}): Promise<Answer> {
  const apikey = as === 'operator' ? TEST_SUPABASE_SECRET_KEY! : TEST_SUPABASE_PUBLISHABLE_KEY!
  const response = await fetch(`${TEST_SUPABASE_URL}/rest/v1/${path}`, {
    method: sent.method ?? 'GET',
    body: typeof sent.body === 'string' ? sent.body : JSON.stringify(sent.body),
    headers: {
      apikey,
      'Content-Type': 'application/json',
      ...(typeof as === 'object' && { Authorization: `Bearer ${as.accessToken}` }),
      ...sent.headers,
    },
  })
  const text = await response.text()
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    range: response.headers.get('content-range'),
  }
}

/** A confirmed account that is signed in. If the database can be reached, its owner confirms it. */
export async function createPerson(): Promise<{ id: string; accessToken: string }> {
  if (TEST_DATABASE_URL) return createMember()
  const account = { email: `${randomUUID()}@example.com`, password: randomUUID() }
  const auth = { persistSession: false, autoRefreshToken: false }
  const operator = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_SECRET_KEY!, { auth })
  const made = await operator.auth.admin.createUser({
    ...account,
    email_confirm: true,
    user_metadata: { name: 'Member' },
  })
  if (made.error) throw made.error
  const visitor = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, { auth })
  const { data, error } = await visitor.auth.signInWithPassword(account)
  if (error) throw error
  return { id: data.user.id, accessToken: data.session.access_token }
}

/** The token with changed claims, signed with a secret. */
export function signedAgain(accessToken: string, claims: object, secret: string): string {
  const [, payload = ''] = accessToken.split('.')
  const held = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  return signToken({ ...held, ...claims }, secret)
}
