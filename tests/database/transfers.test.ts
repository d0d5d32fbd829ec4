import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import {
  admin,
  member,
  other,
  partsOf,
  plain,
  postsOf,
  read,
  refused,
  start,
  table,
  upload,
  useTransfers,
  work,
} from '../support/transfers.ts'

async function bring(content: string, choices: object = plain): Promise<string> {
  const id = await upload(content)
  await work()
  await start(id, choices)
  await work()
  return id
}

useTransfers()

describe('an import', () => {
  test('asks what unclear dates start with, and reads them as chosen', async () => {
    const mark = randomUUID()
    const id = await upload(`id,title,created at\n${mark},Wish ${mark},03/04/2025`)
    await work()
    expect(await read(id)).toMatchObject({
      needsInput: true,
      found: { dates: { such: '03/04/2025', order: null }, counts: { added: 0, bad: 1 } },
    })
    await admin.call('admin_check_import', { run_id: id, choices: { ...plain, dates: 'month' } })
    await work()
    expect(await read(id)).toMatchObject({
      needsInput: false,
      found: { counts: { added: 1, bad: 0 }, posts: [{ createdAt: '2025-03-04T00:00:00.000Z' }] },
    })
    const otherwise = { ...plain, dates: 'year' }
    expect(
      await refused(() => admin.call('admin_check_import', { run_id: id, choices: otherwise })),
    ).toMatchObject({ code: '22023' })
  })

  test('is checked, run and undone', async () => {
    const mark = randomUUID()
    const content = [
      'id,title,status,created at,author,votes,category',
      `${mark}-1,First ${mark},Shipped,2025-02-03,Kim ${mark},3,Mobile app`,
      `${mark}-2,Second ${mark},Someday,2025-02-04,Kim ${mark},0,`,
      `${mark}-3,No\0,open,2025-02-04,,0,`,
      `${mark}-4,Spam ${mark},Spam,2025-02-04,,0,`,
    ].join('\n')
    const id = await upload(content)
    expect(await read(id)).toMatchObject({ state: 'checking' })
    await work()
    expect(await read(id)).toMatchObject({
      state: 'checked',
      needsInput: true,
      found: {
        kind: 'posts',
        format: 'CSV',
        counts: { added: 3, votes: 3, people: 1, bad: 1, present: 0, lines: 4 },
        notes: ['Row 4, column “title”: The title “No” has fewer than 3 visible characters.'],
        states: [
          { name: 'Shipped', becomes: 'completed', isKnown: true, count: 1, added: 1 },
          { name: 'Someday', becomes: 'proposed', isKnown: false },
          { name: 'open', count: 1, added: 0 },
          { name: 'Spam', isKnown: false },
        ],
        categories: [{ name: 'Mobile app', count: 1, added: 1 }],
        posts: [
          { title: `First ${mark}`, state: 'completed', stateName: 'Shipped', author: `Kim ${mark}` },
          {},
          {},
        ],
      },
    })
    const choices = {
      ...plain,
      states: { Someday: 'candidate', Spam: null },
      categories: { 'Mobile app': { new: `Mobile ${mark}` } },
    }
    await admin.call('admin_check_import', { run_id: id, choices: { ...choices, categories: {} } as never })
    await work()
    expect((await read(id)).found?.counts).toMatchObject({ added: 2, leftOut: 1, bad: 1 })

    await start(id, choices)
    expect(await refused(() => start(id, choices))).toMatchObject({ hint: 'import_moved_on' })
    await work()
    expect(await read(id)).toMatchObject({
      state: 'done',
      posts: 2,
      outcome: {
        counts: { added: 2, leftOut: 1, bad: 1, people: 1 },
        leftOut: [{ name: 'Spam', count: 1 }],
        notes: [expect.stringContaining('Row 4')],
      },
    })
    const [first, second] = await postsOf(id)
    const [made] = await sql`select id, slug from public.categories where name = ${`Mobile ${mark}`}`
    expect(first).toMatchObject({ state: 'completed', category_id: made!.id, votes_total: 3 })
    expect(second).toMatchObject({ state: 'candidate' })
    expect(await partsOf(id)).toHaveLength(0)

    // The failed rows, with their problems, become an import of their own.
    const rows = await admin.call('admin_failed_rows', { run_id: id })
    expect(await other.call('admin_failed_rows', { run_id: id })).toBeNull()
    const heading = content.split('\n')[0]
    const problem = 'Row 4, column “title”: The title “No” has fewer than 3 visible characters.'
    expect(rows).toBe(`\ufeff${heading},Problem\r\n${mark}-3,No,open,2025-02-04,,0,,"${problem}"\r\n`)
    const problemColumn = { heading: 'Problem', becomes: 'problem' }
    const corrected = await upload(rows.replace(',No,', `,Not ${mark},`))
    await work()
    expect(await read(corrected)).toMatchObject({
      found: { counts: { added: 1, bad: 0 }, columns: expect.arrayContaining([problemColumn]) },
    })
    expect(await admin.call('admin_failed_rows', { run_id: corrected })).toBeNull()

    await other.call('admin_undo_import', { run_id: id })
    await work()
    expect(await read(id)).toMatchObject({
      state: 'undone',
      posts: 0,
      outcome: { removed: 2, kept: 0 },
      kept: [],
    })
    expect(await sql`select from public.categories where id = ${made!.id}`).toHaveLength(0)
    expect(await sql`select from public.profiles where name = ${`Kim ${mark}`}`).toHaveLength(0)
    const logged = await sql`
      select action, actor_id from public.audit_log
      where after ->> 'id' = ${id} or before ->> 'slug' = ${made!.slug} order by id`
    expect([...logged]).toEqual([
      { action: 'import.start', actor_id: admin.id },
      { action: 'import.undo', actor_id: other.id },
      { action: 'category.delete', actor_id: other.id },
    ])
    // The same comes again.
    const again = await bring(content, choices)
    expect(await postsOf(again)).toHaveLength(2)
  })

  test('asks what closed and declined posts become, and lists those without a state', async () => {
    const mark = randomUUID()
    const states = ['Closed', 'closed', 'Won’t do', 'not_planned', '', 'Done']
    const heading = 'Post ID,Title,Details,Score,Board,Status'
    const rows = states.map((state, i) => `${mark}-${i},Wish ${i} ${mark},,1,,${state}`)
    const id = await upload([heading, ...rows].join('\n'))
    await work()
    const open = { isKnown: false, isUnclear: true }
    expect(await read(id)).toMatchObject({
      needsInput: true,
      found: {
        format: 'Canny, CSV',
        states: [
          { name: 'Closed', count: 2, ...open },
          { name: 'Won’t do', ...open },
          { name: 'not_planned', ...open },
          { name: '', becomes: 'proposed', isKnown: true, count: 1, added: 1 },
          { name: 'Done', becomes: 'completed', isKnown: true },
        ],
      },
    })
    await start(id, {
      ...plain,
      states: { Closed: 'completed', 'Won’t do': null, not_planned: null, '': null },
    })
    await work()
    expect(await read(id)).toMatchObject({
      outcome: {
        counts: { added: 3, leftOut: 3 },
        leftOut: [{ name: 'Won’t do' }, { name: 'not_planned' }, { name: '' }],
      },
    })
  })

  test('counts the same in its check and its run, whichever state is left out', async () => {
    const mark = randomUUID()
    const row = (id: string, title: string, state: string) =>
      `${mark}-${id},${title && `${title} ${mark}`},${state},2025-02-03`
    const heading = 'id,title,status,created at'
    await bring([heading, row('there', 'Wish there', 'closed')].join('\n'), { ...plain, source: mark })
    const rows = [
      row('1', 'Wish one', 'open'),
      row('2', 'Wish two', 'closed'),
      row('there', 'Wish there', 'closed'),
      row('untitled', '', 'closed'),
      row('1', 'Wish one again', 'closed'),
      row('2', 'Wish two again', 'open'),
    ]
    const checked = async (choices: object) => {
      const id = await upload([heading, ...rows].join('\n'))
      await work()
      await admin.call('admin_check_import', { run_id: id, choices: choices as never })
      await work()
      return id
    }
    const choices = { ...plain, source: mark, states: { closed: 'completed' } }
    const id = await checked(choices)
    const check = (await read(id)).found!
    expect(check.counts).toMatchObject({ added: 2, present: 1, bad: 3, leftOut: 0 })
    expect(check.states).toMatchObject([
      { name: 'open', added: 1 },
      { name: 'closed', added: 1 },
    ])
    const without = { ...choices, states: { closed: null } }
    await start(id, without)
    await work()
    const failed = await admin.call('admin_failed_rows', { run_id: id })
    expect(await read(id)).toMatchObject({
      outcome: {
        counts: { added: 1, present: 1, bad: 3, leftOut: 1 },
        leftOut: [{ name: 'closed', count: 1 }],
        notes: check.notes,
      },
    })
    for (const one of ['untitled', '1', '2']) expect(failed).toContain(`${mark}-${one},`)

    expect((await read(await checked(without))).found).toMatchObject({
      counts: { added: 0, present: 2, bad: 3, leftOut: 1 },
      states: [
        { name: 'open', added: 0 },
        { name: 'closed', added: 1, becomes: null },
      ],
    })
  })

  test('that is undone keeps what someone has touched since', async () => {
    const id = await bring(table(9))
    const posts = await postsOf(id)
    const ids = posts.map((post) => Number(post.id))
    await member.client.from('votes').insert({ post_id: ids[0]! }).throwOnError()
    await member.client.from('comments').insert({ post_id: ids[1]!, body: 'Mine.' }).throwOnError()
    await member.call('follow_post', { post_id: ids[2]!, wanted: 'all' })
    await admin.call('admin_set_state', { post_ids: [ids[3]!], new_state: 'planned' } as never)
    await admin.client.from('post_notes').insert({ post_id: ids[4]!, body: 'Ours.' }).throwOnError()
    await admin.call('merge_posts', { post_ids: [ids[5]!], into_id: ids[6]! })
    await admin.call('delete_post', { post_id: ids[7]! })
    await admin.call('admin_undo_import', { run_id: id })
    await work()
    expect(await read(id)).toMatchObject({ state: 'undone', outcome: { removed: 2, kept: 7 } })
    expect((await read(id)).kept!.map(({ title }) => title)).toEqual(
      posts.filter((_, i) => i < 7 && i !== 5).map(({ title }) => title),
    )
    expect(await sql`select from private.find_miscounts()`).toHaveLength(0)
  })
})
