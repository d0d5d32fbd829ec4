import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'

const { TEST_JOBS_SECRET } = process.env as Record<string, string>

test('an admin adds, tests, resends and deletes a webhook', { tag: '@desk' }, async ({ page, request }) => {
  const heard: { body: string; headers: IncomingHttpHeaders }[] = []
  let status = 500
  const server = createServer(async (asked, answer) => {
    heard.push({ body: Buffer.concat(await asked.toArray()).toString(), headers: asked.headers })
    answer.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${randomUUID()}`
  const work = () => request.post('/api/jobs', { headers: { authorization: `Bearer ${TEST_JOBS_SECRET}` } })

  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/webhooks')
  await page.getByRole('button', { name: 'Add webhook' }).click()
  const form = page.getByRole('form', { name: 'Webhook' })
  await form.getByLabel('Address').fill('http://10.0.0.1/')
  for (const event of ['New post', 'State change', 'New comment or reply']) {
    await form.getByLabel(event, { exact: true }).uncheck()
  }
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByText('Enter an address like')).toBeVisible()
  await expect(form.getByText('Choose at least one event.')).toBeVisible()
  await form.getByLabel('Address').fill('https://10.0.0.1/')
  await form.getByLabel('Post restored').check()
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByLabel('Address')).toHaveAccessibleDescription(
    /^This address is on a private network/,
  )
  await form.getByLabel('Address').fill(address)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Add' }).click()
  const shown = page.getByRole('dialog', { name: 'Webhook secret' })
  const secret = await shown.getByLabel('Secret').inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('listitem').filter({ hasText: new URL(address).pathname })
  await row.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Test queued.').first()).toBeVisible()
  await expect.poll(async () => (await work(), heard.length), { timeout: 60_000 }).toBe(1)
  const [{ body, headers }] = heard as [(typeof heard)[0]]
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'webhook.test',
  })

  await row.getByRole('link', { name: 'Deliveries' }).click()
  const log = page.getByRole('region', { name: 'Deliveries to' }).getByRole('listitem')
  await expect(log).toContainText(['Failed'])
  await expect(log).toContainText(['Responded with 500.'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await expect(row).toContainText(/Failing since \w+ \d+, \d+, \d+:\d+ [AP]M UTC.*Responded with 500\./)
  await expectAccessible(page)
  await row.getByRole('link', { name: 'Deliveries' }).click()
  status = 200
  await log.getByRole('button', { name: 'Send again: Test' }).click()
  await expect(log).toContainText(['Queued'])
  // A webhook rests for ten seconds after a failure. Skip that wait.
  await sql`update private.webhooks set rests_until = rests_until - interval '10 seconds' where address = ${address}`
  await expect.poll(async () => (await work(), heard.length), { timeout: 60_000 }).toBe(2)
  expect(heard[1]!.headers['webhook-id']).toBe(headers['webhook-id'])
  await page.reload()
  await expect(log).toContainText(['Delivered'])

  await page.getByRole('link', { name: 'All webhooks' }).click()
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await expect(row).toContainText('Off since')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expect(page.locator('main :focus, main:focus')).toHaveCount(1)
  server.close()
})
