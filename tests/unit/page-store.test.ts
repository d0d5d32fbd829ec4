import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeFs } from 'next/dist/server/lib/node-fs-methods.js'
import { afterAll, expect, test } from 'vitest'
import { expireTags } from '../../lib/instances/expire-tags'
import { PageStore } from '../../lib/publish/page-store'

const folder = mkdtempSync(join(tmpdir(), 'signpost-pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (name: string, text: string) => writeFileSync(join(folder, 'app', name), text)
mkdirSync(join(folder, 'app'))
write('_not-found.html', '<script>ours()</script><p></p><script>self.__next_f.push([1,""])</script>')

const newStore = () =>
  new PageStore({
    fs: nodeFs,
    serverDistDir: folder,
    flushToDisk: false,
    maxMemoryCacheSize: 1_000_000,
    revalidatedTags: [],
    _requestHeaders: {},
  })
const store = newStore()
const page = (html: string) => ({
  kind: 'APP_PAGE' as never,
  html,
  rscData: undefined,
  headers: { 'x-other': 'stays' } as Record<string, string>,
  postponed: undefined,
  status: 200,
  segmentData: undefined,
})
const policy = /^script-src 'self' 'sha256-[^ ]+'$/

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
  const data = page(`<script>self.__next_f.push([1,"👍"])</script>${'<p>plain</p>'.repeat(100)}`)
  await store.set('/data', data, { cacheControl: undefined, isFallback: false, isRoutePPREnabled: true })
  const [, sent] = /<script>(.*)<\/script>/.exec(data.html)!
  expect(sent).toBe('self.__next_f.push([1,"\\ud83d\\udc4d"])')
  const hash = createHash('sha256').update(sent!).digest('base64')
  expect(data.headers['content-security-policy']).toContain(`'sha256-${hash}'`)
})

test('a page from the build gets its policy when it is first read', async () => {
  write('b.html', '<script>ours()</script>')
  write('b.meta', '{}')
  write('b.rsc', '')
  const read = await store.get('/b', {
    kind: 'APP_PAGE' as never,
    isFallback: false,
    isRoutePPREnabled: true,
  })
  expect(read!.value).toMatchObject({ headers: { 'content-security-policy': expect.stringMatching(policy) } })
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
