import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { actingAs, createMember, createPost, sql } from '../support/database.ts'

const author = await createMember({ name: 'Author' })

describe('the storage', () => {
  const bytes = new Uint8Array([137, 80, 78, 71])
  const uuid = randomUUID()

  test.each([
    ['a page named as one', (id: string) => `${id}/${uuid}.html`, 'image/png'],
    ['a name of its own', (id: string) => `${id}/x.png`, 'image/png'],
    ['a folder in the folder', (id: string) => `${id}/${id}/${uuid}.png`, 'image/png'],
    ['a picture named as another kind', (id: string) => `${id}/${uuid}.png`, 'image/webp'],
    ['two endings', (id: string) => `${id}/${uuid}.html.png`, 'image/png'],
  ])('refuses %s', async (_, name, contentType) => {
    for (const bucket of ['images', 'avatars']) {
      const stored = await author.client.storage.from(bucket).upload(name(author.id), bytes, { contentType })
      expect(stored.error).not.toBeNull()
    }
  })

  test.each([
    ['png', 'image/png', ''],
    ['jpg', 'image/jpeg', ''],
    ['webp', 'image/webp', '-1200'],
  ])('takes a %s and its smaller versions', async (extension, contentType, width) => {
    const path = `${author.id}/${randomUUID()}${width}.${extension}`
    const stored = await author.client.storage.from('images').upload(path, bytes, { contentType })
    expect(stored.error).toBeNull()
  })
})

test('a connection can be used after a refused upload', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const upload = (folder: string, size: number) =>
    new Promise((resolve, reject) => {
      const address = `${process.env.TEST_SUPABASE_URL}/storage/v1/object/images/${folder}/${randomUUID()}.png`
      const headers = {
        apikey: process.env.TEST_SUPABASE_PUBLISHABLE_KEY,
        authorization: `Bearer ${author.accessToken}`,
        'content-type': 'image/png',
        'content-length': size,
      }
      request(address, { method: 'POST', agent, headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode))
      })
        .on('error', reject)
        .end(new Uint8Array(size))
    })
  for (let round = 0; round < 3; round++) {
    expect(await upload(randomUUID(), 1_000_000)).toBe(400)
    expect(await upload(author.id, 4)).toBe(200)
  }
  agent.destroy()
})

describe('one person’s storage', () => {
  const file = (size: number) => new Uint8Array(size)
  const fill = (paths: string[], size: number) => sql`
    insert into storage.objects (bucket_id, name, metadata)
    select 'images', unnest(${paths}::text[]), ${sql.json({ size, mimetype: 'image/png' })}`
  const prepare = async () => {
    const [person, post] = [await createMember(), await createPost()]
    const path = (width = '') => `${person.id}/${randomUUID()}${width}.png`
    const upload = (size = 4) =>
      person.client.storage.from('images').upload(path(), file(size), { contentType: 'image/png' })
    const show = async (paths: string[], widths: number[] = []) => {
      const [comment] = await sql`
        insert into public.comments (post_id, author_id, body) values (${post.id}, ${person.id}, 'Pictures')
        returning id`
      await sql`
        insert into public.images (comment_id, uploader_id, path, width, height, widths)
        select ${comment!.id}, ${person.id}, unnest(${paths}::text[]), 10, 10, ${widths}`
    }
    const stored = async () =>
      Number(
        (
          await sql`select sum(private.object_size(metadata)) as size from storage.objects
                    where name like ${`${person.id}/%`}`
        )[0]!.size,
      )
    return { person, path, upload, show, stored }
  }
  const looseBytes = 47_185_920

  test('accepts few unused objects', async () => {
    const { path, upload, show } = await prepare()
    const paths = Array.from({ length: 9 }, () => path())
    await fill(paths, looseBytes / 9)
    expect((await upload()).error).toMatchObject({ statusCode: '403' })
    await show(paths.slice(0, 1))
    expect((await upload()).error).toBeNull()
  })

  test('counts the sizes of an image as used, and no others', async () => {
    const { path, upload, show } = await prepare()
    const picture = path()
    const sized = (width: number) => picture.replace('.', `-${width}.`)
    await fill([picture, sized(320), sized(640)], looseBytes / 3)
    await show([picture], [320])
    await fill([path(), path()], looseBytes / 3)
    expect((await upload()).error).not.toBeNull()
    await sql`update public.images set widths = '{320, 640}' where path = ${picture}`
    expect((await upload()).error).toBeNull()
  })

  test('is limited, whatever uses its content', async () => {
    const { path, upload, show } = await prepare()
    for (let part = 0; part < 4; part++) {
      const paths = Array.from({ length: 5 }, () => path())
      await fill(paths, 5_242_880)
      await show(paths)
    }
    expect((await upload()).error).not.toBeNull()
  })

  test('isn’t exceeded by simultaneous uploads', async () => {
    const { path, upload, stored } = await prepare()
    await fill([path()], looseBytes - 3_500_000)
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload(1_000_000)))
    expect(answers.filter(({ error }) => !error)).toHaveLength(3)
    expect(await stored()).toBe(looseBytes - 500_000)
  })

  test('isn’t exceeded by two uploads that are being written at the same moment', async () => {
    const { person, path, upload } = await prepare()
    // The local API grants access to the storage on its first request.
    expect((await upload()).error).toBeNull()
    const metadata = sql.json({ size: 30_000_000, mimetype: 'image/png' })
    const write = () =>
      actingAs(
        person,
        async (as) => {
          await as`insert into storage.objects (bucket_id, name, metadata) values ('images', ${path()}, ${metadata})`
          await as`select pg_sleep(0.3)`
        },
        { keep: true },
      )
    const results = await Promise.allSettled([write(), write()])
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})
