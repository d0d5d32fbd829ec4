import { expect, test } from './fixtures'
import { comeToPost } from './posts'

test('the button of a comment is beside the tools, and stays there when they load @desk', async ({
  page,
}) => {
  await comeToPost(page)
  const form = page.getByRole('form', { name: 'New comment' })
  const [field, button] = [form.getByRole('textbox'), form.getByRole('button', { name: 'Comment' })]
  for (const width of [1280, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await field.blur()
    await button.scrollIntoViewIfNeeded()
    const [form0, field0, button0] = await Promise.all([form, field, button].map((one) => one.boundingBox()))
    await field.focus()
    const tabs = form.getByRole('group', { name: 'View' }).getByRole('button')
    await expect(tabs).toHaveCount(2)
    expect(await form.boundingBox()).toEqual(form0)
    expect(await field.boundingBox()).toEqual(field0)
    expect(await button.boundingBox()).toEqual(button0)
    const middle = button0!.y + button0!.height / 2
    for (const tool of [...(await tabs.all()), form.getByRole('button', { name: 'Bold' })]) {
      const { y, height } = (await tool.boundingBox())!
      expect(Math.abs(y + height / 2 - middle), `${tool} at ${width}`).toBeLessThanOrEqual(1)
    }
  }
})

test('on a phone, a comment that is edited takes up the screen @phone', async ({ page }) => {
  await comeToPost(page)
  const form = page.getByRole('form', { name: 'New comment' })
  await form.getByRole('textbox').fill('A comment')
  await form.getByRole('button', { name: 'Comment' }).click()
  await page.getByRole('button', { name: 'Edit this comment' }).click()
  const dialog = page.getByRole('dialog')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    const [field, save, bold, preview] = await Promise.all(
      [
        dialog.getByRole('textbox'),
        dialog.getByRole('button', { name: 'Save' }),
        dialog.getByRole('button', { name: 'Bold' }),
        dialog.getByRole('button', { name: 'Preview' }),
      ].map(async (one) => (await one.boundingBox())!),
    )
    expect(field!.height).toBeGreaterThan(280)
    expect(save!.y + save!.height).toBeGreaterThan(660)
    // The tabs are beside the label, not in a row of their own below the tools.
    expect(preview!.y + preview!.height).toBeLessThanOrEqual(field!.y)
    expect(bold!.y).toBeGreaterThanOrEqual(field!.y + field!.height)
  }
})
