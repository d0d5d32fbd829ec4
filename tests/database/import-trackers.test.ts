import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sql } from '../support/database.ts'
import { importFile } from '../support/import-file.ts'
import { countsOf, line, rowsOf, useFolder, write, writeFixture } from '../support/import-rows.ts'

useFolder()

describe('npm run import', () => {
  test('the same ids in two trackers are two posts, and one tracker is recognized by its name', async () => {
    const { source, file } = writeFixture((id) => [line(`${id}/1`, { title: `First ${id}` })])
    const other = write(`${source}-other.jsonl`, JSON.stringify(line(`${source}/1`, { title: 'Another' })))
    expect((await importFile([file])).code).toBe(0)
    expect((await importFile([other])).output).toContain('Posts imported: 1\n')
    expect(await countsOf(source)).toMatchObject({ imports: 2, posts: 2 })

    const renamed = write(`${source}-renamed.jsonl`, readFileSync(file, 'utf8'))
    const refused = await importFile([renamed])
    expect(refused.code).toBe(1)
    expect(refused.errors).toContain(`“First ${source}” already exists: it came from ${source}.jsonl`)
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
    expect(refused.errors).toContain(`“Undated ${source}” already exists: it came from ${source}.jsonl`)
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
    expect(errors).toContain('Line 3: state: The state “Odd” is unknown. Map it with --states.')
    expect(output).toContain('Posts skipped because of their state: 1')
    expect(await rowsOf(source)).toMatchObject([{ state: 'candidate' }])
    const wrong = write(`${source}-wrong.csv`, 'Parked,somewhere\n')
    expect((await importFile([file, '--states', wrong])).errors).toMatch(/line 1: "somewhere" isn't a state/)
  })
})
