import { describe, expect, test } from 'vitest'
import { actingAs, sql } from '../support/database.ts'
import { addPost, marked, search, word } from '../support/search.ts'

describe('similar posts', () => {
  const similar = (title: string, rows = 5) =>
    actingAs('anon', (as) => as<{ title: string }[]>`select * from public.similar_posts(${title}, ${rows})`)

  test('are found while a title is typed', async () => {
    const own = word()
    await addPost(`Export ${own} as a spreadsheet`)
    for (const typed of [`${own} spread`, `A spreadsheet export for ${own}`, `exprot ${own}`]) {
      expect((await similar(typed)).map((post) => post.title)).toContain(`Export ${own} as a spreadsheet`)
    }
  })

  test('are as many as asked for', async () => {
    const own = word()
    for (let i = 0; i < 8; i++) await addPost(`Import ${own} in way ${i}`)
    expect(await similar(`Import ${own}`)).toHaveLength(5)
    expect(await similar(`Import ${own}`, 3)).toHaveLength(3)
  })

  test('follow the details as well, and say what they share', async () => {
    const [own, told] = [word(), word()]
    await addPost(`Something about ${own}`, `We need ${told} for that.`)
    await addPost(`Another ${told}`)
    const rows = await actingAs(
      'anon',
      (as) => as<{ title: string; snippet: string; snippet_ranges: [number, number][] }[]>`
        select * from public.similar_posts(${`About ${own}`}, 5, ${`Because of ${told}, mostly.`})`,
    )
    expect(rows[0]!.title).toBe(`Something about ${own}`)
    expect(marked(rows[0]!.snippet, rows[0]!.snippet_ranges)).toEqual([told])
  })

  test('say which one has the same title', async () => {
    const own = word()
    await addPost(`Import ${own}, please!`)
    await addPost(`Import ${own} soon`)
    const rows = await actingAs(
      'anon',
      (as) => as<{ title: string; is_same: boolean }[]>`
        select * from public.similar_posts(${`import ${own} please`})`,
    )
    expect(rows.map(({ title, is_same }) => [title, is_same]).slice(0, 2)).toEqual([
      [`Import ${own}, please!`, true],
      [`Import ${own} soon`, false],
    ])
  })

  test.each(['now()', `'infinity'`])('are never one that is gone: deleted_at = %s', async (when) => {
    const own = word()
    const id = await addPost(`Export ${own} as a spreadsheet`)
    await sql.unsafe(`update public.posts set deleted_at = ${when} where id = ${id}`)
    expect((await similar(`Export ${own}`)).map((post) => post.title)).not.toContain(
      `Export ${own} as a spreadsheet`,
    )
    expect(await search(own)).toEqual([])
  })

  test('are none for a title that resembles nothing', async () => {
    expect(await similar(word())).toEqual([])
  })
})
