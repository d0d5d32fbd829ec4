import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { expireTags } from '../../lib/cache/tags'
import { PageCache } from '../../lib/cache/page-cache'
import { createNonce } from '../../lib/publish/script-policy'

const folder = mkdtempSync(join(tmpdir(), 'signpost-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string) => writeFileSync(join(folder, 'app', name), text)
mkdirSync(join(folder, 'app'))
write('_not-found.html', '<script>ours()</script><p></p><script>self.__next_f.push([1,""])</script>')

const newStore = () => new PageCache({ serverDistDir: folder })
const store = newStore()
const data = `<hr><script>self.__next_f.push([1,${JSON.stringify('0:{"c":["","a?secret"],"q":"?secret","i":false}')}])</script>`
const page = (html: string) => ({
  kind: 'APP_PAGE' as const,
  html: html && html + data,
  rscData: undefined,
  headers: { 'x-other': 'stays' } as Record<string, string>,
  postponed: undefined,
  status: 200,
  segmentData: undefined,
})
const keyOf = (path: string) => `/route-cache/APP_PAGE/${'0'.repeat(64)}/$${path}`
const cacheControl = { revalidate: 30, expire: 300 }
const options = { cacheControl }
const asked = { kind: 'APP_PAGE' }
const policy = /^script-src 'self'(?: 'sha256-[^ ]+'){2}$/

test('a stored page has its policy at once and when it is read again', async () => {
  const value = page('<script>ours()</script><script>theirs()</script>')
  await store.set('/a', value, options)
  expect(value.headers).toEqual({
    'x-other': 'stays',
    'content-security-policy': expect.stringMatching(policy),
    etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
  })
  const read = await store.get('/a', asked)
  expect(read!.value).toBe(value)
})

test('a page with few wide characters is stored narrow, and its policy matches what is sent', async () => {
  const value = page(`<p>👍</p><script>ours()</script>${'<p>plain</p>'.repeat(100)}`)
  await store.set('/narrow', value, options)
  expect(value.html).toContain('<p>&#128077;</p><script>ours()</script><p>plain')
  const wide = page(`<script>self.__next_f.push([1,"👍\\n"])</script>${'<p>plain</p>'.repeat(100)}`)
  await store.set('/data', wide, options)
  const [, sent] = /<script>(.*?)<\/script>/.exec(wide.html)!
  expect(sent).toBe('self.__next_f.push([1,"\\ud83d\\udc4d\\n"])')
  const hash = createHash('sha256').update(sent!).digest('base64')
  expect(wide.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
})

test('a redirect that lost its address is forgotten, so that the next request renders it', async () => {
  const redirect = (headers: Record<string, string>) => ({ ...page('<hr>'), headers, status: 308 })
  await store.set('/moved', redirect({ location: '/there' }), options)
  expect(await store.get('/moved', asked)).toMatchObject({ value: { headers: { location: '/there' } } })
  await store.set('/moved', redirect({}), options)
  expect(await store.get('/moved', asked)).toBeFalsy()
})

test('a page from the build gets its policy when it is first read', async () => {
  const key = keyOf('/b')
  write('b.html', `<script>ours()</script>${data}`)
  write('b.meta', JSON.stringify({ status: 404, cacheControl, routeCache: { key, isFallback: false } }))
  write('b.rsc', 'rows')
  const read = await store.get(key, asked)
  expect(read).toMatchObject({
    value: {
      status: 404,
      headers: { 'content-security-policy': expect.stringMatching(policy) },
      rscData: Buffer.from('rows'),
    },
    cacheControl,
  })
  expect(await store.get(key, asked)).toBe(read)
})

test('a page from the build is as old as the build', async () => {
  const key = keyOf('/old')
  const headers = { 'x-next-cache-tags': 'board,post:9' }
  write('old.html', data)
  write('old.meta', JSON.stringify({ headers, routeCache: { key, isFallback: false } }))
  write('old.rsc', '')
  expect(await store.get(key, asked)).not.toBeNull()
  expireTags(['post:9'])
  expect(await store.get(key, asked)).toBeNull()
})

test('the build is read only for the key that it was made for', async () => {
  write('c.html', data)
  write('c.meta', JSON.stringify({ routeCache: { key: keyOf('/c'), isFallback: true } }))
  write('c.rsc', '')
  writeFileSync(join(folder, 'outside.html'), data)
  writeFileSync(
    join(folder, 'outside.meta'),
    JSON.stringify({ routeCache: { key: keyOf('/../outside'), isFallback: false } }),
  )
  for (const path of ['/c', '/d', '/../outside', '/a\0b'])
    expect(await store.get(keyOf(path), asked)).toBeNull()
  const key = keyOf('/e')
  write('e.html', data)
  write('e.meta', JSON.stringify({ routeCache: { key, isFallback: false } }))
  write('e.rsc', '')
  expect(await store.get(key.replace('/0', '/1'), asked)).toBeNull()
  expect(await store.get('/e', asked)).toBeNull()
  expect(await store.get(key, asked)).not.toBeNull()
})

test('a route’s answer is stored, and read from the build', async () => {
  const key = keyOf('/robots.txt')
  const ask = { kind: 'APP_ROUTE' }
  write('robots.txt.body', 'everybody')
  write('robots.txt.meta', JSON.stringify({ status: 200, routeCache: { key, isFallback: false } }))
  expect((await store.get(key, ask))!.value).toMatchObject({ body: Buffer.from('everybody') })
  const answer = { kind: 'APP_ROUTE' as const, body: Buffer.from('nobody'), headers: {}, status: 200 }
  await store.set(key, answer, options)
  expect((await store.get(key, ask))!.value).toBe(answer)
})

test('an answer that sets a cookie is private and not stored', async () => {
  const headers = { 'set-cookie': ['sb-x-auth-token=secret'] }
  await store.set('/cookie', { ...page('<p>text</p>'), headers }, options)
  const answer = { kind: 'APP_ROUTE' as const, body: Buffer.from('a'), headers, status: 200 }
  await store.set('/cookie.txt', answer, options)
  for (const key of ['/cookie', '/cookie.txt']) expect(await store.get(key, asked)).toBeNull()
})

test.each(['FETCH', 'PAGES', 'REDIRECT'])('other answers are not stored: %s', async (kind) => {
  await store.set('/other', { kind, html: 'x' } as never, options)
  await store.set('/nothing', null, options)
  for (const key of ['/other', '/nothing']) expect(await store.get(key, asked)).toBeNull()
})

test('a stored page contains nothing of its request’s query, in any form', async () => {
  const row = Buffer.from('0:{"P":null,"c":["","a?secret"],"q":"?secret","i":false}')
  const segmentData = new Map([
    ['/_full', row],
    ['/_index', Buffer.from('0:{"t":{}}')],
  ])
  const value = { ...page('<p>text</p>'), rscData: row, segmentData }
  await store.set('/a', value, options)
  expect(value.html).toContain(JSON.stringify('0:{"c":["","a"],"q":"","i":false}').slice(1, -1))
  expect(value.rscData.toString()).toBe('0:{"P":null,"c":["","a"],"q":"","i":false}')
  expect(segmentData.get('/_full')!.toString()).toBe('0:{"P":null,"c":["","a"],"q":"","i":false}')
  expect(segmentData.get('/_index')!.toString()).toBe('0:{"t":{}}')
})

test('a stored page contains no nonce', async () => {
  const nonce = createNonce()
  const row = `:HL["/a.css","style",{"nonce":"${nonce}"}]\na:T${nonce.length.toString(16)},${nonce}0:{"c":["","a"],"q":"","i":1}`
  const value = {
    ...page(''),
    rscData: Buffer.from(row),
    segmentData: new Map([['/_full', Buffer.from(row)]]),
  }
  value.headers.link = `</a.woff2>; rel=preload; nonce="${nonce}"`
  await store.set('/a', value, options)
  expect(value.headers.link).not.toContain(nonce)
  const expected = row.replaceAll(nonce, '0'.repeat(nonce.length))
  expect(value.rscData.toString()).toBe(expected)
  expect(value.segmentData.get('/_full')!.toString()).toBe(expected)
})

test('a page whose data contains its address in another form is not stored', async () => {
  const value = { ...page('<p>text</p>'), rscData: Buffer.from('0:{"address":"?secret"}') }
  await expect(store.set('/odd', value, options)).rejects.toThrow(/for which address/)
  expect(await store.get('/odd', asked)).toBeNull()
})

test('a page rendered for each request has no policy, and neither has anything sent before its status', async () => {
  const shell = page('')
  await store.set('/c', shell, options)
  expect(shell).toMatchObject({ html: null, headers: { 'x-other': 'stays' } })
  const read = await store.get('/c', asked)
  expect(read!.value).toMatchObject({ html: null, headers: { 'x-other': 'stays' } })
  // Next stores again what it read when it could not render anew.
  await store.set('/c', read!.value, options)
  expect((await store.get('/c', asked))!.value).toMatchObject({ html: null })
})

test.each(['here', 'on another instance'])(
  'a page begun before something on it changed %s is not stored',
  async (where) => {
    const tagged = () => ({ ...page('words'), headers: { 'x-next-cache-tags': 'board,post:1' } })
    const before = newStore()
    if (where === 'here') await newStore().revalidateTag('post:1')
    else expireTags(['post:1'])
    await before.set('/d', tagged(), options)
    expect(await newStore().get('/d', asked)).toBeNull()
    await newStore().set('/d', tagged(), options)
    expect(await newStore().get('/d', asked)).not.toBeNull()
    expireTags(['post:2'])
    expect(await newStore().get('/d', asked)).not.toBeNull()
  },
)

test.each(['/auth/confirm', '/auth/callback', '/notifications/mail'])('%s is never stored', async (path) => {
  const value = { ...page(''), rscData: Buffer.from('0:{"P":null,"c":["","x?secret"],"q":"?secret","i":1}') }
  const key = keyOf(path)
  await store.set(key, value, options)
  expect(value.rscData.toString()).toContain(`"c":${JSON.stringify(path.split('/'))},"q":"",`)
  expect(await store.get(key, asked)).toBeNull()
})
