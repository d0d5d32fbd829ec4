import postgres from 'postgres'
import { demoPassword } from '../../supabase/local/demo-accounts'
import { sessionCookies } from '../support/session-cookies'
import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { startOwnSite } from './own-site'

const visitorPages = [
  '/',
  '/?view=table',
  '/new-features',
  '/new-features?sort=newest&state=planned',
  '/new-features/dark-mode',
  '/search?q=dark',
  '/search?q=qqqqwwwwzzzz',
  '/forgot-password',
  '/?auth=sign-in',
  '/?auth=sign-up',
]
const teamPages = [
  '/settings',
  '/notifications',
  '/dashboard',
  '/dashboard?view=inbox',
  '/dashboard/duplicates',
  '/dashboard/hidden',
  '/dashboard/insights',
  '/dashboard/log',
  '/dashboard/mails',
  '/dashboard/people',
  '/dashboard/reports',
  '/dashboard/search',
  '/dashboard/settings',
  '/dashboard/webhooks',
  '/dashboard/import',
]
const widths = [320, 390, 1280]

/** Starts a site in a language. */
const startSite = (language: string) =>
  startOwnSite({
    supabase: async ({ url, databaseUrl }) => {
      const sql = postgres(databaseUrl, { onnotice: () => {} })
      await sql`update public.site_settings set language = ${language}`
      await sql.end()
      return url
    },
  })

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
    if (element.scrollWidth > element.clientWidth + 1) misfits.push(`cut: ${describe(element)}`)
  }
  // Controls behind an open dialog can’t be used.
  const place = document.querySelector('[role="dialog"], dialog[open]') ?? document.body
  const controls = [...place.querySelectorAll('button, a, input:not([data-trap]), select, textarea')].filter(
    isSeen,
  )
  const boxes = controls.map((element) => element.getBoundingClientRect())
  for (const [i, one] of boxes.entries()) {
    for (const [j, other] of boxes.entries()) {
      if (j <= i || controls[i]!.contains(controls[j]!) || controls[j]!.contains(controls[i]!)) continue
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

for (const language of ['en-XA', 'ar', 'de']) {
  test.describe(`in ${language}`, () => {
    let own: Awaited<ReturnType<typeof startSite>>
    test.beforeAll(async () => {
      test.setTimeout(180_000)
      own = await startSite(language)
      // The build's stored pages are in English until they expire.
      await own.passTime()
    })
    test.afterAll(() => own.stop())

    for (const [who, paths] of [
      ['a visitor', visitorPages],
      ['an admin', teamPages],
    ] as const) {
      test(`every page of ${who} fits its screen @any-width`, async ({ page, context }) => {
        test.setTimeout(300_000)
        if (who === 'an admin') {
          const admin = { email: 'admin@example.com', password: demoPassword }
          await context.addCookies(await sessionCookies(own.backend, admin, own.url))
        }
        for (const path of paths) {
          await test.step(path, async () => {
            for (const width of widths) {
              await page.setViewportSize({ width, height: 800 })
              await page.goto(own.url + path, { waitUntil: 'networkidle' })
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
