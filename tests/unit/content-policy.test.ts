import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contentPolicy } from '../../lib/publish/content-policy'
import { requestPolicy } from '../../lib/publish/request-policy'
import { learnScripts, nameScripts } from '../../lib/publish/script-policy'
import { securityHeaders } from '../../lib/publish/security-headers'

const constant = `document.title='ours'`
const retry = '$RX=function(b){b.retry()};;$RX("B:0","")'
const push = (text: string) => `self.__next_f.push([1,${JSON.stringify(text)}])`
const script = (text: string) => `<script>${text}</script>`
const known = learnScripts(
  [constant, retry, '$RX("B:1","")', push('nobody’s words')].map(script).join('<p>Not found</p>'),
)
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('the scripts of the build are hashed, whatever plain data they carry', async () => {
  const other = '$RX("B:7","4711")'
  const { html, policy } = await nameScripts(
    `${script(constant)}<p></p>${script(retry)}<p></p>${script(other)}<p></p>${script(push('a “post”'))}`,
    known,
    ['https://*.clarity.ms'],
  )
  expect(policy).toBe(
    `script-src 'self' ${[constant, retry, other, push('a “post”')].map(hash).join(' ')} https://*.clarity.ms`,
  )
  expect(html).toContain(script(push('a “post”')))
})

test('neighboring pieces of data become one script', async () => {
  const { html, policy } = await nameScripts(
    script(constant) + script(push('1')) + script(push('2')) + script(push('3')),
    known,
    [],
  )
  const joined = [push('1'), push('2'), push('3')].join(';')
  expect(html).toBe(script(constant) + script(joined))
  expect(policy).toBe(`script-src 'self' ${hash(constant)} ${hash(joined)}`)
})

test.each([
  `alert(1)`,
  `${constant};alert(1)`,
  ` ${constant}`,
  `self.__next_f.push([1,alert(1)])`,
  `self.__next_f.push([1,"a"]);alert(1)`,
  `self.__next_f.push([1,"a"]);alert("b")`,
  `self.__next_f.push([1,"a"],[alert(1)])`,
  'self.__next_f.push([1,`${alert(1)}`])',
  `alert(1);self.__next_f.push([1,"a"])`,
  `$RX("B:0",alert(1))`,
  `$RX=function(b){alert(1)};;$RX("B:0","")`,
  `import('https://evil.example/x.js')`,
])('%s is not named, nor are its neighbours lost', async (text) => {
  const page = script(push('1')) + script(text) + script(push('2'))
  const { html, policy } = await nameScripts(page, known, [])
  expect(html).toBe(page)
  expect(policy).toBe(`script-src 'self' ${hash(push('1'))} ${hash(push('2'))}`)
})

test('a nonce that a visitor sent to a stored page is removed', async () => {
  const { html, policy } = await nameScripts(`<script nonce="theirs">${constant}</script>`, known, [])
  expect(html).toBe(script(constant))
  expect(policy).toBe(`script-src 'self' ${hash(constant)}`)
})

const asked = (address: string, method = 'GET', headers = {}) =>
  requestPolicy({
    method,
    headers: new Headers(headers),
    nextUrl: new URL(address, 'https://feedback.example.com'),
  })

test.each(['/search?q=a', '/settings', '/dashboard', '/mailbox', '/auth/confirm?type=signup'])(
  '%s is rendered for each request, with a nonce of its own',
  (address) => {
    const policy = asked(address)
    expect(policy).toMatch(/script-src 'self' 'nonce-signpost-nonce-[0-9a-f-]{36}'$/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(asked(address)).not.toBe(policy)
  },
)

test.each([
  '/',
  '/?after=x',
  '/bugs',
  '/bugs/a-post?after=x',
  '/forgot-password?after=x',
  '/search/a',
  '/settings/b',
  '/auth/c',
  '/more/bugs/d/top/all',
])('%s is stored and hashes its own scripts', (address) => {
  expect(asked(address)).toBeNull()
})

test.each(globSync('app/**/page.tsx'))(
  '%s gets a nonce when it is made for each request, and only then',
  (file) => {
    const route = file.replace(/^app|\/page\.tsx$/g, '').replace(/\[\w+\]/g, 'x')
    const isStored = !readFileSync(file, 'utf8').includes('export const instant = false')
    expect(asked(route) === null).toBe(isStored)
  },
)

test('a form sent without JavaScript gets a nonce anywhere, an action call none', () => {
  expect(asked('/bugs', 'POST')).toContain('nonce-')
  expect(asked('/bugs', 'POST', { 'next-action': 'x' })).toBeNull()
})

test('other origins are allowed only when configured, and https only where it is used', () => {
  const local = {
    siteUrl: 'http://localhost:3000',
    supabaseUrl: 'http://127.0.0.1:54321',
  }
  expect(contentPolicy(local)).not.toContain('clarity')
  expect(contentPolicy(local)).not.toContain('unsafe-eval')
  expect(contentPolicy(local)).not.toContain('upgrade-insecure-requests')
  const hosted = contentPolicy({
    ...local,
    siteUrl: 'https://feedback.example.com',
    supabaseUrl: 'https://abc.supabase.co',
    clarityId: 'x',
  })
  expect(hosted).toContain(
    "connect-src 'self' blob: https://abc.supabase.co https://www.clarity.ms https://*.clarity.ms;",
  )
  expect(hosted).toContain("script-src 'self' 'unsafe-inline' https://www.clarity.ms https://*.clarity.ms;")
  expect(contentPolicy(local)).not.toMatch(/frame-src|cloudflare|hcaptcha/)
  const checked = contentPolicy({ ...local, captchaProvider: 'hcaptcha' })
  for (const name of ['script-src', 'style-src', 'connect-src', 'frame-src']) {
    expect(checked).toMatch(new RegExp(`${name} [^;]*https://hcaptcha.com https://\\*.hcaptcha.com`))
  }
  expect(contentPolicy({ ...local, captchaProvider: 'turnstile' })).toContain(
    'frame-src https://challenges.cloudflare.com;',
  )
  const keys = (siteUrl: string) => securityHeaders(siteUrl).map(({ key }) => key)
  expect(keys('http://localhost:3000')).not.toContain('Strict-Transport-Security')
  expect(keys('https://feedback.example.com')).toContain('Strict-Transport-Security')
  // See the comment there: a colon would cost every request.
  for (const { value } of securityHeaders('https://feedback.example.com')) expect(value).not.toContain(':')
})
