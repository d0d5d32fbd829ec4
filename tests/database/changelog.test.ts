import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { draftEntry, publishAs, slugOf, soon, stateOf } from '../support/changelog.ts'
import { anonClient, call, createMember, createPost, type Member, refusal, sql } from '../support/database.ts'

const [admin, moderator, member] = await Promise.all([
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember(),
])

const publish = publishAs(admin)

/** Everything that anyone can read, as one text. */
async function everythingPublic(slug: string, word: string): Promise<string> {
  const client = anonClient()
  const answers = await Promise.all([
    client.from('changelog_entries').select('id, title, slug'),
    client.from('changelog_addresses').select('*'),
    client.from('changelog_entry_labels').select('*'),
    client.from('changelog_entry_posts').select('*'),
    client.from('images').select('*'),
    client.rpc('get_entry', { address: slug }),
    client.rpc('list_entries', { max_rows: 50 }),
    client.rpc('search_entries', { query: word }),
    client.rpc('changelog_index'),
    client.rpc('changelog_unread'),
  ])
  for (const { error } of answers) expect(error).toBeNull()
  return JSON.stringify(answers.map(({ data }) => data))
}

describe('a draft', () => {
  test('can only be read by the team, also scheduled or unpublished', async () => {
    const word = `secret${randomUUID().replaceAll('-', '')}`
    const { id: post } = await createPost()
    const entry = await draftEntry(moderator, { title: word, body: word, posts: [post], labels: [1] })
    await sql`insert into public.images (entry_id, path, width, height)
      values (${entry}, ${`${admin.id}/${randomUUID()}.webp`}, 1, 1)`
    const slug = await slugOf(entry)
    const seen = async (who: Member) =>
      JSON.stringify((await who.client.from('changelog_entries').select('title')).data).includes(word)
    const isHidden = async () => {
      const text = await everythingPublic(slug, word)
      expect(text).not.toContain(word)
      expect(text).not.toContain(`"entry_id":${entry},`)
      expect(await seen(member)).toBe(false)
      expect(await seen(moderator)).toBe(true)
      const sitemap = await moderator.client.rpc('changelog_index')
      expect(JSON.stringify(sitemap.data)).not.toContain(word)
      const { error } = await call(member.client, 'admin_entry', { entry_id: entry })
      expect(error?.code).toBe('42501')
    }
    await isHidden()
    await publish(entry, { at_time: soon() })
    expect(await stateOf(entry)).toBe('scheduled')
    await isHidden()
    await admin.call('admin_take_back_entry', { entry_id: entry })
    await publish(entry)
    expect(await everythingPublic(slug, word)).toContain(word)
    await admin.call('admin_take_back_entry', { entry_id: entry })
    await isHidden()
    const logged = await sql`
      select action from public.audit_log where before->>'title' = ${word} order by id`
    expect(logged.map(({ action }) => action)).toEqual([
      'changelog.schedule',
      'changelog.unschedule',
      'changelog.publish',
      'changelog.unpublish',
    ])
  })

  test('is written by the team, and published by admins unless the site says otherwise', async () => {
    const title = `'Draft ${randomUUID()}'`
    const save = `select public.admin_save_entry(null, ${title}, '')`
    expect(await refusal('anon', save)).toBe('42501')
    expect(await refusal(member, save)).toBe('42501')
    expect(await refusal(moderator, save)).toBeNull()
    const entry = await draftEntry(moderator)
    const acts = [
      `public.admin_publish_entry(${entry})`,
      `public.admin_publish_entry(${entry}, '2999-01-01 12:00')`,
      `public.admin_take_back_entry(${entry})`,
      `public.admin_tell_entry_again(${entry})`,
      `public.admin_save_label(null, 'Beta')`,
      `public.admin_delete_label(1)`,
    ]
    for (const act of acts) {
      for (const who of ['anon', member, moderator] as const)
        expect(await refusal(who, `select ${act}`)).toBe('42501')
      expect(await refusal(admin, `select ${act}`)).toBeNull()
    }
    await sql`update public.site_settings set moderators_publish = true`
    try {
      for (const act of acts) {
        expect(await refusal(moderator, `select ${act}`)).toBeNull()
        expect(await refusal(member, `select ${act}`)).toBe('42501')
      }
    } finally {
      await sql`update public.site_settings set moderators_publish = false`
    }
  })

  test('that is published or scheduled can’t be changed or deleted by a moderator', async () => {
    const entry = await draftEntry(moderator)
    const save = `select public.admin_save_entry(${entry}, 'Another title', '')`
    const picture = `insert into public.images (entry_id, path, width, height)
      values (${entry}, '${moderator.id}/${randomUUID()}.webp', 1, 1)`
    const remove = `select public.admin_delete_entry(${entry})`
    for (const act of [save, picture, remove]) {
      expect(await refusal(moderator, act)).toBeNull()
      expect(await refusal(member, act)).toBe('42501')
    }
    await publish(entry, { at_time: soon() })
    for (const act of [save, picture, remove]) expect(await refusal(moderator, act)).toBe('42501')
    expect(await refusal(admin, remove)).toBeNull()
    await publish(entry)
    for (const act of [save, picture]) expect(await refusal(moderator, act)).toBe('42501')
    expect(await refusal(admin, remove)).toBe('23514')
    await admin.call('admin_take_back_entry', { entry_id: entry })
    expect(await refusal(moderator, remove)).toBe('42501')
    const others = await draftEntry(admin)
    expect(await refusal(moderator, `select public.admin_delete_entry(${others})`)).toBe('42501')
  })

  test('is created once per key, and doesn’t overwrite newer changes', async () => {
    const sent = { entry_id: null as never, new_title: 'Once', new_body: '', sent_key: randomUUID() }
    const [first] = await moderator.call('admin_save_entry', sent)
    const [again] = await moderator.call('admin_save_entry', sent)
    expect(again!.id).toBe(first!.id)
    const saved = { entry_id: first!.id, new_title: 'Twice', new_body: 'x', seen_revision: again!.revision }
    expect((await admin.call('admin_save_entry', saved))[0]!.status).toBe('saved')
    expect((await moderator.call('admin_save_entry', saved))[0]!.status).toBe('conflict')
    await expect(
      admin.one('admin_publish_entry', { entry_id: first!.id, seen_revision: again!.revision }),
    ).resolves.toMatchObject({ status: 'conflict' })
  })
})

describe('an address', () => {
  test('follows the title until the entry is published, and then redirects forever', async () => {
    const name = randomUUID()
    const entry = await draftEntry(admin, { title: `First ${name}` })
    const save = (new_title: string, new_slug?: string) =>
      admin.call('admin_save_entry', { entry_id: entry, new_title, new_body: '', new_slug })
    await save(`Second ${name}`)
    expect(await slugOf(entry)).toBe(`second-${name}`)
    await publish(entry)
    await save(`Third ${name}`)
    expect(await slugOf(entry)).toBe(`second-${name}`)
    await save(`Third ${name}`, `third-${name}`)
    const get = async (slug: string) =>
      (await anonClient().rpc('get_entry', { address: slug })).data?.[0]?.slug
    expect(await get(`third-${name}`)).toBe(`third-${name}`)
    expect(await get(`second-${name}`)).toBe(`third-${name}`)
    expect(await get(`first-${name}`)).toBeUndefined()
    const other = await draftEntry(admin, { title: `Second ${name}` })
    expect(await slugOf(other)).toBe(`second-${name}-2`)
  })

  test('can’t be one of the changelog’s pages', async () => {
    expect(await slugOf(await draftEntry(admin, { title: 'Label' }))).toMatch(/^label-\d+$/)
  })
})

describe('a list', () => {
  test('continues after its cursor, with labels and posts, newest first', async () => {
    const label = await admin.call('admin_save_label', {
      label_id: null as never,
      new_name: `L ${randomUUID().slice(0, 8)}`,
    })
    const { id: post } = await createPost({ title: 'Wanted by many' })
    const entries: number[] = []
    for (let count = 0; count < 5; count++) {
      entries.push(await draftEntry(admin, { title: `Entry ${count}`, posts: [post], labels: [label] }))
      await publish(entries.at(-1)!)
    }
    const [{ slug }] = (await sql<
      { slug: string }[]
    >`select slug from public.changelog_labels where id = ${label}`) as unknown as [{ slug: string }]
    const page = async (after_cursor?: string) =>
      (await anonClient().rpc('list_entries', { label: slug, after_cursor, max_rows: 2 }).throwOnError()).data
    const cursor = (row: { id: number; published_at: string }) => `${Date.parse(row.published_at)}-${row.id}`
    const seen: number[] = []
    for (let rows = await page(); rows.length > 0; rows = await page(cursor(rows.at(-1)!))) {
      seen.push(...rows.map(({ id }) => id))
      expect(rows[0]!.posts).toMatchObject([{ id: post, title: 'Wanted by many', votes_total: 0 }])
    }
    expect(seen).toEqual(entries.toReversed())
    expect((await anonClient().rpc('list_entries', { after_cursor: 'x' })).error?.code).toBe('22023')
  })

  test('of search results contains every word, whatever is typed', async () => {
    const word = `w${randomUUID().replaceAll('-', '')}`
    const entry = await draftEntry(admin, { title: `Now ${word}`, body: "It's faster & 'quoted'." })
    await publish(entry)
    const found = async (query: string) =>
      (await anonClient().rpc('search_entries', { query }).throwOnError()).data.map(({ id }) => id)
    expect(await found(`${word} fast`)).toEqual([entry])
    expect(await found(`${word.slice(0, 20)}`)).toEqual([entry])
    expect(await found(`${word} slower`)).toEqual([])
    for (const odd of ["'", '& | !', ':*', '\\', '()', "a'b:*|!c", '']) await found(odd)
  })
})
