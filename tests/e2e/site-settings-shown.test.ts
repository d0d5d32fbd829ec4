import sharp from 'sharp'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { signInOn, startOwnSite } from './own-site'

// These settings show on every page, so they belong to a site that no other test uses.
let own: Awaited<ReturnType<typeof startOwnSite>>
test.beforeAll(async () => {
  own = await startOwnSite({ env: { MARKETING_URL: 'https://www.example.com/' } })
})
test.afterAll(() => own.stop())

test('an admin gives the site a name, a logo, a color and texts, and visitors see them at once @desk @long', async ({
  page,
  request,
}) => {
  const get = async (path: string) => (await request.get(own.url + path)).text()
  // Stored before the settings change.
  expect(await get('/')).toContain('Roadmap · Signpost')
  await signInOn(page, own, 'admin@example.com')
  await page.goto(`${own.url}/dashboard/settings`)
  const form = page.getByRole('form', { name: 'Site' })
  await expect(form.getByLabel('Your website')).toHaveValue('https://www.example.com/')
  await expect(form.getByText('Set by MARKETING_URL in the environment.')).toBeVisible()

  await expect(form.getByLabel('Sender')).toHaveAttribute('placeholder', 'Signpost')
  await form.getByLabel('Name', { exact: true }).fill('Acme Works')
  await expect(form.getByLabel('Sender')).toHaveAttribute('placeholder', 'Acme Works')
  await form.getByLabel('Accent color', { exact: true }).fill('#ffd400')
  await expect(form.getByText('Contrast 1.4:1 is too low')).toBeVisible()
  await form.getByLabel('Terms').fill('javascript:alert(1)')
  await form.getByLabel('Welcome').fill('What Acme builds next.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByLabel('Accent color', { exact: true })).toHaveAccessibleDescription(
    /^Contrast 1\.4:1/,
  )
  await expect(form.getByLabel('Pick an accent color')).toBeVisible()
  await expect(form.getByText('Enter an address like')).toBeVisible()
  await expect(form.getByLabel('Welcome')).toHaveValue('What Acme builds next.')
  await expectAccessible(page)
  await form.getByRole('button', { name: /^Use #/ }).click()
  await expect(form.getByText('In dark mode')).toBeVisible()
  await expect(form.getByLabel('Accent color', { exact: true })).toBeFocused()
  await form.getByLabel('Accent color', { exact: true }).fill('#00745c')
  await form.getByLabel('Terms').fill('example.com/terms')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.').first()).toBeVisible()
  await expect(form.getByText('Unsaved changes')).toBeHidden()
  await form.getByLabel('Welcome').fill('Something else.')
  await expect(form.getByText('Unsaved changes')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await form.getByRole('button', { name: 'Discard' }).click()
  await expect(form.getByLabel('Welcome')).toHaveValue('What Acme builds next.')
  await expect(form.getByText('Unsaved changes')).toBeHidden()
  await expect(form.getByRole('button', { name: 'Save' })).toBeFocused()

  expect(await get('/icon.svg')).toContain('fill="#00745c"')
  await page.getByLabel('Logo file').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 900, height: 150, channels: 3, background: '#00745c' } })
      .png()
      .toBuffer(),
  })
  await expect(page.getByText('Logo saved.').first()).toBeVisible()
  await expect(page.getByRole('img', { name: 'Logo', exact: true })).toBeVisible()
  // For the auth service's emails.
  const logo = await request.get(`${own.url}/api/logo`, { maxRedirects: 0 })
  expect(logo.headers().location).toContain('/images/site/')
  // A wide logo would be a line in a tab, so its icon is a letter on the site's color.
  for (const address of ['/icon.svg', '/favicon.ico', '/apple-icon']) {
    const icon = sharp(await (await request.get(own.url + address)).body())
    expect(await icon.metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
    const { channels } = await icon.stats()
    expect(channels.slice(0, 3).map(({ min, max }) => [min, max])).toEqual([
      [0x00, 255],
      [0x74, 255],
      [0x5c, 255],
    ])
  }
  // In the header of a phone as well. Where there is room, it says the name.
  const header = page.getByRole('banner')
  const shownLogo = header.getByRole('link').first().locator('img')
  const source = () => shownLogo.evaluate((image: HTMLImageElement) => image.currentSrc)
  const desk = page.viewportSize()!
  await page.goto(own.url)
  await expect(shownLogo).toHaveJSProperty('clientWidth', 160)
  expect(await source()).toContain('/images/site/')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(source).toBe(`${own.url}/apple-icon`)
  expect(await shownLogo.boundingBox()).toMatchObject({ x: 16, width: 28, height: 28 })
  expect((await header.boundingBox())!.height).toBe(56)
  await page.setViewportSize(desk)
  await page.goto(`${own.url}/dashboard/settings`)

  await page.getByLabel('Logo file').setInputFiles({
    name: 'square.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00745c' } })
      .png()
      .toBuffer(),
  })
  await expect
    .poll(async () => (await request.get(`${own.url}/icon.svg`, { maxRedirects: 0 })).headers().location)
    .toContain('/images/site/')
  // On a home screen, white surrounds it.
  const [tile] = (await sharp(await (await request.get(`${own.url}/apple-icon`)).body()).stats()).channels
  expect(tile!.max).toBe(255)
  expect(tile!.min).toBeLessThan(8)

  await page.goto(`${own.url}/dashboard/settings/states`)
  const states = page.getByRole('form', { name: 'States' })
  await states.getByLabel('Name of Planned').fill('Next up')
  await states.getByLabel('Description of Planned').fill('We have said yes to these.')
  await expect(states.getByText('Unsaved changes')).toBeVisible()
  await states.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved.').first()).toBeVisible()

  const home = await get('/')
  for (const part of [
    'Roadmap · Acme Works',
    '/images/site/',
    '<link rel="icon" href="/icon.svg"',
    '<link rel="apple-touch-icon" href="/apple-icon"',
    '--accent:#00745c',
    'What Acme builds next.',
    'Next up',
    'We have said yes to these.',
    'href="https://example.com/terms"',
    'href="https://www.example.com/"',
  ])
    expect(home).toContain(part)
  // Stored with the new settings: no request reads them.
  expect((await request.get(own.url)).headers()['x-nextjs-cache']).toBe('HIT')
  expect(await get('/feed.xml?state=planned')).toContain('Roadmap: Next up · Acme Works')
  expect(await get('/manifest.webmanifest')).toContain('"theme_color":"#00745c"')
  await page.goto(own.url)
  await expect(page.getByRole('heading', { name: 'Next up' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  const large = await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await large.evaluate((style) => (style as Element).remove())
  await page.setViewportSize(desk)
  const visitor = await (await page.context().browser()!.newContext()).newPage()
  await visitor.goto(own.url)
  await visitor.getByRole('button', { name: 'Sign up' }).click()
  await expect(visitor.getByRole('dialog').getByRole('link', { name: 'terms' })).toHaveAttribute(
    'href',
    'https://example.com/terms',
  )
  await visitor.context().close()
})
