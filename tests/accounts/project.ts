import { createClient, type VerifyOtpParams } from '@supabase/supabase-js'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY, TEST_SUPABASE_SECRET_KEY, TEST_MAILBOX } =
  process.env as Record<string, string>

const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false }

/** The project as its operator sees it: no limit holds for it. */
export const operator = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_SECRET_KEY!, { auth })

/** Whoever has the key that every page holds. */
export const anybody = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, { auth })

/** Whether the project lets people sign in by e-mail and password, as it tells anybody. */
export async function isEmailOn(): Promise<boolean> {
  const headers = { apikey: TEST_SUPABASE_PUBLISHABLE_KEY! }
  const settings = await (await fetch(`${TEST_SUPABASE_URL}/auth/v1/settings`, { headers })).json()
  return settings.external.email
}

/** Asks the project past the site, from a network address of one's own. */
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

/** The key of a link as the operator makes one, in a mail of the project or from its dashboard. */
async function keyFromOperator(email: string, type: LinkType, newEmail = '') {
  const { data, error } = await operator.auth.admin.generateLink(
    type === 'signup'
      ? { type, email, password: 'replaced when confirmed' }
      : { type: type as 'email_change_new', email, newEmail },
  )
  if (error) throw error
  return data.properties
}

/** A link of the operator's, for verifyOtp. */
export async function linkOf(email: string, type: LinkType, newEmail?: string): Promise<VerifyOtpParams> {
  const { hashed_token, email_otp: token } = await keyFromOperator(email, type, newEmail)
  // The service hashes the key of a mail to the new address with that address, and tells another hash.
  if (type === 'email_change_new') return { email: newEmail!, token, type: 'email_change' }
  return { token_hash: hashed_token, type: type === 'email_change_current' ? 'email_change' : type }
}

/** The key in the link of the newest mail; of the mail itself where it can be read, else as the operator is told. */
export async function keyOfLink(email: string, type: 'signup' | 'recovery'): Promise<string> {
  return TEST_MAILBOX
    ? findInMail(TEST_MAILBOX, email, new RegExp(`token_hash=([\\w-]+)&(?:amp;)?type=${type}`))
    : (await keyFromOperator(email, type)).hashed_token
}

/** The code of the newest mail that has one, in the same way. */
export async function codeOf(email: string): Promise<string> {
  return TEST_MAILBOX
    ? findInMail(TEST_MAILBOX, email, /class="code"[^>]*>(\d+)</)
    : (await keyFromOperator(email, 'magiclink')).email_otp
}

type Mail = { to: string; html: string }
const read = new Set<string>()
const mails: Mail[] = []

/** Reads what came since the last look; half of a mail is read again. */
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
    // The auth service sends the mail before it commits what the link is for: nobody reads mails that fast.
    await sleep(key ? 1_000 : 300)
    if (key) return key
  }
  throw new Error(`No mail with ${pattern} came to ${email}.`)
}

/** An account that is confirmed. */
export async function createAccount(email: string, password: string): Promise<string> {
  const { data, error } = await operator.auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  return data.user.id
}

/** An account as the operator sees it; one of the newest. */
export async function findAccount(email: string) {
  const { data, error } = await operator.auth.admin.listUsers({ page: 1, perPage: 200 })
  if (error) throw error
  const account = data.users.find((user) => user.email === email)
  if (!account) throw new Error(`${email} has no account.`)
  return account
}
