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
