import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createMember, sql } from '../support/database.ts'
import { importCommand as command, importFile } from '../support/import-file.ts'
import { countsOf, folder, line, rowsOf, useFolder, write, writeFixture } from '../support/import-rows.ts'

useFolder()

describe('npm run import', () => {
  test('imports posts, votes and comments, and the second time nothing', async () => {
    const { source, file } = writeFixture((id) => [
      line(`${id}/1`, {
        title: `Pin ${id}`,
        details: '**Pin**\r\n\r\n- one\r\n- two',
        state: 'closed',
        votes: 4,
        comments: [
          { author: `user-${id}`, body: 'First', created_at: '2025-02-10' },
          { author: 'user-2', body: '  ', created_at: '2025-02-11' },
          { author: 'user-2', body: 'Second', created_at: '2025-02-10' },
        ],
        duplicate_of: `${id}/2`,
      }),
      line(`${id}/2`, { title: `Pin ${id}`, votes: null }),
      line(`${id}/2`, { title: `Twice in the file` }),
    ])
    const first = await importFile([file])
    expect(first.code).toBe(0)
    expect(first.output.split('\n')).toEqual([
      'Posts imported: 2',
      '  with votes: 4',
      '  with comments: 2',
      '  by people: 2',
      'Posts that already existed: 0',
      'Bad lines skipped: 1',
      'Empty comments skipped: 1',
      'Posts marked as duplicates, imported without the mark: 1',
      '',
    ])
    expect(first.errors).toContain(`Line 3: id: The ID “${source}/2” is already used (Line 2).`)
    const created = new Date('2025-02-03')
    const before = await rowsOf(source)
    expect(before).toMatchObject([
      {
        title: `Pin ${source}`,
        details: '**Pin**\n\n- one\n- two',
        state: 'completed',
        votes_total: 4,
        comments_total: 2,
        created_at: created,
        updated_at: created,
        state_changed_at: created,
        activity_at: new Date('2025-02-10'),
        edited_at: null,
        category: 'new-features',
        slug: `pin-${source}`,
      },
      {
        state: 'proposed',
        votes_total: 0,
        activity_at: created,
        slug: expect.stringMatching(`^pin-${source}-\\d+$`),
      },
    ])

    const comments = await sql`
      select c.body, a.name, a.placeholder, exists (select from auth.users u where u.id = a.id) as can_sign_in
      from public.comments c join private.imports i using (post_id) join public.profiles a on a.id = c.author_id
      where i.source_id = ${`${source}/1`} order by c.created_at, c.id`
    expect(comments).toEqual([
      { body: 'First', name: `user-${source}`, placeholder: true, can_sign_in: false },
      { body: 'Second', name: 'User 2', placeholder: true, can_sign_in: false },
    ])
    const [votes] = await sql`
      select count(distinct v.user_id)::integer as voters, bool_and(a.placeholder) as placeholders,
        min(v.created_at) > ${created} and max(v.created_at) < now() as between
      from public.votes v join private.imports i using (post_id) join public.profiles a on a.id = v.user_id
      where starts_with(i.source_id, ${source})`
    expect(votes).toEqual({ voters: 4, placeholders: true, between: true })

    const second = await importFile([file])
    expect(second).toMatchObject({
      code: 0,
      output: expect.stringContaining('Posts that already existed: 2'),
    })
    expect(await rowsOf(source)).toEqual(before)
  })

  test('continues after kill -9 without partial or duplicate posts', async () => {
    const total = 801
    const { source, file } = writeFixture((id) =>
      Array.from({ length: total }, (_, i) =>
        line(`${id}/${i}`, {
          votes: i % 3,
          comments: [{ author: 'user-3', body: `Number ${i}`, created_at: '2025-03-01' }],
        }),
      ),
    )
    const killed = await importFile([file], (errors, kill) => errors.includes('lines') && kill())
    expect(killed.signal).toBe('SIGKILL')
    // The server may still be finishing its last statement.
    await expect
      .poll(() => sql`select from pg_stat_activity where application_name = 'signpost'`, { timeout: 60_000 })
      .toHaveLength(0)
    const half = (await countsOf(source))!
    expect(half.posts).toBeGreaterThan(0)
    expect(half.posts).toBeLessThan(total)
    expect(half).toMatchObject({ imports: half.posts, votes: half.votes_total, comments: half.posts })
    expect(half.comments_total).toBe(half.posts)

    const again = await importFile([file])
    expect(again).toMatchObject({
      code: 0,
      output: expect.stringContaining(`Posts that already existed: ${half.posts}`),
    })
    expect(await countsOf(source)).toEqual({
      imports: total,
      posts: total,
      slugs: total,
      votes: total,
      votes_total: total,
      comments: total,
      comments_total: total,
    })
  })

  test('two imports at once share the work', async () => {
    const { source, file } = writeFixture((id) =>
      Array.from({ length: 250 }, (_, i) => line(`${id}/${i}`, { title: 'The same wish', votes: 1 })),
    )
    const [one, other] = await Promise.all([importFile([file]), importFile([file])])
    expect([one.code, other.code]).toEqual([0, 0])
    expect(await countsOf(source)).toMatchObject({ posts: 250, slugs: 250, votes: 250, votes_total: 250 })
  })

  test('thousands of comments on one post are counted once', async () => {
    const { source, file } = writeFixture((id) => [
      line(`${id}/1`, {
        comments: Array.from({ length: 4000 }, (_, i) => ({
          author: 'user-1',
          body: `Number ${i}`,
          created_at: '2025-03-01',
        })),
      }),
    ])
    expect(await importFile([file])).toMatchObject({ code: 0 })
    expect(await countsOf(source)).toMatchObject({ comments: 4000, comments_total: 4000 })
  })

  test('a dry run reports the same and writes nothing', async () => {
    const { source, file } = writeFixture((id) => [line(`${id}/1`, { votes: 2 }), '{'])
    const { code, output, errors } = await importFile([file, '--dry-run'])
    expect(code).toBe(0)
    expect(output).toContain('Posts that would be imported: 1\n  with votes: 2\n')
    expect(errors).toContain("Line 2: This isn't JSON")
    expect(await rowsOf(source)).toEqual([])
  })

  test('reports invalid lines by number and imports the rest', async () => {
    const { source, file } = writeFixture((id) => [
      `\ufeff${JSON.stringify(line(`${id}/1`))}\r`,
      '\r',
      '{"id": 1',
      line(`${id}/2`, { title: 'No' }),
      line(`${id}/3`, { votes: 'many' }),
      line(`${id}/4`, { title: 'Nul \0 and \ud800 half', details: '\0' }),
    ])
    const { code, output, errors } = await importFile([file])
    expect(code).toBe(0)
    expect(errors).toMatch(/^Line 3: This isn't JSON/m)
    expect(errors).toMatch(/^Line 4: title: The title “No” has fewer than 3 visible characters\.$/m)
    expect(errors).toMatch(/^Line 5: votes: “many” isn't a whole number from 0 to 100,000\.$/m)
    expect(output).toContain('Posts imported: 2\n')
    expect(output).toContain('Bad lines skipped: 3\n')
    expect((await rowsOf(source)).map(({ title }) => title)).toEqual([
      `Wish ${source}/1`,
      'Nul and \ufffd half',
    ])
  })

  test('doesn’t restore what an admin deleted', async () => {
    const { source, file } = writeFixture((id) => [line(`${id}/1`)])
    await importFile([file])
    await sql`delete from public.posts where id in (
      select post_id from private.imports where starts_with(source_id, ${source}))`
    expect((await importFile([file])).code).toBe(0)
    expect(await countsOf(source)).toMatchObject({ imports: 1, posts: 0 })
  })

  test('lists the voters it makes up from a number only if they’re searched for or blocked', async () => {
    const { source, file } = writeFixture((id) => [line(`${id}/1`, { votes: 90 })])
    expect((await importFile([file])).code).toBe(0)
    const admin = await createMember({ admin: true })
    const namesOf = async (asked: object) =>
      (await admin.call('admin_people', { ...asked, max_rows: 200 })).map((row: { name: string }) => row.name)
    const [voter] = await sql`select id from public.profiles where name = 'Voter 87'`
    for (const only_of of [null, 'new', 'team', 'blocked'])
      expect(await namesOf({ only_of }), String(only_of)).not.toContain('Voter 87')
    expect(await namesOf({})).toContain('Imported feedback')
    for (const query of ['voter 87', voter!.id]) expect(await namesOf({ query })).toEqual(['Voter 87'])
    await admin.call('block_people', { person_ids: [voter!.id], reason: 'Spam' })
    expect(await namesOf({ only_of: 'blocked' })).toContain('Voter 87')
    await admin.call('unblock_people', { person_ids: [voter!.id] })
    expect((await rowsOf(source))[0]).toMatchObject({ votes_total: 90 })
  })

  test('puts posts into the category asked for', async () => {
    const slug = `imports-${randomUUID().slice(0, 8)}`
    await sql`insert into public.categories (slug, name, position) values (${slug}, 'Imports', 99)`
    const { source, file } = writeFixture((id) => [line(`${id}/1`)])
    expect((await importFile([file, '--category', slug])).code).toBe(0)
    expect(await rowsOf(source)).toMatchObject([{ category: slug }])
  })

  test.each([
    ['there is no such file', ['/nowhere/at-all.jsonl'], /Can't read \/nowhere\/at-all\.jsonl: no such file/],
    ['the file is a folder', [folder], /it's a folder/],
    [
      'there is no such category',
      [command, '--category', 'nope'],
      /no category “nope”\. The categories are: .*new-features/,
    ],
    ['no file is given', [], /No file given/],
    ['an option is unknown', ['--force', 'a'], /Unknown option '--force'/],
    ['no line can be used', [command], /Line 1: This isn't JSON/],
    ['the file is empty', [write('empty.jsonl', '')], /empty\.jsonl is empty: there is nothing to import/],
    ['the file has blank lines alone', [write('blank.jsonl', '\n \n')], /The file has no posts/],
    ['a format is unknown', ['--from', 'word', 'a'], /--from must be one of json, csv, github/],
  ])('ends with 1 when %s', async (_, args, message) => {
    const { code, errors } = await importFile(args)
    expect(code).toBe(1)
    expect(errors).toMatch(message)
  })
})
