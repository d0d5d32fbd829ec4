import { randomUUID } from 'node:crypto'
import { type CaptchaGate, startCaptchaGate } from '../support/captcha-gate'
import { expect, test } from './fixtures'
import { startOwnSite } from './own-site'
import { password, typeSignIn } from './people'
import { box, createPost, failed, gate, own, signIn, sql, useSite } from './captcha-site'

// A site with a CAPTCHA and an auth service that requires one. Only the provider’s script is a fake.
test.describe.configure({ mode: 'default' })

test.describe('with hCaptcha', () => {
  useSite('hcaptcha')

  test('a person signs in, also from a stored page', async ({ page }) => {
    await signIn(page, await createPost())
    expect(gate).toMatchObject({ passed: ['token?grant_type=password'], refused: [], unchecked: [] })
    expect(
      await page.evaluate(() => {
        const [options] = (window as never as { rendered: Record<string, Element>[] }).rendered
        return options!['challenge-container'] instanceof HTMLElement
      }),
    ).toBe(true)
  })

  test('the site reserves its name for admins when it starts', async ({ page }) => {
    await expect
      .poll(async () => (await sql`select name from private.reserved_names`).map(({ name }) => name))
      .toEqual(expect.arrayContaining(['Acme Works', 'Acme Works team']))
    await page.goto(`${own.url}/search?auth=sign-up`)
    const signUp = page.getByRole('dialog', { name: 'Sign up' })
    await signUp.getByLabel('Name').fill('Асmе-Wоrks')
    await signUp.getByLabel('Email').fill(`${randomUUID()}@example.com`)
    await signUp.getByLabel('Password', { exact: true }).fill(password)
    await signUp.getByLabel('Repeat password').fill(password)
    await box(page).check()
    await signUp.getByRole('button', { name: 'Sign up', exact: true }).click()
    await expect(signUp.getByLabel('Name')).toHaveAccessibleDescription(/^This name can't be used/)
    expect(gate.passed).toEqual([])
  })
})

test('a site without a check reports that its auth service requires one', async ({ page }) => {
  let gate: CaptchaGate
  const bare = await startOwnSite({
    supabase: async (backend) => (gate = await startCaptchaGate(backend)).url,
    // With a known address it would ask with its secret key and succeed.
    env: { TRUSTED_PROXIES: '0' },
  })
  try {
    await page.goto(`${bare.url}/search?auth=sign-in`)
    const { dialog, send } = await typeSignIn(page, 'member@example.com')
    await send.click()
    await expect(dialog.getByRole('alert').filter({ hasText: failed })).toBeVisible()
    expect(await page.content()).not.toMatch(/captcha/i)
  } finally {
    gate!.stop()
    await bare.stop()
  }
})
