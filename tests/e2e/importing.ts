import type { Page } from 'playwright/test'
import { expect } from './fixtures'

export async function upload(page: Page, name: string, lines: string[]): Promise<void> {
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await expect(page.getByRole('progressbar', { name: 'Checking the file' })).toBeVisible()
}
