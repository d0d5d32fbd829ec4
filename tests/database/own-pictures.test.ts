import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchPictures } from '../../lib/jobs/fetch-pictures.ts'
import { createMember, type Member, refusal, serverClient, sql } from '../support/database.ts'

const server = serverClient()
const context = { sql, storage: server.storage, webhooksToLoopback: true, isOver: () => false }

const files: Record<string, Buffer> = {}
const product = createServer(({ url }, response) => {
  const file = files[url!]
  response.writeHead(file ? 200 : 404).end(file)
})
let origin = ''
let keyId = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(product.address() as AddressInfo).port}`
  const draw = (background: string) =>
    sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .withExif({ IFD0: { Artist: 'Somebody' } })
      .jpeg()
      .toBuffer()
  files['/kim.jpg'] = await draw('#822ae8')
  files['/new.jpg'] = await draw('#e8822a')
  files['/page.html'] = Buffer.from('<!doctype html><p>This is no picture.</p>')
  files['/large.jpg'] = Buffer.concat([files['/kim.jpg'], Buffer.alloc(3_000_000)])
  const [key] = await sql`
    insert into private.own_keys (place, algorithm, secret) values (1, 'HS256', ${'x'.repeat(43)})
    on conflict (place) do update set last_used_at = null returning id`
  keyId = Number(key!.id)
  await sql`update public.site_settings set trusts_own_addresses = true`
})
afterAll(async () => {
  await sql`update public.site_settings set trusts_own_addresses = false`
  product.close()
})

/** A token of the product signs somebody in, and the worker does what is due. */
async function signIn(member: Member, subject: string, path: string | null, given: object = {}) {
  await server
    .rpc('begin_own_sign_in', {
      subject,
      address: member.email,
      name: '',
      segments: {},
      token_id: randomUUID(),
      issued_at: new Date().toISOString(),
      key_id: keyId,
      picture: path === null ? undefined : origin + path,
    })
    .throwOnError()
  await fetchPictures({ ...context, ...given })
}
const pathOf = async ({ id }: Member) =>
  (await sql`select avatar_url from public.profiles where id = ${id}`)[0]!.avatar_url as string | null
const dueOf = async (subject: string) =>
  (await sql`select picture_tries, picture_due_at from private.own_identities where subject = ${subject}`)[0]!

test('a picture from the product is stored like an uploaded one', async () => {
  const member = await createMember()
  await signIn(member, randomUUID(), '/kim.jpg')
  const path = (await pathOf(member))!
  expect(path).toMatch(new RegExp(`^${member.id}/[0-9a-f-]{36}\\.webp$`))
  const { data } = await server.storage.from('avatars').download(path)
  const facts = await sharp(Buffer.from(await data!.arrayBuffer())).metadata()
  expect(facts).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(facts.exif).toBeUndefined()
})

test('it follows the product until the person chooses another one or none', async () => {
  const [one, other] = [await createMember(), await createMember()]
  const [subject, others] = [randomUUID(), randomUUID()]
  await signIn(one, subject, '/kim.jpg')
  const first = await pathOf(one)
  await signIn(one, subject, '/kim.jpg')
  await signIn(one, subject, null)
  expect(await pathOf(one)).toBe(first)
  await signIn(one, subject, '/new.jpg')
  expect(await pathOf(one)).not.toBe(first)
  await sql`update public.profiles set avatar_url = null where id = ${one.id}`
  await signIn(one, subject, '/kim.jpg')
  expect(await pathOf(one)).toBeNull()
  const chosen = `${other.id}/${randomUUID()}.webp`
  await sql`update public.profiles set avatar_url = ${chosen} where id = ${other.id}`
  await signIn(other, others, '/kim.jpg')
  expect(await pathOf(other)).toBe(chosen)
})

test.each(['/page.html', '/large.jpg', '/missing.jpg'])('%s is tried three times', async (path) => {
  const member = await createMember()
  const subject = randomUUID()
  await signIn(member, subject, path)
  for (const tries of [1, 2]) {
    expect(await dueOf(subject)).toMatchObject({ picture_tries: tries, picture_due_at: expect.any(Date) })
    await sql`update private.own_identities set picture_due_at = now() where subject = ${subject}`
    await fetchPictures(context)
  }
  expect(await dueOf(subject)).toEqual({ picture_tries: 3, picture_due_at: null })
  expect(await pathOf(member)).toBeNull()
})

test('a private network can’t be reached, and without a storage nothing is fetched', async () => {
  const member = await createMember()
  const subject = randomUUID()
  await signIn(member, subject, '/kim.jpg', { storage: null })
  expect(await dueOf(subject)).toMatchObject({ picture_tries: 0 })
  await fetchPictures({ ...context, webhooksToLoopback: false })
  expect(await dueOf(subject)).toMatchObject({ picture_tries: 1 })
  expect(await pathOf(member)).toBeNull()
})

test('only the worker claims or keeps a picture', async () => {
  for (const who of ['anon' as const, await createMember(), await createMember({ admin: true })])
    for (const call of ['private.claim_picture()', `private.keep_picture('a', 'b', 'c')`])
      expect(await refusal(who, `select ${call}`), call).toBe('42501')
})
