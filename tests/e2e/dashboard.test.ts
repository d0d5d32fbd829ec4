import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'
import { createPosts } from './posts'

test('an admin sorts, filters and pages through posts', async ({ page }, { project }) => {
  const admin = await createPerson({ admin: true })
  const word = await createPosts(60)
  await signIn(page, admin)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'A list of all the posts.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sort', exact: true })).toBeVisible()
  if (project.name === 'desk') {
    const heads = page.getByRole('table').getByRole('columnheader')
    await expect(heads.filter({ hasText: /\S/ })).toContainText(['Created at', 'State', 'Votes', 'Title'])
    await expect(heads.locator('svg')).toHaveCount(4)
    await expect(heads.filter({ hasText: 'Created at' })).toHaveAttribute('aria-sort', 'descending')
  }

  const text = page.getByRole('searchbox', { name: 'Search posts' })
  await text.fill(word)
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(page.getByText('60 posts')).toBeVisible()
  await expect(text).toBeFocused()
  if (project.name === 'desk') expect(await rowShapes(page)).toEqual({ heights: [44], lines: [1] })

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const filter = page.getByRole('form', { name: 'Filter' })
  await expect.poll(() => filter.getByLabel(/^Created/).evaluateAll(countCut)).toBe(0)
  await filter.getByRole('checkbox', { name: 'Planned' }).check()
  await filter.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('0 posts', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove filter State: Planned' }).click()
  await expect(page.getByText('60 posts')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Filter', exact: true })
  await opener.click()
  await filter.getByRole('button', { name: 'Cancel' }).click()
  await expect(filter).toBeHidden()
  await expect(opener).toBeFocused()

  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await page.getByRole('combobox', { name: 'Rule 1', exact: true }).selectOption('title')
  await page.getByRole('combobox', { name: 'Direction of rule 1' }).selectOption('asc')
  await expect(page.getByRole('button', { name: 'Sort by 1 rule' })).toBeVisible()
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByRole('button', { name: 'Sort by 2 rules' })).toBeVisible()
  const links = page.getByRole('table').getByRole('link')
  await expect(links.first()).toHaveText(`${word} 001`)
  await expect(links).toHaveCount(50)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(links.first()).toHaveText(`${word} 051`)
  await expect(links).toHaveCount(10)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(links.first()).toHaveText(`${word} 001`)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)

  // A cursor from another order, or an invalid one, leads to the first page.
  await page.goto(`/dashboard?q=${word}&sort=title&after=%5B1%2C2%5D`)
  await expect(links.first()).toHaveText(`${word} 001`)

  await page.getByRole('button', { name: 'Delete filters' }).click()
  await expect(page).not.toHaveURL(/q=/)
  await expect(text).toHaveValue('')
})

/** The distinct row heights in pixels, and the number of lines in a row’s text. */
function rowShapes(page: Page) {
  return page
    .getByRole('table')
    .getByRole('row')
    .evaluateAll((rows) => {
      const linesOf = (row: Element) => {
        const middles = ['time', '[aria-haspopup] > span', 'a'].map((part) => {
          const words = document.createRange()
          words.selectNodeContents(row.querySelector(part)!)
          const { top, bottom } = words.getBoundingClientRect()
          return (top + bottom) / 2
        })
        return 1 + middles.filter((middle) => Math.abs(middle - middles[0]!) > 1).length
      }
      const body = rows.slice(1)
      return {
        heights: [...new Set(body.map((row) => Math.round(row.getBoundingClientRect().height)))],
        lines: [...new Set(body.map(linesOf))],
      }
    })
}

/** How many fields are narrower than their content. */
function countCut(fields: Element[]): number {
  return fields.filter((field) => {
    const copy = field.cloneNode() as HTMLElement
    copy.style.cssText = 'position:absolute;width:max-content'
    document.body.append(copy)
    const { width } = copy.getBoundingClientRect()
    copy.remove()
    return width > field.getBoundingClientRect().width
  }).length
}

test('an admin adds synonyms and sees searches without results @desk @long', async ({ page }) => {
  const word = `z${randomUUID().replaceAll(/[^a-f]/g, '')}q`
  await page.goto(`/search?q=${word}`)
  await expect(page.getByText("We couldn't find anything.")).toBeVisible()
  // Counted once the page is sent.
  await expect.poll(() => sql`select from private.search_misses where words = ${word}`).toHaveLength(1)
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Search terms' }).click()
  const missed = page.getByRole('region', { name: 'No results' })
  await expect(missed.getByRole('link', { name: word, exact: true })).toBeVisible()
  await missed.getByRole('button', { name: `Dismiss ${word}` }).click()
  await expect(missed.getByRole('link', { name: word })).toHaveCount(0)
  const form = page.getByRole('form', { name: 'New group' })
  await form.getByRole('textbox', { name: 'New group' }).fill(word)
  await form.getByRole('button', { name: 'Add' }).click()
  await expect(form.getByText('Enter at least two terms')).toBeVisible()
  await form.getByRole('textbox', { name: 'New group' }).fill(`${word}, permanent links`)
  await form.getByRole('button', { name: 'Add' }).click()
  const group = page.getByRole('region', { name: 'Synonyms' }).getByRole('listitem').filter({ hasText: word })
  await expect(group).toContainText(`${word}, permanent links`)
  const more = group.getByRole('button', { name: 'More' })
  const choose = async (act: string) => {
    await more.click()
    await page.getByRole('menuitem', { name: act }).click()
  }
  await choose('Edit')
  await expect(group.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await choose('Edit')
  await group.getByRole('button', { name: 'Cancel' }).click()
  await choose('Edit')
  await group.getByRole('textbox').fill(`${word}, permanent links, addresses that last`)
  await group.getByRole('button', { name: 'Save' }).click()
  await expect(group).toContainText('addresses that last')
  await expectAccessible(page)
  await page.goto(`/search?q=${word}`)
  await expect(page.getByRole('article').first()).toContainText('Permanent links to posts')
  await page.goto('/dashboard/search')
  await choose('Delete')
  await expect(group).toHaveCount(0)
})

test('G and a page’s key open it, except while typing or for admin pages @desk @long', async ({ page }) => {
  await signIn(page, await createPerson({ moderator: true }))
  await page.goto('/dashboard')
  const places = page.getByRole('navigation', { name: 'Dashboard' })
  await page.getByRole('searchbox', { name: 'Search posts' }).press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('searchbox', { name: 'Search posts' })).toHaveValue('gr')
  await page.goto('/dashboard')
  for (const key of ['g', 'w', 'g', 'i']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  // After G, P opens the posts, although it is also one of the inbox’s own keys.
  for (const key of ['g', 'p']) await page.keyboard.press(key)
  await expect(page.getByRole('heading', { level: 1, name: 'Posts' })).toBeVisible()
  await expect(places.getByRole('link', { name: 'Posts' })).toHaveAttribute('aria-current', 'page')
  await expect(places.getByRole('link', { name: /^Inbox [\d,+]+ to review$/ })).toBeVisible()
  await expect(places.getByRole('link', { name: 'Webhooks' })).toBeHidden()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(places.getByRole('link', { name: 'Reports' })).toBeHidden()
  await places.getByRole('button', { name: 'Posts' }).click()
  await places.getByRole('link', { name: 'Reports' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  await expectAccessible(page)
})

test('Ctrl K finds pages, posts and people and opens them by keyboard @desk', async ({ page }) => {
  const person = await createPerson()
  const word = await createPosts(1)
  await sql`update public.posts set title = ${`Between light ${word}`} where title = ${`${word} 001`}`
  await signIn(page, await createPerson({ admin: true }))
  await page.goto('/dashboard/reports')
  const palette = page.getByRole('dialog', { name: 'Command palette' })
  const field = palette.getByRole('combobox')
  // On a busy machine, the page listens to keys a moment after its buttons.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 2_000 })
  }).toPass()
  await field.fill('webh')
  await expect(palette.getByRole('option', { name: 'Webhooks' })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Webhooks' })).toBeVisible()

  await page.keyboard.press('Control+k')
  // Also by other words than their names.
  for (const [words, name] of [
    ['invite', 'Team'],
    ['new post', 'Create a post'],
    ['theme', 'Switch between light and dark'],
    ['smtp', 'Emails'],
    ['logo', 'General'],
  ] as const) {
    await field.fill(words)
    await expect(palette.getByRole('option', { name })).toBeVisible()
  }
  await field.fill(person.email)
  await palette.getByRole('option', { name: person.name }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()

  // Also people without an account, as an import brings them.
  const imported = `Maya ${word}`
  await sql`insert into public.profiles (name, placeholder) values (${imported}, true)`
  await page.keyboard.press('Control+k')
  await field.fill(imported)
  await palette.getByRole('option', { name: imported, exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: imported })).toBeVisible()

  await page.keyboard.press('Control+k')
  // A post that starts with what was typed comes before an act that only contains it.
  await field.fill('between light')
  await expect(palette.getByRole('option', { name: `Between light ${word}` })).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Switch between light and dark' })).toBeVisible()
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Between light ${word}` })).toBeVisible()
})

test('? lists the keys that work on a page of the team @desk', async ({ page }) => {
  await signIn(page, await createPerson({ admin: true }))
  const keys = page.getByRole('dialog', { name: 'Shortcuts' })
  for (const [path, own] of [
    ['/dashboard/webhooks', []],
    ['/dashboard', []],
    ['/dashboard/reports', ['Keep or approve']],
    ['/dashboard?view=inbox', ['Next post', 'Reviewed']],
    ['/dashboard/people', []],
  ] as const) {
    await page.goto(path)
    await expect(async () => {
      await page.keyboard.press('?')
      await expect(keys).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(keys).toHaveCount(1)
    for (const key of [/^GW$/, /^CtrlK$/, /^\?$/])
      await expect(keys.getByRole('term').filter({ hasText: key })).toHaveCount(1)
    for (const name of ['Keep or approve', 'Next post', 'Reviewed'])
      await expect(keys.getByRole('definition').filter({ hasText: name })).toHaveCount(
        (own as readonly string[]).includes(name) ? 1 : 0,
      )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  }
  // Where someone types, it is a letter.
  await page.getByRole('searchbox', { name: 'Search people' }).press('?')
  await expect(page.getByRole('searchbox', { name: 'Search people' })).toHaveValue('?')
  await expect(keys).toBeHidden()
})
