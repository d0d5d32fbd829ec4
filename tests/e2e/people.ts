import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { expect, type Page } from 'playwright/test'
import { sessionCookies } from '../support/session-cookies'
import { mailsTo } from './mailbox'

const { TEST_SITE_URL, TEST_DATABASE_URL, TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } =
  process.env as Record<string, string>

export const sql = postgres(TEST_DATABASE_URL!, { max: 2, onnotice: () => {} })
export const password = 'correct horse battery'

export type Person = { id: string; email: string; name: string }

/** Creates a confirmed account for a test. */
export async function createPerson(
  options: { name?: string; admin?: boolean; moderator?: boolean } = {},
): Promise<Person> {
  const email = `${randomUUID()}@example.com`
  const name = options.name ?? 'Robin Tester'
  const client = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signUp({ email, password, options: { data: { name } } })
  if (error) throw error
  const [row] =
    await sql`update auth.users set email_confirmed_at = now() where email = ${email} returning id`
  const id = row!.id as string
  // This may be the name of an admin, which sign-up would refuse.
  await sql`update public.profiles set name = ${name} where id = ${id}`
  const role = options.admin ? 'admin' : options.moderator ? 'moderator' : null
  if (role) await sql`insert into public.roles (user_id, role) values (${id}, ${role})`
  return { id, email, name }
}

/** Calls the database API as this person, bypassing the site. */
export async function clientOf(person: Person) {
  const client = createClient(TEST_SUPABASE_URL!, TEST_SUPABASE_PUBLISHABLE_KEY!, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await client.auth.signInWithPassword({ email: person.email, password })
  if (error) throw error
  return client
}

/** The code in the newest email that has one. */
export async function codeInMail(address: string, mailbox?: string): Promise<string> {
  const find = () =>
    mailsTo(address, mailbox)
      .flatMap(({ html }) => /class="code"[^>]*>(\d+)</.exec(html)?.[1] ?? [])
      .at(-1)
  await expect.poll(find).toBeTruthy()
  return find()!
}

/** Gives the browser this person’s session; pages opened from now on are theirs. */
export async function signIn(page: Page, person: Person): Promise<void> {
  const backend = { url: TEST_SUPABASE_URL!, publishableKey: TEST_SUPABASE_PUBLISHABLE_KEY! }
  const account = { email: person.email, password }
  await page.context().addCookies(await sessionCookies(backend, account, TEST_SITE_URL!))
}

/** Signs in through the dialog of the open page, for tests of what that changes. */
export async function signInByDialog(page: Page, person: Person): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, person)
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
}

/** Fills in the open sign-in dialog. */
export async function typeSignIn(page: Page, email: string, typed = password) {
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(typed)
  return { dialog, send: dialog.getByRole('button', { name: 'Sign in', exact: true }) }
}

/** Fills in and sends the open sign-in dialog. */
export async function fillSignIn(page: Page, person: Person): Promise<void> {
  const { dialog, send } = await typeSignIn(page, person.email)
  await send.click()
  await expect(dialog).toBeHidden()
}

/** The link in the newest email to an address, once it arrives. */
export async function linkInMail(to: string, subject: string, mailbox?: string): Promise<string> {
  let link = ''
  await expect
    .poll(() => {
      const mail = mailsTo(to, mailbox).findLast((one) => one.subject === subject)
      link = /href="([^"]+\/auth\/confirm[^"]+)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? ''
      return link
    })
    .not.toBe('')
  return link
}
