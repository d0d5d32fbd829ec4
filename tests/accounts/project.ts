import { createClient, type VerifyOtpParams } from '@supabase/supabase-js'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY, TEST_SUPABASE_SECRET_KEY, TEST_MAILBOX } =
  process.env as Record<string, string>

const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** The project as its operator sees it, without limits. */
export const operator = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_SECRET_KEY!, { auth })

/** A visitor: anyone with the key that every page contains. */
export const anybody = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, { auth })

/** Whether the project allows sign-in by email and password, according to its public settings. */
export async function isEmailOn(): Promise<boolean> {
  const headers = { apikey: TEST_SUPABASE_PUBLISHABLE_KEY! }
  const settings = await (await fetch(`${TEST_SUPABASE_URL}/auth/v1/settings`, { headers })).json()
  return settings.external.email
}

/** Sends requests directly to the project, from a separate network address. */
export const clientAt = (address: string) =>
  createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth,
    global: {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers)
        const isVisitor = headers.get('Authorization')?.includes(TEST_SUPABASE_PUBLISHABLE_KEY!)
        headers.set('apikey', TEST_SUPABASE_SECRET_KEY!)
        if (isVisitor) headers.set('Authorization', `Bearer ${TEST_SUPABASE_SECRET_KEY!}`)
        headers.set('Sb-Forwarded-For', address)
        return fetch(input, { ...init, headers })
      },
    },
  })

export type LinkType =
  'signup' | 'recovery' | 'magiclink' | 'invite' | 'email_change_current' | 'email_change_new'

/** The key of a link that the operator creates, as in the project's emails or its dashboard. */
async function keyFromOperator(email: string, type: LinkType, newEmail = '') {
  const { data, error } = await operator.auth.admin.generateLink(
    type === 'signup'
      ? { type, email, password: 'replaced when confirmed' }
      : { type: type as 'email_change_new', email, newEmail },
  )
  if (error) throw error
  return data.properties
}

/** A link from the operator, for verifyOtp. */
export async function linkOf(email: string, type: LinkType, newEmail?: string): Promise<VerifyOtpParams> {
  const { hashed_token, email_otp: token } = await keyFromOperator(email, type, newEmail)
  // The service hashes the key of an email to the new address with that address, and returns another hash.
  if (type === 'email_change_new') return { email: newEmail!, token, type: 'email_change' }
  return { token_hash: hashed_token, type: type === 'email_change_current' ? 'email_change' : type }
}

/** The key in the newest email's link. Without a mailbox, the operator's key provides it. */
export async function keyOfLink(email: string, type: 'signup' | 'recovery'): Promise<string> {
  return TEST_MAILBOX
    ? findInMail(TEST_MAILBOX, email, new RegExp(`token_hash=([\\w-]+)&(?:amp;)?type=${type}`))
    : (await keyFromOperator(email, type)).hashed_token
}

/** The code in the newest email that has one, from the same sources. */
export async function codeOf(email: string): Promise<string> {
  return TEST_MAILBOX
    ? findInMail(TEST_MAILBOX, email, /class="code"[^>]*>(\d+)</)
    : (await keyFromOperator(email, 'magiclink')).email_otp
}

type Mail = { to: string; html: string }
const read = new Set<string>()
const mails: Mail[] = []

/** Reads the emails that arrived since the last call. A partly written one is read again. */
function readMails(folder: string): void {
  for (const name of readdirSync(folder).toSorted()) {
    if (read.has(name)) continue
    const text = readFileSync(join(folder, name), 'utf8')
    if (!text.endsWith('}')) continue
    read.add(name)
    mails.push(JSON.parse(text) as Mail)
  }
}

async function findInMail(folder: string, email: string, pattern: RegExp): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    readMails(folder)
    const sent = mails.filter(({ to }) => to === email).map(({ html }) => pattern.exec(html)?.[1])
    const key = sent.findLast(Boolean)
    // The auth service sends the email before it commits what the link is for. No person reads an email that fast.
    await sleep(key ? 1_000 : 300)
    if (key) return key
  }
  throw new Error(`No email with ${pattern} arrived for ${email}.`)
}

/** A confirmed account. */
export async function createAccount(email: string, password: string): Promise<string> {
  const { data, error } = await operator.auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  return data.user.id
}

/** One of the newest accounts, as the operator sees it. */
export async function findAccount(email: string) {
  const { data, error } = await operator.auth.admin.listUsers({ page: 1, perPage: 200 })
  if (error) throw error
  const account = data.users.find((user) => user.email === email)
  if (!account) throw new Error(`${email} has no account.`)
  return account
}
