import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { runJobs } from './jobs'
import { mailsTo } from './mailbox'
import { codeInMail, createPerson, password, signIn, sql } from './people'

const newAddress = () => `${randomUUID()}@example.com`
const roleOf = async (email: string) =>
  (
    await sql`select r.role from public.roles r join auth.users u on u.id = r.user_id where u.email = ${email}`
  )[0]?.role ?? null

/** An invitation, by an admin's API call. Returns the path of its link. */
async function invite(address: string) {
  const admin = await createPerson({ name: 'Ada Admin', admin: true })
  const [row] = await sql`
    insert into private.invitations (address, role, invited_by) values (${address}, 'moderator', ${admin.id}) returning key`
  return `/auth/invitation?key=${row!.key}`
}

test('an admin invites someone, who signs up with the link and is on the team @desk', async ({
  page,
  browser,
  request,
}) => {
  const email = newAddress()
  await signIn(page, await createPerson({ name: 'Ada Admin', admin: true }))
  await page.goto('/dashboard/settings/team')
  const form = page.getByRole('form', { name: 'Invite people' })
  await form.getByLabel('Email addresses').fill(`${email}, sam@example`)
  await form.getByRole('button', { name: 'Send invitations' }).click()
  await expect(form.getByText('Not a valid email address: sam@example')).toBeVisible()
  await form.getByLabel('Email addresses').fill(`${email.toUpperCase()},\n${newAddress()}`)
  await form.getByLabel('Role').selectOption('Admin')
  await form.getByRole('button', { name: 'Send invitations' }).click()
  await expect(page.getByText('2 invitations sent.').first()).toBeVisible()
  await expect(form.getByLabel('Email addresses')).toHaveValue('')
  const row = page.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText(/Admin, invited by Ada Admin · (Just now|\d+ seconds? ago)/)
  await expect(row.getByRole('button', { name: 'Sent just now' })).toBeDisabled()
  const tooSoon = form.getByText(`${email} was invited a moment ago. Try again in a minute.`)
  await form.getByLabel('Email addresses').fill(email)
  await form.getByRole('button', { name: 'Send invitations' }).click()
  await expect(tooSoon).toBeVisible()
  await form.getByLabel('Email addresses').fill(newAddress())
  await expect(tooSoon).toBeHidden()
  await expectAccessible(page)

  const mails = () => mailsTo(email).filter(({ subject }) => subject.startsWith('Ada Admin invited you'))
  const work = async () => {
    await runJobs(request)
    return mails().length
  }
  await expect.poll(work, { timeout: 60_000 }).toBe(1)
  const link = /\/auth\/invitation\?key=[\w-]+/.exec(mails()[0]!.text)![0]
  expect(mails()[0]!.html).toContain(link)

  const invited = await (await browser.newContext()).newPage()
  await invited.goto(new URL(link, page.url()).href)
  // The secret leaves the address.
  await expect(invited).toHaveURL('/auth/invitation')
  await expect(invited.getByText(`Ada Admin invited ${email}`)).toBeVisible()
  await expect(invited).toHaveTitle('Join the team · Signpost')
  await expectAccessible(invited)
  await invited.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  const dialog = invited.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByLabel('Name').fill('Ina Invited')
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByLabel('Repeat password').fill(password)
  await dialog.getByRole('button', { name: 'Sign up', exact: true }).click()
  await expect(dialog.getByText("we've sent it a link")).toBeVisible()
  expect(await roleOf(email)).toBeNull()
  await dialog.getByLabel('Code').fill(await codeInMail(email))
  await dialog.getByLabel('Code').press('Enter')
  const joined = invited.getByRole('heading', { level: 1, name: "You're on the team" })
  await expect(joined).toBeFocused()
  await expect(joined).toHaveCSS('outline-style', 'none')
  await expect(invited).toHaveTitle("You're on the team · Signpost")
  await invited.getByRole('main').getByRole('link', { name: 'Open the dashboard' }).click()
  await expect(invited.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
  expect(await roleOf(email)).toBe('admin')
  await page.reload()
  await expect(row).toHaveCount(0)
  await invited.context().close()
  await page.goto('/dashboard/log')
  const accepted = page.getByRole('listitem').filter({ hasText: 'Invitation accepted' })
  await expect(accepted.filter({ hasText: 'Ina Invited' }).first()).toBeVisible()
})

test('a member accepts an invitation with the invited account only', async ({ page }) => {
  const [member, other] = [await createPerson(), await createPerson()]
  const link = await invite(member.email)
  await signIn(page, other)
  await page.goto(link)
  await expect(page.getByText(`You're signed in as ${other.email}.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in' })
  await expect(dialog.getByLabel('Email')).toHaveValue(member.email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(await roleOf(member.email)).toBeNull()
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
  expect(await roleOf(member.email)).toBe('moderator')
})

test('an invitation is resent and revoked, and its link ends', async ({ page }) => {
  const address = newAddress()
  const link = await invite(address)
  await sql`update private.invitations set sent_at = now() - interval '1 day', ends_at = now() where address = ${address}`
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/settings/team')
  const form = page.getByRole('form', { name: 'Invite people' })
  const row = page.getByRole('listitem').filter({ hasText: address })
  await expect(row.getByText('Expired.')).toBeVisible()
  await row.getByRole('button', { name: `Resend the invitation to ${address}` }).click()
  await expect(page.getByText('Invitation sent again.').first()).toBeVisible()
  await expect(row.getByText('Expires')).toBeVisible()
  await form.getByLabel('Email addresses').fill(address)
  await form.getByRole('button', { name: 'Send invitations' }).click()
  const tooSoon = form.getByText(`${address} was invited a moment ago.`)
  await expect(tooSoon).toBeVisible()
  await row.getByRole('button', { name: `Revoke the invitation of ${address}` }).click()
  const question = page.getByRole('alertdialog', { name: `Revoke the invitation of ${address}?` })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Invitation revoked.').first()).toBeVisible()
  await expect(question).toBeHidden()
  await expect(row).toHaveCount(0)
  await expect(tooSoon).toBeHidden()
  await page.goto(link)
  // The admin is on the team already.
  await expect(page.getByRole('heading', { level: 1, name: "You're on the team" })).toBeVisible()
  await page.context().clearCookies({ name: /auth-token/ })
  await page.goto(link)
  await expect(page.getByText('This invitation has expired')).toBeVisible()
})
