import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Page } from 'playwright/test'
import { type CaptchaGate, startCaptchaGate } from '../support/captcha-gate'
import { expect, test } from './fixtures'
import { type OwnSite, startOwnSite } from './own-site'
import { password, typeSignIn } from './people'

type Provider = 'turnstile' | 'hcaptcha'
export const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js',
}
const frames = {
  turnstile: 'https://challenges.cloudflare.com/frame',
  hcaptcha: 'https://newassets.hcaptcha.com/frame',
}
export const failed = 'The bot check failed. Try again.'
export const first = 'Complete the bot check. Your request is sent as soon as it passes.'

export let own: Awaited<ReturnType<typeof startOwnSite>>
export let gate: CaptchaGate
export let sql: OwnSite['sql']

export function useSite(provider: Provider) {
  test.beforeAll(async () => {
    own = await startOwnSite({
      supabase: async (backend) => (gate = await startCaptchaGate(backend)).url,
      env: {
        CAPTCHA_PROVIDER: provider,
        CAPTCHA_SITE_KEY: 'key-of-the-site',
        SITE_NAME: 'Acme Works',
        TRUSTED_PROXIES: '1',
      },
    })
    sql = own.sql
  })
  test.afterAll(async () => {
    gate.stop()
    await own.stop()
  })
  test.beforeEach(async ({ page }) => {
    for (const list of [gate.passed, gate.refused, gate.unchecked]) list.length = 0
    // With this and the secret key, the auth service learns which visitor the site asks for.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': `2001:db8:${randomUUID().slice(0, 4)}::1` })
    await stand(page, provider)
  })
}

/** What the provider serves: a script that shows a checkbox in a frame and returns a token when it is ticked. */
async function stand(page: Page, provider: Provider) {
  const origin = new URL(frames[provider]).origin
  await page.route(`${scripts[provider]}?*`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `
        window.rendered = []
        window.${provider} = {
          render(place, options) {
            rendered.push(options)
            const frame = document.createElement('iframe')
            frame.title = 'Are you human?'
            frame.src = '${frames[provider]}?' + rendered.length
            place.append(frame)
            const id = 'widget-' + rendered.length
            frame.id = id
            addEventListener('message', (event) => {
              if (event.origin !== '${origin}' || event.source !== frame.contentWindow) return
              options.callback((window.isRobot ? 'bad-' : 'good-') + crypto.randomUUID())
            })
            return id
          },
          remove(id) { document.getElementById(id).remove() },
        }
        const style = document.createElement('link')
        style.rel = 'stylesheet'
        style.href = '${origin}/style.css'
        document.head.append(style)
        void fetch('${origin}/settings')
        window[new URL(document.currentScript.src).searchParams.get('onload')]()`,
    }),
  )
  await page.route(`${frames[provider]}?*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Check</title><main><label>
        <input type="checkbox" onchange="parent.postMessage('ticked', '*')"> I am human</label></main></html>`,
    }),
  )
  await page.route(`${origin}/style.css`, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  await page.route(`${origin}/settings`, (route) =>
    route.fulfill({ headers: { 'access-control-allow-origin': '*' }, body: '{}' }),
  )
}

export const box = (page: Page) =>
  page.frameLocator('iframe[title="Are you human?"]').getByRole('checkbox', { name: 'I am human' })

export async function createAccount(): Promise<string> {
  const email = `${randomUUID()}@example.com`
  const { auth } = createClient(own.backend.url, own.backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { error } = await auth.signUp({ email, password, options: { data: { name: 'Robin' } } })
  if (error) throw error
  await sql`update auth.users set email_confirmed_at = now() where email = ${email}`
  return email
}

/** The path of a page that is stored on its first request. */
export async function createPost(): Promise<string> {
  const [post] = await sql`
    insert into public.posts (category_id, title, details)
    select id, ${`Stored ${randomUUID()}`}, 'Details' from public.categories where slug = 'bugs' returning slug`
  return `/bugs/${post!.slug}`
}

export async function signIn(page: Page, path = '/search') {
  const email = await createAccount()
  await page.goto(`${own.url}${path}?auth=sign-in`)
  const { send } = await typeSignIn(page, email)
  await box(page).check()
  await send.click()
  await expect(page.getByRole('button', { name: 'My account' })).toBeVisible()
  return email
}
