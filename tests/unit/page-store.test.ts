import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFs } from 'next/dist/server/lib/node-fs-methods.js'
import { afterAll, expect, test } from 'vitest'
import { expireTags } from '../../lib/instances/expire-tags'
import { createNonce } from '../../lib/publish/nonce'
import { PageStore } from '../../lib/publish/page-store'

const folder = mkdtempSync(join(tmpdir(), 'signpost-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string) => writeFileSync(join(folder, 'app', name), text)
mkdirSync(join(folder, 'app'))
write('_not-found.html', '<script>ours()</script><p></p><script>self.__next_f.push([1,""])</script>')

const context = {
  fs: nodeFs,
  serverDistDir: folder,
  flushToDisk: false,
  maxMemoryCacheSize: 1_000_000,
  revalidatedTags: [],
  _requestHeaders: {},
}
const newStore = () => new PageStore(context)
const store = newStore()
const data = `<hr><script>self.__next_f.push([1,${JSON.stringify('0:{"c":["","a?secret"],"q":"?secret","i":false}')}])</script>`
const page = (html: string) => ({
  kind: 'APP_PAGE' as never,
  html: html && html + data,
  rscData: undefined,
  headers: { 'x-other': 'stays' } as Record<string, string>,
  postponed: undefined,
  status: 200,
  segmentData: undefined,
})
const policy = /^script-src 'self'(?: 'sha256-[^ ]+'){2}$/

test('a page that is stored carries its policy at once, and when it is read again', async () => {
  const value = page('<script>ours()</script><script>theirs()</script>')
  await store.set('/a', value, { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true })
  expect(value.headers).toEqual({
    'x-other': 'stays',
    'content-security-policy': expect.stringMatching(policy),
  })
  const read = await store.get('/a', {
    kind: 'APP_PAGE' as never,
    isFallback: false,
    isRoutePPREnabled: true,
  })
  expect(read!.value).toBe(value)
})

test('a page with few wide letters is kept narrow, and its policy names what is sent', async () => {
  const value = page(`<p>👍</p><script>ours()</script>${'<p>plain</p>'.repeat(100)}`)
  await store.set('/narrow', value, { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true })
  expect(value.html).toContain('<p>&#128077;</p><script>ours()</script><p>plain')
  const wide = page(`<script>self.__next_f.push([1,"👍\\n"])</script>${'<p>plain</p>'.repeat(100)}`)
  await store.set('/data', wide, { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true })
  const [, sent] = /<script>(.*?)<\/script>/.exec(wide.html)!
  expect(sent).toBe('self.__next_f.push([1,"\\ud83d\\udc4d\\n"])')
  const hash = createHash('sha256').update(sent!).digest('base64')
  expect(wide.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
})

test('a page from the build gets its policy when it is first read', async () => {
  write('b.html', `<script>ours()</script>${data}`)
  write('b.meta', '{}')
  write('b.rsc', '')
  const read = await store.get('/b', {
    kind: 'APP_PAGE' as never,
    isFallback: false,
    isRoutePPREnabled: true,
  })
  expect(read!.value).toMatchObject({ headers: { 'content-security-policy': expect.stringMatching(policy) } })
})

test('a page that is stored says nothing of the query it was asked with, in any of its forms', async () => {
  const row = Buffer.from('0:{"P":null,"c":["","a?secret"],"q":"?secret","i":false}')
  const segmentData = new Map([
    ['/_full', row],
    ['/_index', Buffer.from('0:{"t":{}}')],
  ])
  const value = { ...page('<p>text</p>'), rscData: row, segmentData }
  const options = { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true }
  await store.set('/a', value, options)
  expect(value.html).toContain(JSON.stringify('0:{"c":["","a"],"q":"","i":false}').slice(1, -1))
  expect(value.rscData.toString()).toBe('0:{"P":null,"c":["","a"],"q":"","i":false}')
  expect(segmentData.get('/_full')!.toString()).toBe('0:{"P":null,"c":["","a"],"q":"","i":false}')
  expect(segmentData.get('/_index')!.toString()).toBe('0:{"t":{}}')
})

test('a page that is stored keeps no nonce, whatever the headers of its request say', async () => {
  const nonce = createNonce()
  const own = new PageStore({
    ...context,
    _requestHeaders: { 'content-security-policy': "script-src 'nonce-of-somebody'" },
  })
  const row = `:HL["/a.css","style",{"nonce":"${nonce}"}]\na:T${nonce.length.toString(16)},${nonce}0:{"c":["","a"],"q":"","i":1}`
  const value = {
    ...page(''),
    rscData: Buffer.from(row),
    segmentData: new Map([['/_full', Buffer.from(row)]]),
  }
  value.headers.link = `</a.woff2>; rel=preload; nonce="${nonce}"`
  await own.set('/a', value, { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true })
  expect(value.headers.link).not.toContain(nonce)
  const expected = row.replaceAll(nonce, '0'.repeat(nonce.length))
  expect(value.rscData.toString()).toBe(expected)
  expect(value.segmentData.get('/_full')!.toString()).toBe(expected)
})

test('a page whose data says its address in another way is not kept', async () => {
  const value = { ...page('<p>text</p>'), rscData: Buffer.from('0:{"address":"?secret"}') }
  const options = { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true }
  await expect(store.set('/odd', value, options)).rejects.toThrow(/for which address/)
  const asked = { kind: 'APP_PAGE' as never, isFallback: false, isRoutePPREnabled: true }
  expect(await store.get('/odd', asked)).toBeNull()
})

test('what is made for each request has no policy, and nothing that is sent ahead of its status', async () => {
  const shell = page('')
  const options = { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true }
  await store.set('/c', shell, options)
  expect(shell).toMatchObject({ html: null, headers: { 'x-other': 'stays' } })
  const asked = { kind: 'APP_PAGE' as never, isFallback: false, isRoutePPREnabled: true }
  const read = await store.get('/c', asked)
  expect(read!.value).toMatchObject({ html: null, headers: { 'x-other': 'stays' } })
  // Next stores again what it read when it could not be made anew.
  await store.set('/c', read!.value, options)
  expect((await store.get('/c', asked))!.value).toMatchObject({ html: null })
})

test.each(['here', 'on another instance'])(
  'a page that was begun before something on it changed %s is not kept',
  async (where) => {
    const options = { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true }
    const asked = { kind: 'APP_PAGE' as never, isFallback: false, isRoutePPREnabled: true }
    const tagged = () => ({ ...page('words'), headers: { 'x-next-cache-tags': 'board,post:1' } })
    const before = newStore()
    if (where === 'here') await newStore().revalidateTag('post:1')
    else expireTags(['post:1'])
    // Next dates pages by whole milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await before.set('/d', tagged(), options)
    expect(await newStore().get('/d', asked)).toBeNull()
    await newStore().set('/d', tagged(), options)
    expect(await newStore().get('/d', asked)).not.toBeNull()
    expireTags(['post:2'])
    expect(await newStore().get('/d', asked)).not.toBeNull()
  },
)

test.each(['/auth/confirm', '/auth/callback', '/notifications/mail'])('%s is never kept', async (path) => {
  const options = { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true }
  const value = { ...page(''), rscData: Buffer.from('0:{"P":null,"c":["","x?secret"],"q":"?secret","i":1}') }
  const key = `/route-cache/APP_PAGE/${'0'.repeat(64)}/$${path}`
  await store.set(key, value, options)
  expect(value.rscData.toString()).toContain(`"c":${JSON.stringify(path.split('/'))},"q":"",`)
  const asked = { kind: 'APP_PAGE' as never, isFallback: false, isRoutePPREnabled: true }
  expect(await store.get(key, asked)).toBeNull()
})
