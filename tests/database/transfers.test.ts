import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import { transfer } from '../../lib/jobs/transfer.ts'
import { anonClient, createMember, type Member, sql } from '../support/database.ts'
import { context } from '../support/jobs.ts'

const [admin, other, moderator, member] = await Promise.all([
  createMember({ admin: true, name: 'Ada' }),
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember(),
])

type Run = {
  state: string
  problem: string | null
  posts: number
  outcome: Record<string, unknown> & { counts?: Record<string, number>; notes?: string[] }
  kept: { title: string }[] | null
  found?: {
    problem?: string
    question?: { about: string; headings?: string[] }
    counts: Record<string, number>
    notes: string[]
    states: object[]
    categories: object[]
    posts: object[]
  }
  done: number
}

type Refused = { code: string; hint?: string } | null
/** What somebody is refused with; null where they are not. */
const refused = (ask: () => Promise<unknown>): Promise<Refused> =>
  ask().then(
    () => null,
    (error: Refused) => error,
  )
const work = (changes: Partial<typeof context> = {}) => transfer({ ...context, ...changes })
const read = async (id: string, as = admin) =>
  (await as.call('admin_import', { run_id: id })) as unknown as Run

async function upload(content: string | Buffer, name = `${randomUUID()}.csv`, as = admin): Promise<string> {
  const run_id = randomUUID()
  const bytes = Buffer.from(content)
  await as.call('admin_begin_upload', { run_id, file_name: name, file_size: bytes.length })
  for (let part = 0; part * 1_000_000 < bytes.length; part++) {
    const content = bytes.subarray(part * 1_000_000, (part + 1) * 1_000_000).toString('base64')
    await as.call('admin_add_upload_part', { run_id, part, content })
  }
  await as.call('admin_end_upload', { run_id })
  return run_id
}

const plain = { category: 'new-features' }
const start = (run_id: string, choices: object = plain, as = admin) =>
  as.call('admin_start_import', { run_id, choices: choices as never })

async function bring(content: string, choices: object = plain): Promise<string> {
  const id = await upload(content)
  await work()
  await start(id, choices)
  await work()
  return id
}

/** A table of posts whose ids and titles begin with something of their own. */
function table(count: number, mark = randomUUID()): string {
  const lines = Array.from(
    { length: count },
    (_, i) => `${mark}-${i},Wish ${mark} ${i},open,2025-02-03,Person ${mark},2`,
  )
  return ['id,title,status,created at,author,votes', ...lines].join('\n')
}

const postsOf = (run: string) => sql<{ id: string; title: string; category_id: number; state: string }[]>`
  select p.* from private.imports i join public.posts p on p.id = i.post_id where i.run_id = ${run} order by p.id`
const partsOf = (run: string) => sql`select from private.import_parts where run_id = ${run}`

beforeEach(async () => {
  await sql`delete from private.import_runs where state in ('uploading', 'checking', 'checked', 'running', 'undoing')`
  await sql`delete from private.exports where state = 'making'`
})

describe('an import', () => {
  test('is checked, run and undone', async () => {
    const mark = randomUUID()
    const content = [
      'id,title,status,created at,author,votes,category',
      `${mark}-1,First ${mark},Shipped,2025-02-03,Kim ${mark},3,Mobile app`,
      `${mark}-2,Second ${mark},Someday,2025-02-04,Kim ${mark},0,`,
      `${mark}-3,No,open,2025-02-04,,0,`,
      `${mark}-4,Spam ${mark},Spam,2025-02-04,,0,`,
    ].join('\n')
    const id = await upload(content)
    expect(await read(id)).toMatchObject({ state: 'checking' })
    await work()
    expect(await read(id)).toMatchObject({
      state: 'checked',
      found: {
        kind: 'posts',
        format: 'CSV',
        counts: { added: 3, votes: 3, people: 1, bad: 1, present: 0, lines: 4 },
        notes: ['Row 4, column “title”: has fewer than 3 visible characters'],
        states: [
          { name: 'Shipped', becomes: 'completed', isKnown: true },
          { name: 'Someday', becomes: 'proposed', isKnown: false },
          { name: 'open' },
          { name: 'Spam', isKnown: false },
        ],
        categories: [{ name: 'Mobile app', count: 1 }],
        posts: [{ title: `First ${mark}`, state: 'completed', votes: 3, author: `Kim ${mark}` }, {}, {}],
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
    const problem = 'Row 4, column “title”: has fewer than 3 visible characters'
    expect(rows).toBe(`\ufeff${heading},Problem\r\n${mark}-3,No,open,2025-02-04,,0,,"${problem}"\r\n`)
    const corrected = await upload(rows.replace(',No,', `,Not ${mark},`))
    await work()
    expect(await read(corrected)).toMatchObject({ found: { counts: { added: 1, bad: 0 } } })
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
      select action, actor_id from public.audit_log where after ->> 'id' = ${id} order by id`
    expect([...logged]).toEqual([
      { action: 'import.start', actor_id: admin.id },
      { action: 'import.undo', actor_id: other.id },
    ])
    // The same comes again.
    const again = await bring(content, choices)
    expect(await postsOf(again)).toHaveLength(2)
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

  test('belongs only to the admin who uploaded it', async () => {
    const id = await upload(table(1))
    const asked = [
      (as: Member) =>
        as.call('admin_begin_upload', { run_id: randomUUID(), file_name: 'a.csv', file_size: 1 }),
      (as: Member) => as.call('admin_add_upload_part', { run_id: id, part: 1, content: 'YQ==' }),
      (as: Member) => as.call('admin_end_upload', { run_id: id }),
      (as: Member) => as.call('admin_check_import', { run_id: id, choices: {} }),
      (as: Member) => as.call('admin_start_import', { run_id: id, choices: plain }),
      (as: Member) => as.call('admin_stop_import', { run_id: id }),
      (as: Member) => as.call('admin_undo_import', { run_id: id }),
      (as: Member) => as.call('admin_import', { run_id: id }),
      (as: Member) => as.call('admin_imports'),
      (as: Member) => as.call('admin_exports'),
      (as: Member) => as.call('admin_make_export', { with_notes: true, with_pictures: true }),
      (as: Member) => as.call('admin_export_part', { export_id: randomUUID(), part: 0 }),
      (as: Member) => as.call('admin_failed_rows', { run_id: randomUUID() }),
    ]
    for (const as of [member, moderator])
      for (const ask of asked) expect(await refused(() => ask(as))).toMatchObject({ code: '42501' })
    expect((await anonClient().rpc('admin_imports')).error?.code).toBe('42501')
    await work()
    for (const ask of asked.slice(1, 5))
      expect(await refused(() => ask(other))).toMatchObject({ hint: 'import_of_another' })
    // What is in the file is for its admin, that it is there for all of them.
    expect(await read(id, other)).toMatchObject({ state: 'checked', isMine: false })
    expect((await read(id, other)).found).toBeUndefined()
    expect((await read(id)).found).toBeDefined()
    await other.call('admin_stop_import', { run_id: id })
    expect(await read(id)).toBeNull()
    for (const name of ['import_runs', 'import_parts', 'exports', 'export_parts']) {
      const { error } = await admin.client.from(name as 'posts').select('*')
      expect(error).not.toBeNull()
    }
  })

  test('runs alone, and not twice', async () => {
    const [one, two] = [await upload(table(2)), await upload(table(2))]
    await work()
    await start(one)
    expect(await refused(() => start(two))).toMatchObject({ hint: 'import_busy' })
    expect(await refused(() => admin.call('admin_undo_import', { run_id: one }))).toMatchObject({
      hint: 'import_not_undoable',
    })
    await Promise.all([work(), work(), work()])
    expect(await postsOf(one)).toHaveLength(2)
    await start(two)
    await work()
    expect(await read(two)).toMatchObject({ state: 'done', posts: 2 })
    await Promise.allSettled([1, 2].map(() => admin.call('admin_undo_import', { run_id: two })))
    await Promise.all([work(), work()])
    expect(await read(two)).toMatchObject({ state: 'undone', outcome: { removed: 2 } })
  })

  test('continues after its worker is gone, and what that worker writes later is refused', async () => {
    const id = await upload(table(230))
    await work()
    await start(id)
    let asked = 0
    // As one that stops answering for so long that another worker takes the run over.
    await work({
      isOver: () => {
        if (++asked === 3)
          void sql`update private.import_runs set attempts = attempts + 1 where id = ${id}`.execute()
        return false
      },
    })
    const half = await postsOf(id)
    expect(half.length).toBeGreaterThan(0)
    expect(half.length).toBeLessThan(230)
    expect(await read(id)).toMatchObject({ state: 'running' })
    await sql`update private.import_runs set held_until = now() where id = ${id}`
    await work({ isOver: () => asked++ > 6 })
    await work()
    expect(await read(id)).toMatchObject({
      state: 'done',
      posts: 230,
      outcome: { counts: { added: 230, present: 0 } },
    })
    expect(await sql`select from private.find_miscounts()`).toHaveLength(0)
  })

  test('fails after three workers ended while working on it, and can be undone', async () => {
    const id = await upload(table(2))
    await work()
    await start(id)
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await sql`select from private.claim_import()`).toHaveLength(1)
      expect(await sql`select from private.claim_import()`).toHaveLength(0)
      await sql`update private.import_runs set held_until = now() where id = ${id}`
    }
    await work()
    expect(await read(id)).toMatchObject({ state: 'failed', problem: 'worker_gone' })
    expect(await partsOf(id)).toHaveLength(0)
    await admin.call('admin_undo_import', { run_id: id })
    await work()
    expect(await read(id)).toMatchObject({ state: 'undone' })
  })

  test('stops when an admin asks', async () => {
    const id = await upload(table(300))
    await work()
    await start(id)
    let isStopped = false
    await work({
      isOver: () => {
        if (!isStopped) void other.call('admin_stop_import', { run_id: id })
        isStopped = true
        return false
      },
    })
    await expect.poll(() => read(id)).toMatchObject({ state: 'failed', problem: 'stopped' })
    const before = (await postsOf(id)).length
    await work()
    expect(await postsOf(id)).toHaveLength(before)
  })

  test('of someone who is no longer an admin doesn’t start', async () => {
    const leaver = await createMember({ admin: true })
    const id = await upload(table(1), 'left.csv', leaver)
    await work()
    await start(id, plain, leaver)
    await sql`delete from public.roles where user_id = ${leaver.id}`
    await work()
    expect(await read(id)).toMatchObject({ state: 'failed', problem: 'not_admin', posts: 0 })
  })

  test('asks for what it can’t detect', async () => {
    const id = await upload('Kurz,Lang\nEine Sache,Weil\n')
    await work()
    expect((await read(id)).found).toMatchObject({ question: { about: 'title', headings: ['Kurz', 'Lang'] } })
    expect(await refused(() => start(id))).toMatchObject({ hint: 'import_moved_on' })
    await admin.call('admin_check_import', { run_id: id, choices: { columns: { title: 'Kurz' } } })
    await work()
    expect((await read(id)).found).toMatchObject({ counts: { added: 1 } })
  })

  test.each([
    ['nothing in it', '\n', /nothing to import|no column/i],
    ['a zip bomb', Buffer.from('UEsDBAoAAAAAAA==', 'base64'), /zip/i],
    ['an endless quote', `title\n"${'a'.repeat(50_000)}`, null],
    ['another encoding', Buffer.from('title\nDärk mode\n', 'latin1'), /UTF-8/],
  ])('with %s does no harm', async (_, content, problem) => {
    const id = await upload(content, '../../../etc/passwd\n.csv')
    await work()
    const { state, found } = await read(id)
    expect(state).toBe('checked')
    if (problem) expect(found!.problem).toMatch(problem)
    else expect(found!.counts).toMatchObject({ added: 0, bad: 1 })
    expect(
      readdirSync(tmpdir()).filter((name) => name.startsWith('signpost-import-') && name.includes(id)),
    ).toEqual([])
  })

  test.each<object[]>([
    [{ states: { Open: 'closed' } }],
    [{ states: [] }],
    [{ categories: { A: 'new-features' } }],
    [{ categories: { A: { id: 1 } } }],
    [{ columns: { title: 1 } }],
    [{ column: 'x' }],
    [{ source: 'x'.repeat(201) }],
  ])('refuses the choices %j', async (choices) => {
    const id = await upload(table(1))
    await work()
    expect(await refused(() => start(id, { ...plain, ...choices }))).toMatchObject({ code: '22023' })
    expect(
      await refused(() => admin.call('admin_check_import', { run_id: id, choices: choices as never })),
    ).toMatchObject({
      code: '22023',
    })
  })

  test('needs an existing category', async () => {
    const id = await upload(table(1))
    await work()
    for (const choices of [{}, { category: 'nowhere' }, { ...plain, categories: { A: { slug: 'nowhere' } } }])
      expect(await refused(() => start(id, choices))).toMatchObject({ code: 'P0002' })
  })

  test('needs a complete file of the announced size', async () => {
    const begin = (file_size: number, run_id: string = randomUUID()) =>
      admin.call('admin_begin_upload', { run_id, file_name: 'a.csv', file_size })
    for (const size of [0, -1, 50 * 1024 * 1024 + 1])
      expect(await refused(() => begin(size))).toMatchObject({ code: expect.stringMatching(/23514|SUP/) })
    const run_id = randomUUID()
    await begin(3, run_id)
    expect(await refused(() => begin(3, run_id))).toMatchObject({ hint: 'import_moved_on' })
    const add = (part: number, content: string) =>
      admin.call('admin_add_upload_part', { run_id, part, content })
    expect(await refused(() => add(0, Buffer.from('four').toString('base64')))).toMatchObject({
      code: '22023',
    })
    expect(await refused(() => add(0, Buffer.alloc(1024 * 1024 + 1).toString('base64')))).not.toBeNull()
    expect(await refused(() => admin.call('admin_end_upload', { run_id }))).toMatchObject({ code: '22023' })
    await add(1, Buffer.from('abc').toString('base64'))
    expect(await refused(() => add(1, 'YQ=='))).not.toBeNull()
    expect(await refused(() => admin.call('admin_end_upload', { run_id }))).toMatchObject({ code: '22023' })
    await Promise.all(Array.from({ length: 4 }, () => begin(1)))
    expect(await refused(() => begin(1))).toMatchObject({ hint: 'imports_full' })
    await sql`update private.import_runs set held_until = now() - interval '2 days' where state = 'uploading'`
    await work()
    await begin(1)
  })
})

describe('an export', () => {
  const make = (as = admin) => as.call('admin_make_export', { with_notes: false, with_pictures: false })
  const part = (export_id: string, number = 0, as = admin) =>
    as.call('admin_export_part', { export_id, part: number })

  test('is created once, can be read by admins for a day, and is then deleted', async () => {
    const id = await make()
    expect(await refused(() => make(other))).toMatchObject({ hint: 'export_busy' })
    expect(await part(id)).toBeNull()
    await work()
    const [made] = await admin.call('admin_exports')
    expect(made).toMatchObject({ id, state: 'done', admin_name: 'Ada', origin: 'dashboard' })
    const content: Buffer[] = []
    for (let number = 0; ; number++) {
      const text = await part(id, number, other)
      if (text === null) break
      content.push(Buffer.from(text, 'base64'))
    }
    const file = Buffer.concat(content)
    expect(file.length).toBe(made!.size)
    expect(file.subarray(0, 2).toString()).toBe('PK')
    expect(file.includes('@example.com')).toBe(false)
    const again = await upload(file, 'board.zip')
    await work()
    expect((await read(again)).found).toMatchObject({
      kind: 'board',
      problem: expect.stringMatching(/empty instance/),
    })
    expect(await refused(() => start(again))).toMatchObject({ hint: 'import_moved_on' })
    await sql`update private.exports set ends_at = now() where id = ${id}`
    expect(await part(id)).toBeNull()
    expect((await admin.call('admin_exports'))[0]).toMatchObject({ state: 'ended' })
    await work()
    expect(await sql`select from private.export_parts where export_id = ${id}`).toHaveLength(0)
  })

  test('replaces the previous one, and continues after its worker is gone', async () => {
    const first = await make()
    await work()
    const second = await make()
    await sql`select from private.claim_export()`
    await sql`insert into private.export_parts values (${second}, 0, 'half')`
    await sql`update private.exports set held_until = now() where id = ${second}`
    await work()
    expect(await part(first)).toBeNull()
    expect(
      Buffer.from((await part(second))!, 'base64')
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
  })
})
