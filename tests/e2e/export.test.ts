import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { runJobs } from './jobs'
import { createPerson, signIn } from './people'

test.beforeEach(async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/import')
})

test(
  'only an admin can export the board and get the file',
  { tag: ['@desk', '@long'] },
  async ({ page, request, allowedStatuses }) => {
    const work = () => runJobs(request)
    await page.getByLabel('Include images').uncheck()
    await page.getByRole('button', { name: 'Export board' }).click()
    await expect(page.getByRole('progressbar', { name: 'Preparing the export' })).toBeVisible()
    await work()
    await expect(page.getByRole('progressbar')).toBeHidden()
    const link = page.getByRole('link', { name: 'Download', exact: true })
    const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(file.suggestedFilename()).toBe('board.zip')
    expect(
      readFileSync(await file.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    await expectAccessible(page)

    const address = (await link.getAttribute('href'))!
    const answer = await page.request.get(address)
    expect(answer.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'content-type': 'application/zip',
    })
    expect((await request.get(address, { maxRedirects: 0 })).status()).not.toBe(200)
    expect((await page.request.get(`/dashboard/export/board?id=${randomUUID()}`)).status()).toBe(404)
    allowedStatuses.add(404)
    await signIn(page, await createPerson({ moderator: true }))
    expect((await page.request.get(address)).status()).toBe(404)
    const sent = await page.request.post(`/api/imports?id=${randomUUID()}&name=a.csv&size=1`, {
      data: 'a',
      headers: { origin: new URL(page.url()).origin },
    })
    expect(sent.status()).toBe(403)
    expect((await page.goto('/dashboard/import'))?.status()).toBe(404)
  },
)
