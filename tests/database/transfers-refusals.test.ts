import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, sql, type Member } from '../support/database.ts'
import {
  admin,
  member,
  moderator,
  other,
  plain,
  read,
  refused,
  start,
  table,
  upload,
  useTransfers,
  work,
} from '../support/transfers.ts'

useTransfers()

describe('an import', () => {
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
    // Only the uploader sees a file's content; every admin sees that it exists.
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

  test.each([
    ['an incomplete zip file', 'UEsDBAoAAAAAAA=='],
    ['JSON that breaks off', Buffer.from('[{"title": ').toString('base64')],
  ])('that is %s ends without a word about its insides', async (_, content) => {
    const id = await upload(Buffer.from(content, 'base64'))
    await work()
    expect(await read(id)).toMatchObject({ state: 'failed', problem: 'unreadable' })
  })

  test('is called by its own name', async () => {
    const id = await upload('\n', 'My ideas (1).csv')
    await work()
    expect((await read(id)).found!.problem).toMatch(/^My ideas \(1\)\.csv is empty/)
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
    await createPost()
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
