import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { runJobs } from './jobs'
import { createPerson, signIn } from './people'

test('an admin sees insights as charts, tables and a file @long', async ({ page, request }, { project }) => {
  await expect.poll(async () => (await runJobs(request)).status(), { timeout: 60_000 }).toBe(200)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/insights')
  await expect(page.getByRole('img', { name: /^Posts by week since / })).toBeVisible()
  const figure = page.getByRole('figure', { name: 'Votes' })
  // One stop of the keyboard says the value of each week.
  const weeks = figure.getByRole('slider', { name: 'Week in Votes' })
  await weeks.focus()
  await expect(figure.getByText(/^\w+ \d+, \d{4}: [\d,]+$/)).toBeVisible()
  const latest = await weeks.getAttribute('aria-valuetext')
  await page.keyboard.press('ArrowLeft')
  await expect(weeks).not.toHaveAttribute('aria-valuetext', latest!)
  await expect(figure.getByText((await weeks.getAttribute('aria-valuetext'))!)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(figure.getByText(/^\w+ \d+, \d{4}: [\d,]+$/)).toBeHidden()
  const before = await figure.boundingBox()
  await page.getByText('Show data for Votes').click()
  await expect(figure.getByRole('row')).toHaveCount(27)
  if (project.name === 'desk') expect(await figure.boundingBox()).toEqual(before)
  await expect(page.getByRole('rowheader', { name: 'Feedback' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: '12 weeks' }).click()
  await expect(page.getByRole('link', { name: '12 weeks' })).toHaveAttribute('aria-current', 'page')
  const posts = page.getByRole('figure', { name: 'Posts', exact: true })
  await posts.getByText('Show data').click()
  await expect(posts.getByRole('row')).toHaveCount(13)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const lines = (await (await file.createReadStream()).toArray()).join('').trim().split('\r\n')
  expect(lines).toHaveLength(13)
  expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d,\d+,\d+,\d+,\d+,\d+,[\d.]*$/)
  // Other people don’t learn that the page exists.
  expect((await request.get('/dashboard/insights/weeks.csv', { maxRedirects: 0 })).status()).not.toBe(200)
})
