import { describe, expect, test } from 'vitest'
import { actingAs } from '../support/database.ts'
import { addPost, word } from '../support/search.ts'

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

  test('are none for a title that resembles nothing', async () => {
    expect(await similar(word())).toEqual([])
  })
})
