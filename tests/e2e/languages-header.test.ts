import { languages } from '../../lib/words/languages'
import { expect, test } from './fixtures'
import { signInAdmin, startSite } from './language-site'

test('the header keeps to one row in every language @desk', async ({ page, context }) => {
  test.setTimeout(600_000)
  const own = await startSite('en')
  try {
    // First the admin, whose session ends an hour of the site's clock after the sign-in.
    for (const who of ['an admin', 'a visitor']) {
      if (who === 'an admin') await signInAdmin(context, own)
      else await context.clearCookies()
      for (const language of [...Object.keys(languages), 'en-XA']) {
        await own.sql`update public.site_settings set language = ${language}`
        await own.passTime()
        await expect(async () => {
          await page.goto(own.url)
          await expect(page.locator('html')).toHaveAttribute('lang', language, { timeout: 1_000 })
        }).toPass()
        for (const width of [320, 390, 640, 768, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const header = page.getByRole('banner')
          const place = `${who}, ${language}, ${width} pixels`
          expect.soft((await header.boundingBox())!.height, place).toBe(56)
          const last = header.getByRole('button').last()
          const { x, width: wide } = (await last.boundingBox())!
          expect.soft(x >= 0 && x + wide <= width, place).toBe(true)
        }
      }
    }
  } finally {
    await own.stop()
  }
})
