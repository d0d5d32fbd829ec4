import { randomUUID } from 'node:crypto'
import { ask, keyOf } from './api-client'
import { expect, test } from './fixtures'
import { createPerson, sql } from './people'
import { createPost } from './posts'

type Entry = { id: number; title: string; labels: string[]; posts: { id: number }[] }

/** Whether a text appears anywhere in what everyone can read of the changelog. */
async function isPublic(text: string, id: number, key: string): Promise<boolean> {
  const read = await Promise.all(
    ['?limit=50', `/${id}`].map((more) => ask('GET', `/changelog${more}`, { key })),
  )
  return JSON.stringify(read.map(({ body }) => body)).includes(text)
}

test(
  'an entry is drafted, edited with If-Match, published, taken back and deleted',
  { tag: '@desk' },
  async () => {
    const admin = await createPerson({ admin: true })
    const key = await keyOf(admin, ['write', 'admin'])
    const post = await createPost(null)
    const title = `Dark mode ${randomUUID()}`
    const wrong = await ask('POST', '/dashboard/changelog', { key, body: { title, labels: ['Nothing'] } })
    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ field: 'labels' }] } })
    const headers = { 'Idempotency-Key': randomUUID() }
    const draft = { title, body: 'It is **here**.', labels: ['new'], posts: [post.id] }
    const write = () => ask('POST', '/dashboard/changelog', { key, headers, body: draft })
    const made = await write()
    expect(made).toMatchObject({ status: 201, body: { state: 'draft', labels: ['New'], posts: [post.id] } })
    expect((await write()).body).toEqual(made.body)
    const { id } = made.body as Entry
    const place = `/dashboard/changelog/${id}`
    expect(await isPublic(title, id, key)).toBe(false)

    const read = await ask('GET', place, { key })
    const match = { 'If-Match': read.headers.get('etag') }
    const edit = (body: object) => ask('PATCH', place, { key, headers: match, body })
    expect((await edit({ body: 'Everywhere.' })).body).toMatchObject({
      title,
      body: 'Everywhere.',
      posts: [post.id],
    })
    expect((await edit({ body: 'Lost' })).status).toBe(412)
    expect((await ask('POST', `${place}/publish`, { key, headers: match, body: {} })).status).toBe(412)

    const past = await ask('POST', `${place}/publish`, { key, body: { at: '2020-01-01T00:00:00Z' } })
    expect(past).toMatchObject({ status: 422, body: { errors: [{ field: 'at' }] } })
    const soon = await ask('POST', `${place}/publish`, { key, body: { at: '2099-07-01T09:00:00+02:00' } })
    expect(soon.body).toMatchObject({ state: 'scheduled', publish_at: '2099-07-01T07:00:00+00:00' })
    expect(await isPublic(title, id, key)).toBe(false)

    const shown = await ask('POST', `${place}/publish`, { key, body: { complete_posts: true } })
    expect(shown.body).toMatchObject({ state: 'published', publish_at: null })
    expect((await ask('GET', `/posts/${post.id}`, { key })).body).toMatchObject({ state: 'completed' })
    const list = await ask('GET', '/changelog?limit=50&label=new')
    const entry = list.body.items.find((one: Entry) => one.id === id)
    expect(entry).toMatchObject({ title, body: 'Everywhere.', labels: ['New'], posts: [{ id: post.id }] })
    expect(entry.posts[0]).toEqual((await ask('GET', `/posts/${post.id}`, { key })).body)
    expect((await ask('GET', `/changelog/${id}`, { key })).body).toEqual(entry)
    const [told] = await sql`select private.entry_says(${id}) as entry`
    expect(Object.keys(entry).toSorted()).toEqual([...Object.keys(told!.entry as object), 'url'].toSorted())
    expect((await ask('DELETE', place, { key })).status).toBe(409)

    await ask('PATCH', place, { key, body: { title: `${title}!` } })
    expect((await ask('GET', `/changelog/${id}`, { key })).body.title).toBe(`${title}!`)
    const back = await ask('POST', `${place}/take-back`, { key, body: {} })
    expect(back.body).toMatchObject({ state: 'draft', published_at: null })
    expect(await isPublic(title, id, key)).toBe(false)
    expect((await ask('DELETE', place, { key })).status).toBe(200)
    expect((await ask('GET', place, { key })).status).toBe(404)
    const logged = await sql`
    select action from public.audit_log where actor_id = ${admin.id} and key_name = 'Test' order by id`
    expect(logged.map(({ action }) => action)).toEqual([
      'key.insert',
      'key.update',
      'changelog.schedule',
      'post.state',
      'changelog.publish',
      'changelog.edit',
      'changelog.unpublish',
      'changelog.delete',
    ])
  },
)

test(
  'what the key’s owner has not seen of the changelog is counted until it is',
  { tag: ['@desk', '@long'] },
  async () => {
    const admin = await createPerson({ admin: true })
    const key = await keyOf(admin, ['write', 'admin'])
    const publish = async () => {
      const { body } = await ask('POST', '/dashboard/changelog', {
        key,
        body: { title: `New ${randomUUID()}` },
      })
      await ask('POST', `/dashboard/changelog/${(body as Entry).id}/publish`, {
        key,
        body: { notify: false },
      })
    }
    const unread = async (with_ = key) =>
      (await ask('GET', '/changelog/unread', { key: with_ })).body.unread as number
    await publish()
    expect(await unread()).toBeGreaterThan(0)
    expect((await ask('PUT', '/changelog/seen', { key })).status).toBe(200)
    const reader = await keyOf(admin, [])
    const before = await unread(reader)
    await publish()
    expect(await unread(reader)).toBeGreaterThan(before)
    expect((await ask('PUT', '/changelog/seen', { key: reader })).status).toBe(403)
    expect((await ask('GET', '/changelog/unread')).status).toBe(401)
  },
)

test(
  'programs page through entries, and a cursor of something else is refused',
  { tag: ['@desk', '@long'] },
  async () => {
    const admin = await createPerson({ admin: true })
    const key = await keyOf(admin, ['write', 'admin'])
    for (let made = 0; made < 3; made++) {
      const { body } = await ask('POST', '/dashboard/changelog', {
        key,
        body: { title: `Page ${randomUUID()}` },
      })
      await ask('POST', `/dashboard/changelog/${(body as Entry).id}/publish`, {
        key,
        body: { notify: false },
      })
    }
    const first = await ask('GET', '/changelog?limit=2')
    const second = await ask('GET', `/changelog?limit=2&after=${first.body.next}`)
    const ids = [...first.body.items, ...second.body.items].map(({ id }: Entry) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const etag = first.headers.get('etag')!
    expect((await ask('GET', '/changelog?limit=2', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    for (const after of ['x', '1', '9999999999999999-1', '-1-1']) {
      expect((await ask('GET', `/changelog?after=${after}`)).body.errors, after).toMatchObject([
        { field: 'after' },
      ])
      const team = await ask('GET', `/dashboard/changelog?after=${after}x`, { key })
      expect(team.body.errors, after).toMatchObject([{ field: 'after' }])
    }
    expect((await ask('GET', '/changelog?label=nothing')).body).toEqual({ items: [], next: null })
    expect((await ask('GET', '/changelog/labels')).body.items).toEqual(
      expect.arrayContaining([{ id: expect.any(Number), name: 'New', slug: 'new' }]),
    )
  },
)
