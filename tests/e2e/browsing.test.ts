import { expect, test } from './fixtures'

test('a visitor goes from the roadmap to a post, copies its link and goes back', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await page.getByRole('link', { name: 'Merge duplicate posts' }).click()
  await expect(page).toHaveURL('/new-features/merge-duplicate-posts')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Merge duplicate posts')
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied.', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await page.goBack()
  // On a narrow screen, the board is back where it was.
  await expect(page).toHaveURL(/:\d+\/(#state-planned)?$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roadmap')
})

test('the five states appear in order with their counts', async ({ page }) => {
  await page.goto('/')
  const states = page.locator('main').getByRole('heading', { level: 2 })
  await expect(states).toHaveText([
    /^Proposed\d+ posts/,
    /^Candidate\d+ posts/,
    /^Planned\d+ posts/,
    /^In Progress\d+ posts/,
    /^Completed\d+ posts/,
  ])
})

test('the table sorts by its headers and keeps the order in the address', async ({ page }, { project }) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Table' }).click()
  await expect(page).toHaveURL('/?view=table')
  await page
    .getByRole('navigation', { name: 'State' })
    .getByRole('link', { name: /^Completed/ })
    .click()
  await expect(page).toHaveURL('/?view=table&state=completed')
  const rows = page.getByRole('row')
  await expect(rows.nth(1)).toContainText('Dark mode')
  // Every header that sorts has an arrow, and the others have none.
  const arrows = (name: string) => page.getByRole('columnheader', { name }).locator('svg')
  for (const name of ['Title', 'Votes']) await expect(arrows(name)).toHaveCount(1)
  await expect(arrows('State')).toHaveCount(0)
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
  await expect(page).toHaveURL('/?view=table&sort=title&state=completed')
  await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  // Without the row of "Load more", which is there once other tests have completed enough posts.
  const posts = rows.filter({ has: page.getByRole('rowheader') })
  const heights = await posts.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  // On phones, the state is below the title, which may take a second line.
  expect(Math.max(...heights)).toBeLessThanOrEqual(project.name === 'phone' ? 68 : 48)
  await page.reload()
  await expect(rows.nth(1)).toContainText('Atom feed for each category')
})

test('a category is filtered by state and sorted by date', async ({ page, allowedStatuses }) => {
  await page.goto('/new-features')
  const states = page.getByRole('navigation', { name: 'State' })
  await states.getByRole('link', { name: /^Planned/ }).click()
  await expect(page).toHaveURL('/new-features?state=planned')
  await expect(page.getByRole('article')).toHaveCount(4)
  await page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL('/new-features?sort=newest&state=planned')
  await expect(page.getByRole('article').first()).toContainText('Reduced motion everywhere')
  const filter = page.getByRole('searchbox', { name: 'Filter posts' })
  await filter.fill('mtoion')
  await expect(
    page.getByRole('status').filter({ hasText: '1 post for “mtoion” in Feedback, Planned' }),
  ).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Reduced motion everywhere')
  await states.getByRole('link', { name: 'Completed', exact: true }).click()
  await expect(page).toHaveURL('/search?q=mtoion&category=new-features&state=completed')
  await page.goBack()
  await filter.fill('keybord')
  await page.getByRole('link', { name: 'Search all states' }).click()
  await expect(page.getByRole('heading', { name: 'Search results' })).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Use the whole site with the keyboard')
  await page.goBack()
  await expect(page).toHaveURL('/new-features?sort=newest&state=planned')
  await filter.fill('')
  await expect(states.getByRole('link', { name: /^Planned/ })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('article')).toHaveCount(4)
  allowedStatuses.add(0)
  await page.route('**/api/search?**', (route) => route.abort())
  await filter.fill('motion')
  await expect(page.getByText("That didn't work.")).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(4)
  await page.unroute('**/api/search?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'for “motion” in Feedback, Planned' }),
  ).toBeVisible()
  await expect(page.getByText("That didn't work.")).toHaveCount(0)
  await expect(filter).toBeFocused()
})

test('on a phone, what is below the search of a category stays in place when the field loses focus @phone', async ({
  page,
}) => {
  await page.goto('/new-features')
  const filter = page.getByRole('searchbox', { name: 'Filter posts' })
  await filter.tap()
  await filter.pressSequentially('dark')
  await expect(page.getByRole('article')).toHaveCount(1)
  const completed = page.getByRole('navigation', { name: 'State' }).getByRole('link', { name: 'Completed' })
  await completed.scrollIntoViewIfNeeded()
  const before = await completed.boundingBox()
  await filter.blur()
  expect(await completed.boundingBox()).toEqual(before)
  await filter.focus()
  await completed.click()
  await expect(page).toHaveURL('/search?q=dark&category=new-features&state=completed')
})

test('a long list loads more in place until its end', async ({ page }) => {
  await page.goto('/long-list?sort=oldest')
  await expect(page.getByRole('article')).toHaveCount(20)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('article')).toHaveCount(40)
  await expect(page.getByText('20 more loaded')).toHaveRole('status')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('article')).toHaveCount(49)
  // The link is gone; the focus moved to the first loaded post.
  await expect(page.getByRole('article').nth(40).getByRole('button')).toBeFocused()
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
  const titles = await page.getByRole('article').getByRole('heading').allTextContents()
  expect(new Set(titles).size).toBe(49)
})

test('a long list has further pages without JavaScript @desk', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  for (const start of [
    '/long-list?sort=title',
    '/?view=table&sort=newest',
    '/long-list?sort=oldest&state=proposed',
  ]) {
    await page.goto(start)
    const posts = () =>
      page
        .getByRole('main')
        .getByRole('link')
        .evaluateAll((links) =>
          links
            .map((link) => link.getAttribute('href')!)
            .filter((address) => /^\/(?!people\/)[^/?]+\/[^/?]+$/.test(address)),
        )
    const first = await posts()
    await page.getByRole('link', { name: 'Load more' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('continued')
    await page.waitForLoadState()
    const second = await posts()
    expect(second.length, start).toBeGreaterThan(0)
    expect(
      second.filter((address) => first.includes(address)),
      start,
    ).toEqual([])
  }
  await page.close()
})

test('a page of a list that fails to load says so and can be retried @desk @long', async ({
  page,
  allowedStatuses,
}) => {
  allowedStatuses.add(503)
  await page.route('/api/posts?*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto('/long-list?sort=oldest')
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('alert').filter({ hasText: "didn't work" })).toBeVisible()
  await page.unroute('/api/posts?*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('article')).toHaveCount(40)
})

test('comments and replies load more, in order', async ({ page }) => {
  await page.goto('/long-list/long-list-entry-01')
  await expect(page.getByText('Comment number 20', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Load 5 more replies' }).click()
  await expect(page.getByText('Reply number 8', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByText('Comment number 30', { exact: true })).toBeVisible()
})

test('scripts, HTML and javascript: links in a post are shown as text @desk @long', async ({ page }) => {
  await page.goto('/search?q=%F0%9F%8E%89%F0%9F%8E%89%F0%9F%8E%89')
  await page.getByRole('link', { name: '🎉🎉🎉' }).click()
  await expect(page.getByText('<script>document.title = "hacked"</script>')).toBeVisible()
  await expect(page.getByRole('link', { name: 'x', exact: true })).toHaveCount(0)
  await expect(page).toHaveTitle(/🎉🎉🎉/)
})

test('the navigation highlights nothing on a page that was not found @long', async ({
  page,
  allowedStatuses,
}, { project }) => {
  allowedStatuses.add(404)
  const paths = ['/no-such-category', '/no-such-category/no-such-post', '/new-features/no-such-post']
  for (const path of [...paths, '/changelog/no-such-entry', '/a/b/c']) {
    await page.goto(path)
    if (project.name === 'phone') {
      const select = page.getByRole('combobox', { name: 'Section' })
      await expect(select.locator('option:checked'), path).toHaveText('Select a section.')
    } else {
      const tabs = page.getByRole('navigation', { name: 'Main' })
      await expect(tabs.locator('[aria-current]'), path).toHaveCount(0)
    }
  }
  await page.getByRole('main').getByRole('link', { name: 'Roadmap' }).click()
  const roadmap = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Roadmap' })
  if (project.name !== 'phone') await expect(roadmap).toHaveAttribute('aria-current', 'page')
})

test('the navigation highlights Feedback on category and post pages @long', async ({ page }, { project }) => {
  await page.goto('/integrations')
  if (project.name === 'phone') {
    const select = page.getByRole('combobox', { name: 'Section' })
    await expect(select).toHaveValue('/new-features')
    await select.selectOption('Roadmap')
    await expect(page).toHaveURL('/')
    await page.goto('/search?q=dark')
    await expect(select.locator('option:checked')).toHaveText('Select a section.')
  } else {
    const feedback = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Feedback' })
    await expect(feedback).toHaveAttribute('aria-current', 'page')
    await page.goto('/new-features/dark-mode')
    await expect(feedback).toHaveAttribute('aria-current', 'page')
    await page.goto('/')
    await expect(feedback).not.toHaveAttribute('aria-current', 'page')
  }
})

test('sorting a category by trend puts two votes from today before three from last summer @desk @long', async ({
  page,
}) => {
  await page.goto('/trends')
  const titles = page.getByRole('article').getByRole('heading')
  await expect(titles).toHaveText(['Once loved', 'Wanted now', 'Unheard of'])
  await page.getByRole('navigation', { name: 'Sort' }).getByRole('link', { name: 'Trending' }).click()
  await expect(page).toHaveURL('/trends?sort=trending')
  await expect(titles).toHaveText(['Wanted now', 'Unheard of', 'Once loved'])
})

test('dates are machine-readable @long @desk', async ({ page }) => {
  await page.goto('/new-features/dark-mode')
  const date = page
    .locator('main time')
    .filter({ hasText: /^[A-Z][a-z]+ \d{1,2}, \d{4}$/ })
    .first()
  const day = new Date((await date.getAttribute('datetime'))!)
  expect(await date.textContent()).toBe(
    day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
  )
})
