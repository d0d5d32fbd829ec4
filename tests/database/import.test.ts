import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { importCommand as command, importFile } from '../support/import-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'signpost-import-'))

afterAll(async () => {
  rmSync(folder, { recursive: true })
  await sql.end()
})

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

/** A separate file for each test: the source ids start with `source`. */
function writeFixture(lines: (source: string) => (object | string)[]) {
  const source = randomUUID()
  const file = join(folder, `${source}.jsonl`)
  const texts = lines(source).map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  writeFileSync(file, texts.join('\n'))
  return { source, file }
}

function line(id: string, changes: object = {}) {
  return { id, title: `Wish ${id}`, details: 'Because.', state: 'open', created_at: '2025-02-03', ...changes }
}

async function rowsOf(source: string) {
  return sql<Record<string, unknown>[]>`
    select p.*, c.slug as category
    from private.imports i
    left join public.posts p on p.id = i.post_id left join public.categories c on c.id = p.category_id
    where starts_with(i.source_id, ${source}) order by i.source_id`
}

async function countsOf(source: string) {
  const [counts] = await sql`
    with mine as (select p.* from private.imports i left join public.posts p on p.id = i.post_id
      where starts_with(i.source_id, ${source}))
    select count(*)::integer as imports, count(id)::integer as posts, count(distinct slug)::integer as slugs,
      sum(votes_total)::integer as votes_total, sum(comments_total)::integer as comments_total,
      (select count(*) from public.votes where post_id in (select id from mine))::integer as votes,
      (select count(*) from public.comments where post_id in (select id from mine))::integer as comments
    from mine`
  return counts
}

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
    expect(first.errors).toContain(`Line 3: id: "${source}/2" is already used (Line 2)`)
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

  test('the same ids in two trackers are two posts, and one tracker is recognized by its name', async () => {
    const { source, file } = writeFixture((id) => [line(`${id}/1`, { title: `First ${id}` })])
    const other = write(`${source}-other.jsonl`, JSON.stringify(line(`${source}/1`, { title: 'Another' })))
    expect((await importFile([file])).code).toBe(0)
    expect((await importFile([other])).output).toContain('Posts imported: 1\n')
    expect(await countsOf(source)).toMatchObject({ imports: 2, posts: 2 })

    const renamed = write(`${source}-renamed.jsonl`, readFileSync(file, 'utf8'))
    const refused = await importFile([renamed])
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain(`"First ${source}" already exists: it came from ${source}.jsonl`)
    expect(refused.errors).toContain(`--source "${source}.jsonl"`)
    const said = await importFile([renamed, '--source', `${source}.jsonl`])
    expect(said.output).toContain('Posts that already existed: 1\n')
    expect((await importFile([renamed, '--source', 'elsewhere'])).output).toContain('Posts imported: 1\n')
    expect(await countsOf(source)).toMatchObject({ imports: 3, posts: 3 })
  })

  test('a tracker whose posts have no dates is recognized as well', async () => {
    const { source, file } = writeFixture((id) => [
      line(`${id}/1`, { title: `Undated ${id}`, created_at: null }),
    ])
    const renamed = write(`${source}-renamed.jsonl`, readFileSync(file, 'utf8'))
    expect((await importFile([file])).code).toBe(0)
    const refused = await importFile([renamed])
    expect(refused.errors).toContain(`"Undated ${source}" already exists: it came from ${source}.jsonl`)
    expect(await countsOf(source)).toMatchObject({ imports: 1, posts: 1 })
  })

  test('imports replies, voters and the team’s notes', async () => {
    const { source, file } = writeFixture((id) => [
      line(`${id}/1`, {
        state: 'planned',
        votes: 3,
        voters: [{ person: { id: `${id}-7`, name: 'Ada Voter' }, created_at: '2025-03-01' }],
        response: { text: 'We begin in May.', author: 'Team', created_at: '2025-04-01' },
        comments: [
          {
            author: 'user-1',
            body: 'First',
            created_at: '2025-02-10',
            replies: [{ author: 'user-2', body: 'Reply', created_at: '2025-02-11' }],
          },
        ],
      }),
    ])
    expect((await importFile([file])).output).toContain('  with votes: 3\n  with comments: 2\n')
    const [post] = await sql`
      select p.id, p.state, p.votes_total, p.comments_total, p.state_changed_at, e.note, e.from_state, a.name as actor,
        (select array_agg(c.body || ' ' || c.replies_total order by c.id) from public.comments c where c.post_id = p.id) as comments,
        (select count(*)::integer from public.comments c where c.post_id = p.id and c.parent_id is not null) as replies,
        (select min(v.created_at) from public.votes v join public.profiles f on f.id = v.user_id
         where v.post_id = p.id and f.name = 'Ada Voter') as voted_at
      from private.imports i join public.posts p on p.id = i.post_id
      join public.post_events e on e.post_id = p.id join public.profiles a on a.id = e.actor_id
      where starts_with(i.source_id, ${source})`
    expect(post).toMatchObject({
      state: 'planned',
      votes_total: 3,
      comments_total: 2,
      state_changed_at: new Date('2025-04-01'),
      note: 'We begin in May.',
      from_state: 'proposed',
      actor: 'Team',
      comments: ['First 1', 'Reply 0'],
      replies: 1,
      voted_at: new Date('2025-03-01'),
    })
  })

  test('a table maps states', async () => {
    const { source, file } = writeFixture((id) => [
      line(`${id}/1`, { state: 'Parked' }),
      line(`${id}/2`, { state: 'Spam' }),
      line(`${id}/3`, { state: 'Odd' }),
    ])
    const states = write(`${source}.csv`, 'there,here\nparked,candidate\nSpam,leave out\n')
    const { output, errors } = await importFile([file, '--states', states])
    expect(errors).toContain('Line 3: state: "Odd" is unknown: map it with --states')
    expect(output).toContain('Posts skipped because of their state: 1')
    expect(await rowsOf(source)).toMatchObject([{ state: 'candidate' }])
    const wrong = write(`${source}-wrong.csv`, 'Parked,somewhere\n')
    expect((await importFile([file, '--states', wrong])).errors).toMatch(/line 1: "somewhere" isn't a state/)
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
    expect(errors).toContain("Line 2: isn't JSON")
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
    expect(errors).toMatch(/^Line 3: isn't JSON/m)
    expect(errors).toMatch(/^Line 4: title: has fewer than 3 visible characters$/m)
    expect(errors).toMatch(/^Line 5: votes: must be a whole number from 0 to 100,000$/m)
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
      /no category "nope"\. There are: .*new-features/,
    ],
    ['no file is given', [], /Give exactly one file/],
    ['an option is unknown', ['--force', 'a'], /Unknown option '--force'/],
    ['no line can be used', [command], /Line 1: isn't JSON/],
    ['the file is empty', [write('empty.jsonl', '')], /empty\.jsonl is empty: there is nothing to import/],
    ['the file has blank lines alone', [write('blank.jsonl', '\n \n')], /the file has no posts/],
    ['a format is unknown', ['--from', 'word', 'a'], /--from must be one of json, csv, github/],
  ])('ends with 1 when %s', async (_, args, message) => {
    const { code, errors } = await importFile(args)
    expect(code).toBe(1)
    expect(errors).toMatch(message)
  })
})
