import { globSync } from 'node:fs'
import postgres from 'postgres'
import { languages } from '../../lib/words/languages'
import { projectRoot } from '../../supabase/local/backend'
import { demoPassword } from '../../supabase/local/demo-accounts'
import { sessionCookies } from '../support/session-cookies'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { startOwnSite } from './own-site'

/** Samples of all pages. `entry` is a published entry's slug, `person` somebody who wrote posts. */
const visitorPages = (entry: string, person: string) => [
  '/',
  '/?category=bugs',
  '/?view=table',
  '/all',
  '/new-features',
  '/new-features?sort=newest&state=planned',
  '/new-features/dark-mode',
  `/people/${person}`,
  `/people/${person}/comments`,
  '/changelog',
  '/changelog/label/new',
  `/changelog/${entry}`,
  '/search',
  '/search?q=dark',
  '/search?q=qqqqwwwwzzzz',
  '/no-such-page',
  '/forgot-password',
  '/?auth=sign-in',
  '/?auth=sign-up',
  '/auth/callback?error=access_denied',
  '/auth/confirm?type=signup&token_hash=x',
  '/auth/goodbye',
  '/auth/invitation?key=x',
  '/auth/own?token=x',
  '/embed',
  '/embed/changelog',
  '/embed/own',
  '/embed/roadmap',
  '/embed/write',
]
const teamPages = (entry: string, person: string) => [
  '/settings',
  '/settings/activity',
  '/settings/code',
  '/reset-password',
  '/notifications',
  '/notifications/mail',
  '/new-features/dark-mode',
  `/changelog/${entry}`,
  '/dashboard',
  '/dashboard?view=inbox',
  '/dashboard/api-keys',
  '/dashboard/changelog',
  '/dashboard/changelog/edit',
  '/dashboard/changelog/edit?id=1',
  '/dashboard/changelog/preview?id=1',
  '/dashboard/duplicates',
  '/dashboard/hidden',
  '/dashboard/import',
  '/dashboard/insights',
  '/dashboard/log',
  '/dashboard/mails',
  '/dashboard/people',
  '/dashboard/reports',
  '/dashboard/search',
  '/dashboard/settings',
  '/dashboard/settings/categories',
  '/dashboard/settings/states',
  '/dashboard/settings/team',
  '/dashboard/settings/moderation',
  '/dashboard/settings/replies',
  '/dashboard/settings/widget',
  '/dashboard/settings/sign-in',
  `/dashboard/votes?person=${person}`,
  '/dashboard/webhooks',
]
/** Pages behind other addresses (what is stored, and what lists load), and the local backend's mailbox, in English. */
const otherPages = /^\/(lists|more|changelog\/more|roadmap|search\/\[asked\]|mailbox)(\/|$)/

const widths = [320, 390, 1280]

/** Starts a site in a language. */
async function startSite(language: string) {
  let samples: [entry: string, person: string] | undefined
  const site = await startOwnSite({
    supabase: async ({ url, databaseUrl }) => {
      const sql = postgres(databaseUrl, { onnotice: () => {} })
      await sql`update public.site_settings set language = ${language}`
      const [person] =
        await sql`select author_id from public.posts where author_id is not null order by id limit 1`
      const [entry] = await sql`select slug from public.changelog_entries where state = 'published' limit 1`
      await sql.end()
      samples = [entry!.slug, person!.author_id]
      return url
    },
  })
  return { ...site, samples: samples! }
}

/** Truncated text and overlapping controls. */
const findMisfits = () => {
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
  }
  const describe = (element: Element) => element.outerHTML.slice(0, 160)
  const misfits: string[] = []
  const room = document.documentElement.scrollWidth - window.innerWidth
  if (room > 0) misfits.push(`${room} pixels wider than the screen`)
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    const hides = overflowX === 'hidden' || overflowX === 'clip'
    if (!hides || textOverflow === 'ellipsis' || !isSeen(element) || !element.textContent) continue
    if (element.scrollWidth <= element.clientWidth + 1) continue
    const { left, right } = element.getBoundingClientRect()
    const wide = [...element.querySelectorAll('*')].findLast((one) => {
      const box = one.getBoundingClientRect()
      return box.width > 0 && (box.right > right + 1 || box.left < left - 1)
    })
    misfits.push(`cut: ${describe(wide ?? element)}`)
  }
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    const { textOverflow, webkitLineClamp, direction } = getComputedStyle(element)
    if (textOverflow !== 'ellipsis' && webkitLineClamp === 'none') continue
    // A select shows one of its options.
    if (direction === 'ltr' || element.tagName === 'SELECT' || !isSeen(element)) continue
    if (/[a-z]/i.test(element.innerText) && !/\p{Script=Arabic}/u.test(element.innerText))
      misfits.push(`its ellipsis would be at its beginning: ${describe(element)}`)
  }
  // Controls behind an open dialog can’t be used.
  const place = document.querySelector('[role="dialog"], dialog[open]') ?? document.body
  const controls = [...place.querySelectorAll('button, a, input:not([data-trap]), select, textarea')].filter(
    isSeen,
  )
  /** What is seen of an element: what its scrolling ancestors leave of it. */
  const boxOf = (element: Element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect()
    for (let around = element.parentElement; around && around !== place; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue
      const clip = around.getBoundingClientRect()
      left = Math.max(left, clip.left)
      right = Math.min(right, clip.right)
      top = Math.max(top, clip.top)
      bottom = Math.min(bottom, clip.bottom)
    }
    return { left, right, top, bottom, width: right - left, height: bottom - top }
  }
  /** The bar or panel around an element that stays in view. */
  const stuckIn = (element: Element | null): Element | null =>
    element && !/sticky|fixed/.test(getComputedStyle(element).position)
      ? stuckIn(element.parentElement)
      : element
  const boxes = controls.map(boxOf)
  for (const [i, one] of boxes.entries()) {
    for (const [j, other] of boxes.entries()) {
      if (j <= i || controls[i]!.contains(controls[j]!) || controls[j]!.contains(controls[i]!)) continue
      // A bar that stays in view covers what people scroll past it.
      if (stuckIn(controls[i]!) !== stuckIn(controls[j]!)) continue
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
      if (wide <= 2 || high <= 2) continue
      // A link that covers a whole row, such as a card’s, is meant to.
      if (document.elementsFromPoint(one.left + one.width / 2, one.top + one.height / 2).length === 0)
        continue
      misfits.push(`overlap: ${describe(controls[i]!)} and ${describe(controls[j]!)}`)
    }
  }
  return misfits
}

test('every page of the app is among the samples', () => {
  const samples = [...visitorPages('e', 'p'), ...teamPages('e', 'p')].map((path) => path.split('?')[0]!)
  const missing = globSync('app/**/page.tsx', { cwd: projectRoot })
    .map((file) => `/${file.slice(4, -'/page.tsx'.length)}`)
    .filter((route) => {
      const pattern = route.replace(/\/\[\[\.\.\..*\]\]/, '(/.+)?').replace(/\[[^/]+\]/g, '[^/]+')
      return !otherPages.test(route) && !samples.some((path) => new RegExp(`^${pattern}$`).test(path))
    })
  expect(missing).toEqual([])
})

test('the header keeps to one row in every language @any-width', async ({ page, context }) => {
  test.setTimeout(600_000)
  const own = await startSite('en')
  try {
    for (const who of ['a visitor', 'an admin']) {
      if (who === 'an admin') {
        const admin = { email: 'admin@example.com', password: demoPassword }
        await context.addCookies(await sessionCookies(own.backend, admin, own.url))
      }
      for (const language of [...Object.keys(languages), 'en-XA']) {
        await own.sql`update public.site_settings set language = ${language}`
        await own.passTime()
        await expect(async () => {
          await page.goto(own.url)
          await expect(page.locator('html')).toHaveAttribute('lang', language, { timeout: 1_000 })
        }).toPass()
        for (const width of [320, 390, 640, 768, 1024, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          const header = page.getByRole('banner')
          const place = `${who}, ${language}, ${width} pixels`
          expect.soft((await header.boundingBox())!.height, place).toBe(56)
          const last = header.getByRole('button').last()
          const { x, width: wide } = (await last.boundingBox())!
          expect.soft(x >= 0 && x + wide <= width, place).toBe(true)
        }
      }
    }
  } finally {
    await own.stop()
  }
})

for (const language of ['en', 'en-XA', 'ar', 'de']) {
  test.describe(`in ${language}`, () => {
    let own: Awaited<ReturnType<typeof startSite>>
    test.beforeAll(async () => {
      test.setTimeout(180_000)
      own = await startSite(language)
      // The build's stored pages are in English until they expire.
      await own.passTime()
    })
    test.afterAll(() => own.stop())

    if (language === 'ar') {
      test('menus open in the reading direction @any-width', async ({ page, context }) => {
        const admin = { email: 'admin@example.com', password: demoPassword }
        await context.addCookies(await sessionCookies(own.backend, admin, own.url))
        await page.goto(own.url + '/dashboard')
        await page.locator('header button[aria-haspopup=menu]').last().click()
        await expect(page.getByRole('menu')).toHaveAttribute('dir', 'rtl')
        await page.keyboard.press('Escape')
        await page.locator('main button[aria-haspopup=menu]').first().click()
        await expect(page.getByRole('menu')).toHaveAttribute('dir', 'rtl')
      })

      test('a swipe to the left marks the open post as reviewed, one to the right hides it @any-width', async ({
        browser,
      }) => {
        const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
        const admin = { email: 'admin@example.com', password: demoPassword }
        await context.addCookies(await sessionCookies(own.backend, admin, own.url))
        const page = await context.newPage()
        await page.goto(own.url + '/dashboard?view=inbox', { waitUntil: 'networkidle' })
        await page.getByRole('listbox').getByRole('option').first().click()
        const article = page.getByRole('article')
        const title = (await article.getAttribute('aria-label'))!
        const touch = await context.newCDPSession(page)
        async function swipe(across: number) {
          const [x, y] = [195, (await article.boundingBox())!.y + 60]
          await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
          for (let step = 1; step <= 5; step++) {
            const point = { x: x + (across * step) / 5, y }
            await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
          }
          const said = await page
            .locator('[aria-hidden]:has(+ article), [aria-hidden]:has(+ * article)')
            .textContent()
          await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
          return said
        }
        expect(await swipe(150)).toBe('إخفاء')
        await expect(page.getByRole('dialog')).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('article', { name: title, exact: true })).toBeVisible()
        expect(await swipe(-150)).toBe('تمت المراجعة')
        await expect(page.getByRole('article', { name: title, exact: true })).toBeHidden()
        const sql = postgres(own.backend.databaseUrl, { onnotice: () => {} })
        await expect
          .poll(
            () =>
              sql`select title from public.post_triage join public.posts on id = post_id where title = ${title} and looked_at is not null`,
          )
          .toEqual([{ title }])
        await sql.end()
        await context.close()
      })
    }

    if (language === 'de') {
      test('the audit log is in the site’s language @any-width', async ({ page, context }) => {
        const { sql } = own
        const log = (action: string, before: object | null, after: object | null) =>
          sql`select private.audit(${action}, null, null, ${before as never}, ${after as never})`
        const [person] = await sql`select id, name from public.profiles order by id limit 1`
        await log(
          'site.update',
          { language: 'en', shows_quarters: true },
          { language: 'de', shows_quarters: false },
        )
        await log('category.order', { order: ['new-features', 'bugs'] }, { order: ['bugs', 'new-features'] })
        await log(
          'post.plan',
          { assignee: null, quarter: null },
          { assignee: person!.id, quarter: '2026-Q4' },
        )
        await log(
          'webhook.update',
          { id: 1, kinds: ['post.created'] },
          { id: 1, kinds: ['post.created', 'post.state'] },
        )
        await log('post.state', { state: 'proposed' }, { state: 'planned' })
        const admin = { email: 'admin@example.com', password: demoPassword }
        await context.addCookies(await sessionCookies(own.backend, admin, own.url))
        await page.goto(own.url + '/dashboard/log')
        for (const said of [
          'Sprache: English → Deutsch',
          'Allen zeigen, in welchem Quartal ein Beitrag erwartet wird: Ein → Aus',
          'Reihenfolge: Feedback und Bugs → Bugs und Feedback',
          `Zuständig: – → ${person!.name}`,
          'Erwartet: – → Q4 2026',
          'Ereignisse: Neuer Beitrag → Neuer Beitrag und Statusänderung',
          'Status: Vorgeschlagen → Geplant',
        ])
          await expect.soft(page.getByRole('listitem').filter({ hasText: said }).first()).toBeVisible()
      })
    }

    for (const [who, pagesOf] of [
      ['a visitor', visitorPages],
      ['an admin', teamPages],
    ] as const) {
      test(`every page of ${who} fits its screen @any-width`, async ({ page, context, allowedStatuses }) => {
        allowedStatuses.add(404)
        test.setTimeout(600_000)
        if (who === 'an admin') {
          const admin = { email: 'admin@example.com', password: demoPassword }
          await context.addCookies(await sessionCookies(own.backend, admin, own.url))
        }
        for (const path of pagesOf(...own.samples)) {
          await test.step(path, async () => {
            for (const width of widths) {
              await page.setViewportSize({ width, height: 800 })
              const response = await page.goto(own.url + path, { waitUntil: 'networkidle' })
              expect.soft(response!.status()).toBe(path === '/no-such-page' ? 404 : 200)
              const html = page.locator('html')
              await expect.soft(html).toHaveAttribute('lang', language)
              await expect.soft(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
              expect.soft(await page.evaluate(findMisfits), `${path} at ${width} pixels`).toEqual([])
            }
            if (language !== 'en-XA') await expectAccessible(page)
          })
        }
      })
    }
  })
}
