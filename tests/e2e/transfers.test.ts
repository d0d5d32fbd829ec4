import { randomUUID } from 'node:crypto'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { upload } from './importing'
import { runJobs } from './jobs'
import { createPerson, signIn } from './people'

// A worker takes the files of all tests.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/import')
})

test(
  'an admin uploads 100 posts, sees what would become of them, imports them and takes them back @long',
  { tag: '@desk' },
  async ({ page, request }) => {
    const work = () => runJobs(request)
    const mark = randomUUID().slice(0, 8)
    const lines = Array.from({ length: 100 }, (_, i) => {
      const [state, category] = i % 2 ? ['Shipped', `Mobile ${mark}`] : ['On ice', '']
      return `${mark}-${i},Wish ${mark} number ${i},${state},2025-02-03,Kim ${mark},${i % 5},${category}`
    })
    const csv = ['id,title,status,created at,author,votes,category,email', ...lines, `${mark}-x,No,,,,,`]
    await expectAccessible(page)
    await upload(page, `${mark}.csv`, csv)
    await work()

    const form = page.getByRole('form', { name: 'Import' })
    // Before the columns of the file, which can have the same names.
    const fact = (name: string) => page.getByRole('term').filter({ hasText: name }).first().locator('+ dd')
    await expect(fact('New posts')).toHaveText('100')
    await expect(fact('Votes')).toHaveText('200')
    await expect(fact('People')).toHaveText('1')
    await expect(fact("Can't be imported")).toHaveText('1')
    await expect(
      form.getByText('Row 102, column “title”: The title “No” has fewer than 3 visible characters.'),
    ).toBeVisible()
    await expect(form.getByText('Not imported: email')).toBeVisible()
    const posts = form.getByRole('list', { name: 'First posts' })
    await expect(posts.getByRole('listitem')).toHaveCount(5)
    await expect(posts.getByText(`Mobile ${mark}`)).toHaveCount(2)
    await expectAccessible(page)
    await expect(form.getByRole('combobox', { name: /^On ice 50 posts Not recognized/ })).toHaveValue('')
    await expect(posts.getByText('On ice', { exact: true })).toHaveCount(3)
    await expect(posts.getByText('Proposed')).toBeHidden()
    // Its only post can't be imported.
    await expect(form.getByRole('combobox', { name: 'No state' })).toBeHidden()
    await form.getByRole('combobox', { name: 'On ice' }).selectOption('Candidate')
    await expect(posts.getByText('Candidate')).toHaveCount(3)
    await expect(form.getByRole('button', { name: 'Import 100 posts' })).toBeVisible()
    await form.getByRole('combobox', { name: 'On ice' }).selectOption('Leave out')
    await expect(posts.getByText('Left out')).toHaveCount(3)
    await expect(form.getByRole('button', { name: 'Import 50 posts' })).toBeVisible()
    await expect(form.getByText('Numbers in gray are from before your choices.')).toBeVisible()
    await expect(form.getByRole('combobox', { name: `Mobile ${mark}` })).toHaveValue('+')
    await form.getByRole('combobox', { name: `Mobile ${mark}` }).selectOption('The category above')
    await expect(posts.getByText(`Mobile ${mark}`)).toBeHidden()
    await form.getByRole('combobox', { name: `Mobile ${mark}` }).selectOption(`Create “Mobile ${mark}”`)
    await form.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('progressbar', { name: 'Checking the file' })).toBeVisible()
    await work()
    await expect(fact('Left out')).toHaveText('50')
    await expect(form.getByText('Numbers in gray are from before your choices.')).toBeHidden()
    await expect(form.getByRole('combobox', { name: `Mobile ${mark}` })).toHaveValue('+')
    await form.getByRole('combobox', { name: /^On ice 50 posts/ }).selectOption('Candidate')
    await expect(form.getByRole('button', { name: 'Import 100 posts' })).toBeVisible()
    await expect(form.getByText('Column in the file')).toBeVisible()
    await form.getByText('Columns and file options').click()
    await expect(form.getByText('Column in the file')).toBeHidden()
    await form.getByRole('textbox', { name: 'Source' }).fill(mark)
    await expect(form.getByText('Check again to see how many posts will be imported.')).toBeVisible()
    const again = form.getByRole('button', { name: 'Check again' })
    await form.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(again).toBeFocused()
    await again.click()
    await expect(page.getByRole('progressbar', { name: 'Checking the file' })).toBeVisible()
    await work()

    await form.getByRole('button', { name: 'Import 100 posts' }).dblclick()
    await expect(page.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
    await work()
    await expect(page.getByText('100 posts imported.')).toBeVisible()
    await expect(fact('Imported posts')).toHaveText('100')
    await expectAccessible(page)
    const run = page.url()

    await page.goto(`/mobile-${mark}`)
    await page.getByRole('link', { name: `Wish ${mark} number 99`, exact: true }).click()
    // The list that it leaves has buttons to vote, too.
    await expect(page.getByRole('heading', { level: 1, name: `Wish ${mark} number 99` })).toBeVisible()
    await page.getByRole('button', { name: `Vote for Wish ${mark} number 99, 4 votes` }).click()
    await expect(page.getByRole('button', { name: `Vote for Wish ${mark} number 99, 5 votes` })).toBeVisible()

    await page.goto(run)
    await page.getByRole('button', { name: 'Undo import' }).click()
    const question = page.getByRole('alertdialog', { name: 'Undo the import of 100 posts?' })
    await expect(question).toContainText('Posts that someone has voted on')
    await question.getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByRole('progressbar', { name: 'Undoing the import' })).toBeVisible()
    await work()
    await expect(page.getByText('Import undone: 99 posts deleted, 1 post kept.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Import another file' })).toBeVisible()
    await expect(page.getByRole('heading', { name: `${mark}.csv` })).toBeFocused()
    await expect(page.getByRole('link', { name: `Wish ${mark} number 99`, exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'All imports' }).click()
    const row = page.getByRole('region', { name: 'Imports' }).getByRole('listitem').filter({ hasText: mark })
    await expect(row).toContainText('Undone')
  },
)

test(
  'a check with other columns shows its new names, even if it ends at once',
  { tag: ['@desk', '@long'] },
  async ({ page, request }) => {
    const work = () => runJobs(request)
    const mark = randomUUID().slice(0, 8)
    const csv = ['Idea,Area,Stage', `Wish ${mark} one,Mobile ${mark},Open`, `Wish ${mark} two,,Closed`]
    await upload(page, `${mark}.csv`, csv)
    await work()
    const form = page.getByRole('form', { name: 'Import' })
    const area = form.getByRole('combobox', { name: `Mobile ${mark}` })
    await expect(form.getByText('Not imported: Area')).toContainText(
      'To use a column as the category, choose it under “Columns and file options”.',
    )
    await expect(
      form.getByRole('combobox', { name: /^Closed 1 post “Closed” can mean done or declined\./ }),
    ).toHaveValue('')
    // Open, because not all columns were recognized.
    await expect(form.getByRole('combobox', { name: 'Column: Details' })).toHaveText(/^Not imported/)
    await form.getByRole('combobox', { name: 'Column: Title' }).selectOption('Idea')
    await form.getByRole('combobox', { name: 'Column: Category' }).selectOption('Area')
    await form.getByRole('combobox', { name: 'Column: State' }).selectOption('Stage')
    await page.route(page.url(), async (route) => {
      const response = await route.fetch()
      if (route.request().method() === 'POST') await work()
      await route.fulfill({ response })
    })
    await form.getByRole('button', { name: 'Check again' }).click()
    await expect(area).toHaveValue('+')
    await expect(page.getByRole('heading', { name: `${mark}.csv` })).toBeFocused()
    await expect(page.getByRole('heading', { name: `${mark}.csv` })).toBeInViewport()
    await expect(form.getByRole('combobox', { name: 'Closed' })).toHaveValue('')
    await expect(form.getByRole('list', { name: 'First posts' }).getByText(`Mobile ${mark}`)).toBeVisible()
    await expect(form.getByRole('button', { name: 'Import 2 posts' })).toBeEnabled()

    await form.getByRole('combobox', { name: /^Open/ }).selectOption('Leave out')
    await expect(form.getByRole('button', { name: 'Import 1 post' })).toBeEnabled()
    await page.getByRole('link', { name: 'States' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'States' })).toBeVisible()
    await page.getByRole('link', { name: 'Import and export' }).click()
    await page.getByRole('link', { name: `${mark}.csv` }).click()
    await expect(form.getByRole('combobox', { name: /^Open/ })).toHaveValue('leave-out')
    await expect(form.getByRole('button', { name: 'Import 1 post' })).toBeEnabled()
  },
)

test(
  'the other columns are detected once the one for titles is chosen',
  { tag: ['@desk', '@long'] },
  async ({ page, request }) => {
    const mark = randomUUID().slice(0, 8)
    await upload(page, `${mark}.csv`, ['Idea Name,Status,Created On', `Wish ${mark},Open,2024-05-30`])
    await runJobs(request)
    const form = page.getByRole('form', { name: 'Import' })
    const title = form.getByRole('combobox', { name: 'Column: Title' })
    await expect(title).toHaveAttribute('aria-invalid', 'true')
    await title.selectOption('Idea Name')
    await form.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('progressbar', { name: 'Checking the file' })).toBeVisible()
    await runJobs(request)
    // What was recognized is listed, and its choices are folded.
    const column = (name: string) =>
      form.getByRole('combobox', { name: `Column: ${name}`, includeHidden: true })
    await expect(column('State')).toHaveValue('=Status')
    await page.reload()
    await expect(column('State')).toHaveValue('=Status')
    await expect(column('Title')).toHaveValue('=Idea Name')
  },
)

test(
  'the next file with the same headings starts with the chosen columns',
  { tag: ['@desk', '@long'] },
  async ({ page, request }) => {
    const mark = randomUUID().slice(0, 8)
    const headings = `Idea,Area ${mark}`
    const work = () => runJobs(request)
    const form = page.getByRole('form', { name: 'Import' })
    const category = form.getByRole('combobox', { name: 'Column: Category' })
    const checkAgain = async () => {
      await form.getByRole('button', { name: 'Check again' }).click()
      await expect(page.getByRole('progressbar', { name: 'Checking the file' })).toBeVisible()
      await work()
    }
    await upload(page, `${mark}.csv`, [headings, `Wish ${mark},Mobile ${mark}`])
    await work()
    await category.selectOption(`Area ${mark}`)
    await checkAgain()
    await form.getByRole('button', { name: 'Import 1 post' }).click()
    await expect(page.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
    await work()
    await page.getByRole('button', { name: 'Undo import' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click()
    await expect(page.getByRole('progressbar', { name: 'Undoing the import' })).toBeVisible()
    await work()
    await page.getByRole('link', { name: 'Import another file' }).click()

    await upload(page, `${mark}.csv`, [headings, `Wish ${mark},Mobile ${mark}`])
    await work()
    await expect(category).toHaveValue(`=Area ${mark}`)
    await checkAgain()
    await expect(form.getByRole('combobox', { name: `Mobile ${mark}` })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Import 1 post' })).toBeEnabled()
  },
)

test('nothing is imported before its questions are answered', { tag: '@long' }, async ({ page, request }) => {
  const mark = randomUUID().slice(0, 8)
  const lines = Array.from(
    { length: 12 },
    (_, i) => `${mark}-${i},Wish ${mark} ${i},Closed,0${(i % 9) + 1}/04/2024`,
  )
  const field = page.getByLabel('Choose a file')
  await field.setInputFiles({ name: 'ideas.xlsx', mimeType: '', buffer: Buffer.from('x') })
  const refusal = (await page.getByText('Save the spreadsheet as CSV').boundingBox())!
  const button = (await page.getByText('Choose a file').boundingBox())!
  expect(refusal.y - button.y - button.height).toBe(12)
  const blank = `${mark}-x,Wish ${mark} without a state,,01/04/2024`
  await upload(page, `${mark}.csv`, ['id,title,status,created at', ...lines, blank])
  await runJobs(request)
  const form = page.getByRole('form', { name: 'Import' })
  const start = form.getByRole('button', { name: /^Import( 1[23] posts)?$/ })
  const dates = form.getByRole('combobox', { name: /^Dates such as/ })
  const closed = form.getByRole('combobox', { name: /^Closed 12 posts “Closed” can mean done or declined/ })
  const colors = () => start.evaluate((button) => getComputedStyle(button).backgroundColor)
  const whileAsked = await colors()
  await start.click()
  await expect(dates).toBeFocused()
  await expect(dates).toBeInViewport()
  await expect(dates).toHaveAccessibleDescription(/can mean two days/)
  await dates.selectOption('Day first')
  await start.click()
  await expect(closed).toBeFocused()
  await page.getByRole('link', { name: 'All imports' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: mark })).toContainText('Needs your input')
  await page.getByRole('link', { name: `${mark}.csv` }).click()
  await expect(dates).toHaveValue('day')

  const again = form.getByRole('button', { name: 'Check again' })
  await again.scrollIntoViewIfNeeded()
  await again.click()
  await expect(page.getByRole('progressbar', { name: 'Checking the file' })).toBeVisible()
  await runJobs(request)
  await expect(page.getByRole('heading', { name: `${mark}.csv` })).toBeFocused()
  await expect(form.getByText('New posts')).toBeInViewport()
  // The heading of the page isn't behind the header.
  const [header, title] = await Promise.all([
    page.getByRole('banner').boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ])
  expect(title!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
  expect(await colors()).toBe(whileAsked)
  await start.click()
  await expect(closed).toBeFocused()
  await expect(closed).toBeInViewport()
  await expectAccessible(page)
  await closed.selectOption('Completed')
  expect(await colors()).not.toBe(whileAsked)
  const stateless = form.getByRole('combobox', { name: 'No state 1 post' })
  await expect(stateless).toHaveValue('proposed')
  await stateless.selectOption('Leave out')
  await start.click()
  await expect(page.getByRole('progressbar', { name: 'Importing' })).toBeVisible()
  await runJobs(request)
  await expect(page.getByText('12 posts imported.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'States left out' })).toHaveText('No state: 1 post')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'See the roadmap' }).click()
  await expect(page).toHaveURL('/')
})
