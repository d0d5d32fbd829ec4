import { expectAccessible } from './accessible'
import { expect } from './fixtures'
import { signInOn, test } from './own-site'

test('an admin chooses a mail server, changes it without its password, and removes it', async ({
  page,
  own,
}) => {
  const { sql } = own
  await signInOn(page, own, 'admin@example.com')
  await page.goto('/dashboard/mails')
  await page.getByRole('button', { name: 'Set up a mail server' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mail server' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(dialog.getByText('Enter a host name, such as smtp.example.com.')).toBeVisible()
  await expect(dialog.getByLabel('Server', { exact: true })).toBeFocused()
  await dialog.getByLabel('Server', { exact: true }).fill('10.0.0.1')
  await dialog.getByLabel('Username').fill('signpost')
  await dialog.getByLabel("Sender's address").fill('hello@example.com')
  await save.click()
  await expect(dialog.getByText('This address is in a private network.')).toBeVisible()
  await dialog.getByLabel('Server', { exact: true }).fill('192.0.2.1.example.com')
  await save.click()
  await expect(dialog.getByText('Enter the password for this server.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Password').fill('correct horse')
  await save.click()
  await expect(page.getByText('Mail server: 192.0.2.1.example.com:587')).toBeVisible()
  // Not a notification, which would cover the form on a phone.
  await expect(
    page.getByRole('main').getByText('The test email in the list shows whether it works.'),
  ).toBeVisible()
  const tested = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Test email' })
  await expect(tested).toContainText('Queued')
  await expectAccessible(page)

  // What the worker notes when the server refuses the connection.
  await sql`
    update private.mails set attempts = 1, outcome = 'connect ECONNREFUSED 192.0.2.1:587', due_at = now() + interval '1 hour'
    where kind = 'test'`
  await page.reload()
  const warning = page.getByRole('alert').filter({ hasText: 'An email is waiting' })
  await expect(warning).toContainText('The server refuses connections. Check the server and the port.')
  await expect(warning).toContainText('connect ECONNREFUSED 192.0.2.1:587')
  await expect(tested).toContainText('Queued, trying again')
  await expectAccessible(page)
  await page.goto('/dashboard?steps=open')
  await expect(page.getByRole('link', { name: /Set up email/ })).toBeVisible()
  await page.goto('/dashboard/mails')
  await warning.getByRole('button', { name: 'Try now' }).click()
  await expect
    .poll(async () => [
      ...(await sql`select due_at <= now() as is_due from private.mails where kind = 'test'`),
    ])
    .toEqual([{ is_due: true }])
  await sql`update private.mails set state = 'sent', outcome = '250 OK' where kind = 'test'`
  await expect(tested).toContainText('Sent')
  await expect(warning).toBeHidden()

  await page.getByRole('button', { name: 'Change the mail server' }).click()
  await dialog.getByLabel("Sender's address").fill('news@example.com')
  await expect(dialog.getByLabel('Password')).toHaveValue('')
  await save.click()
  await expect(page.getByText('news@example.com')).toBeVisible()
  expect([...(await sql`select sender, password from private.mail_server`)]).toEqual([
    { sender: 'news@example.com', password: 'correct horse' },
  ])

  const remove = page.getByRole('main').getByRole('button', { name: 'Remove' })
  const question = page.getByRole('alertdialog', { name: 'Remove the mail server?' })
  await remove.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(remove).toBeFocused()
  await remove.click()
  await expectAccessible(page)
  await sql`update auth.sessions set created_at = now() - interval '11 minutes'`
  await question.getByRole('button', { name: 'Remove' }).click()
  const again = page.getByRole('main').getByRole('button', { name: 'Sign in again' })
  await again.click()
  const proof = page.getByRole('dialog', { name: 'Sign in again' })
  await proof.getByLabel('Password').fill('signpost-demo')
  await proof.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('main').getByText('Mail server removed.')).toBeVisible()
  await expect(again).toBeHidden()
  await expect(page.getByRole('button', { name: 'Set up a mail server' })).toBeVisible()
  expect([...(await sql`select from private.mail_server`)]).toEqual([])
})
