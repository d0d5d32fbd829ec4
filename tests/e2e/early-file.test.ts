import { expect, test } from './fixtures'
import { holdScripts } from './late-scripts'
import { createPerson, signIn } from './people'

test(
  'a file chosen before the scripts load is uploaded once they have',
  { tag: ['@desk', '@long'] },
  async ({ page }) => {
    await signIn(page, await createPerson({ admin: true }))
    const scripts = await holdScripts(page)
    await page.goto('/dashboard/import', { waitUntil: 'commit' })
    const file = { name: 'early.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nAn early wish') }
    await page.getByLabel('Choose a file').setInputFiles(file)
    scripts.release()
    await expect(page.getByRole('progressbar', { name: 'Checking the file' })).toBeVisible()
  },
)
