import { globSync } from 'node:fs'
import postgres from 'postgres'
import { projectRoot } from '../../supabase/local/backend'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { signInAdmin, startSite } from './language-site'
import { findMisfits } from './misfits'

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
      test('menus open in the reading direction @desk', async ({ page, context }) => {
        await signInAdmin(context, own)
        await page.goto(own.url + '/dashboard')
        await page.locator('header button[aria-haspopup=menu]').last().click()
        await expect(page.getByRole('menu')).toHaveAttribute('dir', 'rtl')
        await page.keyboard.press('Escape')
        await page.locator('main button[aria-haspopup=menu]').first().click()
        await expect(page.getByRole('menu')).toHaveAttribute('dir', 'rtl')
      })

      test('a swipe to the left marks the open post as reviewed, one to the right hides it @desk', async ({
        browser,
      }) => {
        const context = await browser.newContext({ hasTouch: true, viewport: { width: 390, height: 844 } })
        await signInAdmin(context, own)
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
      test('the audit log is in the site’s language @desk', async ({ page, context }) => {
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
        await signInAdmin(context, own)
        await page.goto(own.url + '/dashboard/log')
        for (const said of [
          ['Sprache', 'English → Deutsch'],
          ['Allen zeigen, in welchem Quartal ein Beitrag erwartet wird', 'Ein → Aus'],
          ['Reihenfolge', 'Feedback und Bugs → Bugs und Feedback'],
          ['Zuständig', `– → ${person!.name}`],
          ['Erwartet', '– → Q4 2026'],
          ['Ereignisse', 'Neuer Beitrag → Neuer Beitrag und Statusänderung'],
          ['Status', 'Vorgeschlagen → Geplant'],
        ])
          await expect
            .soft(
              page
                .getByRole('listitem')
                .filter({ hasText: said.join('') })
                .first(),
            )
            .toBeVisible()
      })
    }

    for (const [who, pagesOf] of [
      ['a visitor', visitorPages],
      ['an admin', teamPages],
    ] as const) {
      test(`every page of ${who} fits its screen @desk`, async ({ page, context, allowedStatuses }) => {
        allowedStatuses.add(404)
        test.setTimeout(600_000)
        if (who === 'an admin') await signInAdmin(context, own)
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
              if (width > 320 || language === 'en-XA') continue
              const excess = await page.evaluate(() => {
                document.documentElement.style.fontSize = '200%'
                return document.documentElement.scrollWidth - window.innerWidth
              })
              expect.soft(excess, `${path} in letters twice as large`).toBeLessThanOrEqual(0)
            }
            if (language !== 'en-XA') await expectAccessible(page)
          })
        }
      })
    }
  })
}
