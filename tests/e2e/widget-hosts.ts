import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Page } from 'playwright/test'
import type { Sql } from 'postgres'
import { type HostPage, serveHostPage } from '../support/host-page'
import { expect } from './fixtures'
import { test as onOwnSite } from './own-site'

const secret = 's'.repeat(43)
export const newCustomer = (name: string) => ({
  sub: randomUUID(),
  email: `${randomUUID()}@example.com`,
  name,
})

type Hosts = { sameSite: HostPage; elsewhere: HostPage }
export type Customer = ReturnType<typeof newCustomer>
/** Who is signed in to the product, and sees its pages. */
export const product: { person: Customer | null } = { person: null }

type Sign = (claims: Customer) => Promise<string>

export const test = onOwnSite.extend<object, { sql: Sql; sign: Sign; hosts: Hosts }>({
  sql: [async ({ own }, use) => use(own.sql), { scope: 'worker' }],
  sign: [
    async ({ own }, use) =>
      use((claims) =>
        new SignJWT({ ...claims, jti: randomUUID() })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuedAt()
          .setAudience(own.url)
          .sign(new TextEncoder().encode(secret)),
      ),
    { scope: 'worker' },
  ],
  // The site is at localhost. One product is on a subdomain of it, which browsers treat as the same site; the other
  // isn’t.
  hosts: [
    async ({ own, sql, sign }, use) => {
      const serve = (host: 'localhost' | '127.0.0.1') =>
        serveHostPage({
          host,
          html: `<!doctype html><html lang="en"><title>Acme</title><h1>Acme</h1>
            <script src="${own.url}/widget.js" data-signpost-token-url="/token" async></script>`,
          answer: async ({ url }, response) =>
            url === '/token' && product.person
              ? response.end(await sign(product.person))
              : response.writeHead(204).end(),
        })
      const hosts = { sameSite: await serve('localhost'), elsewhere: await serve('127.0.0.1') }
      const urls = Object.values(hosts).map(({ url }) => url)
      await sql`insert into private.own_keys (place, algorithm, secret) values (1, 'HS256', ${secret})`
      await sql`update public.site_settings set widget_origins = ${urls}, trusts_own_addresses = true`
      await expect
        .poll(async () => (await fetch(`${own.url}/embed`)).headers.get('content-security-policy'), {
          timeout: 120_000,
        })
        .toContain(urls[0])
      await use(hosts)
      await Promise.all(Object.values(hosts).map(({ stop }) => stop()))
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

export const widgetOf = (page: Page) => page.frameLocator('iframe')
export const frameOf = (page: Page) => page.frames().find((one) => one.url().includes('/embed'))!

export async function open(page: Page, host: HostPage) {
  await page.goto(host.url)
  await page.getByRole('button', { name: 'Feedback' }).click()
  await expect(widgetOf(page).getByRole('searchbox')).toBeVisible()
  return widgetOf(page)
}
/** Closes the widget and opens it again, with a token for whoever is signed in to the product now. */
export async function reopen(page: Page) {
  await widgetOf(page).getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Feedback' }).click()
}

/** Signs the person out in the product’s page, and waits until the widget has signed them out too. */
export const signOut = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { Signpost } = window as unknown as { Signpost: (act: string, more: unknown) => void }
        Signpost('on', ({ event }: { event: string }) => event === 'signed-out' && resolve())
        Signpost('identify', null)
      }),
  )

export const sessionCookiesOf = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.includes('-auth-token'))
