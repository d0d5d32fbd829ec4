import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from '../support/browser.ts'
import { createAccount, operator } from './project'
import { newAddress, newEmail, password } from './visitor'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser() })
})
afterAll(() => browser.close())

/** Follows a link from the project's dashboard, which names no page, in a separate browser. */
async function open(type: 'invite' | 'magiclink', email: string) {
  const { data, error } = await operator.auth.admin.generateLink({ type, email })
  if (error) throw error
  const page = await browser.newPage({ extraHTTPHeaders: { 'X-Forwarded-For': newAddress() } })
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  await page.goto(data.properties.action_link)
  await page.waitForURL('**/auth/callback')
  return { page, visited }
}

test('an invite from the dashboard leads to name and password, and its tokens leave the address', async () => {
  const email = newEmail()
  const { page, visited } = await open('invite', email)
  expect(visited[0]).toContain('/#access_token=')
  await page.getByLabel('Name').fill('Nora Lin')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'My account' }).waitFor()
  expect(page.url()).not.toContain('token')
  await page.goBack()
  expect(page.url()).not.toContain('token')
})

test('a magic link from the dashboard signs in, and its tokens leave the address', async () => {
  const email = newEmail()
  await createAccount(email, password)
  const { page } = await open('magiclink', email)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'My account' }).waitFor()
  expect(page.url()).not.toContain('token')
})
