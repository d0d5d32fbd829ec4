import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { type Browser, chromium, type Request } from 'playwright'
import { findBackend } from '../../supabase/local/backend.ts'
import { browserArguments, findBrowser } from '../../tests/support/browser.ts'
import { rankDistance } from '../../tests/support/rank-distance.ts'

// npm run enumeration [-- address]: asks the forms of a running `npm start` about a hundred addresses with an account
// and a hundred without, alternating, and compares answers and times.
const site = process.argv[2] ?? 'http://localhost:3000'
const tries = 100
const password = 'correct horse battery'

const backend = await findBackend()
if (!backend) throw new Error('Start the site with npm start first.')
const sql = postgres(backend.databaseUrl, { max: 1, onnotice: () => {} })

/** Addresses of new accounts; the first half is unconfirmed. */
async function createAccounts(count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
  const client = createClient(backend!.url, backend!.publishableKey, { auth: { persistSession: false } })
  for (const email of emails) await client.auth.signUp({ email, password })
  await sql`update auth.users set email_confirmed_at = now() where email = any(${emails.slice(count / 2)})`
  return emails
}

type Form = { name: string; fill: Record<string, string>; button: string; path: string }
const forms: Form[] = [
  { name: 'sign in', path: '/?auth=sign-in', fill: { Password: 'wrong password' }, button: 'Sign in' },
  {
    name: 'sign up',
    path: '/?auth=sign-up',
    fill: { Name: 'Kim', Password: password, 'Repeat password': password },
    button: 'Sign up',
  },
  { name: 'recover', path: '/?auth=forgot-password', fill: {}, button: 'Send link' },
]

/** A form's request, to send again with other addresses. */
async function captureRequest(browser: Browser, form: Form, email: string): Promise<Request> {
  const page = await browser.newPage()
  await page.goto(site + form.path)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  for (const [label, text] of Object.entries(form.fill)) {
    await dialog.getByLabel(label, { exact: true }).fill(text)
  }
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await dialog.getByRole('button', { name: form.button, exact: true }).click()
  const request = await sent
  await page.close()
  return request
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
/** An answer without the address and the parts that differ in every rendering. */
const textOf = (body: string, email: string) => body.replaceAll(email, '').match(/\{"ok":.*$/m)?.[0] ?? body

const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
try {
  const known = await createAccounts(tries)
  const rows = []
  for (const form of forms) {
    const placeholder = `${randomUUID()}@example.com`
    const request = await captureRequest(browser, form, placeholder)
    const headers = Object.fromEntries(
      Object.entries(request.headers()).filter(([name]) => !['content-length', 'cookie'].includes(name)),
    )
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const answers: Record<'known' | 'unknown', Set<string>> = { known: new Set(), unknown: new Set() }
    for (let turn = 0; turn < tries; turn++) {
      const kinds = turn % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of kinds) {
        const email = kind === 'known' ? known[turn]! : `${randomUUID()}@example.com`
        const body = request.postData()!.replaceAll(placeholder, email)
        const start = performance.now()
        const answer = await fetch(request.url(), { method: 'POST', headers, body })
        const text = await answer.text()
        times[kind].push(performance.now() - start)
        answers[kind].add(`${answer.status} ${textOf(text, email)}`)
      }
    }
    rows.push({
      form: form.name,
      'known, median ms': Math.round(median(times.known)),
      'unknown, median ms': Math.round(median(times.unknown)),
      'rank distance (|z| < 3)': Number(rankDistance(times.known, times.unknown).toFixed(2)),
      'same answers': [...answers.known].join() === [...answers.unknown].join(),
    })
    for (const kind of ['known', 'unknown'] as const)
      console.log(form.name, kind, [...answers[kind]].slice(0, 3))
  }
  console.table(rows)
} finally {
  await browser.close()
  await sql.end()
}
