import type { Page } from 'playwright/test'
import { expect, test } from './fixtures'
import { createPerson, signIn, sql } from './people'
import { createPost } from './posts'

/** The toast; there is only one at a time. */
async function raiseOne(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const shown = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect(shown).toHaveCount(1)
  await expect(shown).toContainText('Name saved.')
  // Below the page’s links and above the thumb. The next toast replaces one that is still there.
  const { width, height } = page.viewportSize()!
  const below = async () => {
    const box = await shown.boundingBox()
    return box && height - box.y - box.height
  }
  await expect.poll(below).toBeGreaterThanOrEqual(width < 640 ? 64 : 8)
  await expect.poll(below).toBeLessThan(120)
  return shown
}

test('there is one toast, reached with F8, and it disappears after 5,000 ms', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person)
  await page.goto('/settings')
  // The clock only moves when told to.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const shown = await raiseOne(page, 'First')
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list')).toBeFocused()
  // While it has the focus, its time is paused. The second replaces it and runs without the focus.
  const first = await shown.elementHandle()
  await raiseOne(page, 'Second')
  await expect.poll(() => first!.evaluate((element) => element.isConnected)).toBe(false)
  await page.getByRole('button', { name: 'Save', exact: true }).focus()
  await page.clock.runFor(4_000)
  await expect(shown).toHaveCount(1)
  await page.clock.runFor(1_500)
  await expect(shown).toHaveCount(0)
})

test('a toast is swiped away to the right, from 50 pixels on @long', async ({ page }) => {
  const person = await createPerson()
  await signIn(page, person)
  await page.goto('/settings')
  const shown = await raiseOne(page, 'Swiped')
  const swipe = async (by: number) => {
    const box = (await shown.boundingBox())!
    await page.mouse.move(box.x + 20, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 20 + by / 2, box.y + box.height / 2)
    await page.mouse.move(box.x + 20 + by, box.y + box.height / 2)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(shown).toHaveCount(1)
  await swipe(60)
  await expect(shown).toHaveCount(0)
})

test('a toast does not cover the text that someone writes @phone', async ({ page }) => {
  const person = await createPerson()
  const post = await createPost(null)
  const write = (body: string) =>
    sql`insert into public.comments (post_id, author_id, body) values (${post.id}, ${person.id}, ${body})`
  await write('Mine to delete')
  await write('A line\n\n'.repeat(20))
  await signIn(page, person)
  await page.goto(post.path)
  await page.getByRole('button', { name: 'Delete this comment' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
  const shown = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect(shown).toContainText('Comment deleted.')
  await page.getByRole('button', { name: 'Reply to Robin Tester' }).last().click()
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await expect(field).toBeFocused()
  const { height } = page.viewportSize()!
  for (const fromEdge of [100, 160, 220]) {
    await field.evaluate((element, to) => {
      window.scrollBy(0, element.getBoundingClientRect().top - to)
    }, height - fromEdge)
    const above = async () => {
      const [toast, text] = [await shown.boundingBox(), await field.boundingBox()]
      return text!.y - toast!.y - toast!.height
    }
    await expect.poll(above, `${fromEdge} pixels from the lower edge`).toBeGreaterThanOrEqual(0)
  }
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport()
})
