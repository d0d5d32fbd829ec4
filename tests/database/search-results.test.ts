import { describe, expect, test } from 'vitest'
import { actingAs, createPost, sql } from '../support/database.ts'
import { addPost, type Hit, marked, search, titles, word } from '../support/search.ts'

describe('shows', () => {
  test('what matched in title and details, counted in code points', async () => {
    const own = word()
    await addPost(
      `🎉🎉 Better ${own}`,
      `${'Something else first. '.repeat(30)}Here is the ${own}, at last. ${'More. '.repeat(60)}`,
    )
    const [hit] = await search(own)
    expect(marked(hit!.title, hit!.title_ranges)).toEqual([own])
    expect(hit!.snippet).toContain(`Here is the ${own}`)
    expect(marked(hit!.snippet, hit!.snippet_ranges)).toEqual([own])
    expect([...hit!.snippet].length).toBeLessThanOrEqual(210)
  })

  test('an emoji that matched without the word after it, whatever its skin tone', async () => {
    const own = word()
    await addPost(`${own} 👍🏽 again and 👍🏽again`)
    const [hit] = await search(`${own} 👍`)
    expect(marked(hit!.title, hit!.title_ranges)).toEqual([own, '👍', '👍'])
  })

  test('the corrected word as the match', async () => {
    const own = word()
    await addPost(`About ${own}`)
    const [hit] = await search(own.slice(0, 4) + own.slice(5))
    expect(marked(hit!.title, hit!.title_ranges)).toEqual([own])
  })

  test('details without Markdown, link targets and tags', async () => {
    const own = word()
    await addPost(
      `Plain ${own}`,
      `## Heading\n\n> **Bold** and [a link](https://example.com/secret)\n\n- item \`code\`\n\n<p align="left">kept <text> too</p>\n\n\`\`\`js\nlet a\n\`\`\``,
    )
    const [hit] = await search(`plain ${own}`)
    expect(hit!.snippet).toBe('Heading · Bold and a link item code · kept <text> too · let a')
  })

  test('how many were found', async () => {
    const own = word()
    for (let i = 0; i < 7; i++) await addPost(`Number ${i} of ${own}`)
    const hits = await search(own, null, 3)
    expect(hits).toHaveLength(3)
    expect(hits[0]).toMatchObject({ total: 7, total_is_exact: true })
  })

  test('every match once over several pages', async () => {
    const own = word()
    for (let i = 0; i < 7; i++) await addPost(`Number ${i} of ${own}`)
    const seen: string[] = []
    let cursor: string | null = null
    for (;;) {
      const hits: Hit[] = await search(own, cursor, 3)
      if (hits.length === 0) break
      seen.push(...hits.map((hit) => hit.id))
      cursor = hits.at(-1)!.row_cursor
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })
})

test('pages continue in the same order, also for posts with only some of the words', async () => {
  const [one, other, third] = [word(), word(), word()]
  for (let i = 0; i < 4; i++) {
    await addPost(`Number ${i} of ${one}`, '', i)
    await addPost(`Number ${i} of ${one} and ${other}`, '', i)
    await addPost(`Number ${i}`, `Says ${third}`, i)
  }
  const query = `${one} ${other} ${third}`
  const whole = (await search(query, null, 100)).map((hit) => hit.id)
  expect(whole).toHaveLength(12)
  const pages: string[] = []
  for (let cursor: string | null = null; ;) {
    const hits: Hit[] = await search(query, cursor, 5)
    if (hits.length === 0) break
    pages.push(...hits.map((hit) => hit.id))
    cursor = hits.at(-1)!.row_cursor
    // Texts written in the meantime make a word more common.
    if (pages.length === 5) await addPost(`Later, about ${third}`)
  }
  expect(pages.slice(0, 5)).toEqual(whole.slice(0, 5))
  expect(new Set(pages).size).toBe(pages.length)
  expect(pages).toEqual(expect.arrayContaining(whole))
})

describe('within a category', () => {
  test('only finds and counts what is in it, page by page', async () => {
    const own = word()
    const [inside] = await sql`
      insert into public.categories (slug, name) values (${`c-${own}`}, 'Inside') returning slug`
    for (const title of ['One', 'Two', 'Three']) {
      await createPost({ title: `${title} ${own}`, category: inside!.slug })
      await addPost(`${title} elsewhere ${own}`)
    }
    const searchIn = (category: string, cursor: string | null = null) =>
      actingAs(
        'anon',
        (as) => as<Hit[]>`select * from public.search_posts(${own}, ${cursor}, 2, ${category})`,
      )
    const first = await searchIn(inside!.slug)
    const second = await searchIn(inside!.slug, first.at(-1)!.row_cursor)
    expect(titles([...first, ...second]).toSorted()).toEqual([`One ${own}`, `Three ${own}`, `Two ${own}`])
    expect(first[0]).toMatchObject({ total: 3, total_is_exact: true })
    expect(await searchIn('no-such-category')).toEqual([])
    expect(await search(own)).toHaveLength(6)
  })

  test('finds its titles even if more match elsewhere than a search ranks', async () => {
    const own = word()
    const [inside] = await sql`
      insert into public.categories (slug, name) values (${`c-${own}`}, 'Inside') returning slug`
    const { id } = await createPost({ title: `The only ${own}`, category: inside!.slug })
    await sql`
      insert into public.posts (category_id, author_id, title)
      select c.id, null, ${own} || ' elsewhere ' || n from public.categories c, generate_series(1, 600) n
      where c.slug = 'new-features'`
    const hits = await actingAs(
      'anon',
      (as) => as<Hit[]>`select * from public.search_posts(${own}, null, 20, ${inside!.slug})`,
    )
    expect(hits.map((hit) => Number(hit.id))).toEqual([id])
  })

  test('or a state, or both, finds what is there, even if more match elsewhere than a search ranks', async () => {
    const own = word()
    const [inside] = await sql`
      insert into public.categories (slug, name) values (${`c-${own}`}, 'Inside') returning slug`
    const planned = async (category: string) => {
      const { id } = await createPost({ title: `Planned ${own}`, category })
      await sql`update public.posts set state = 'planned' where id = ${id}`
      return id
    }
    const [here, there] = [await planned(inside!.slug), await planned('new-features')]
    await createPost({ title: `Proposed ${own}`, category: inside!.slug })
    await sql`
      insert into public.posts (category_id, author_id, title)
      select c.id, null, ${own} || ' elsewhere ' || n from public.categories c, generate_series(1, 600) n
      where c.slug = 'new-features'`
    const found = async (category: string | null, state: string | null) => {
      const hits = await actingAs(
        'anon',
        (as) =>
          as<
            Hit[]
          >`select * from public.search_posts(${own}, null, 20, ${category}, ${state}::public.post_state)`,
      )
      return hits.map((hit) => Number(hit.id)).toSorted((a, b) => a - b)
    }
    expect(await found(inside!.slug, 'planned')).toEqual([here])
    expect(await found(null, 'planned')).toEqual([here, there])
    expect(await found(inside!.slug, 'completed')).toEqual([])
    expect(await found(inside!.slug, null)).toHaveLength(2)
  })
})

test.each([
  [
    'Add a theme that\n\n- follows the system,\n- can be turned on;\n- keeps images readable.',
    'Add a theme that follows the system · can be turned on · keeps images readable.',
  ],
  ['Steps:\n1. Open it.\n2. Close it!\n\nThen wait', 'Steps: Open it. Close it! Then wait'],
  ['# Title\n\nFirst\n\nSecond.\n\nThird', 'Title · First · Second. Third'],
  ['- [ ] one\n- [x] two', 'one · two'],
  ['One line\nand another\n* item', 'One line and another item'],
  ['> quoted\n>\n> - item\n> - other', 'quoted item · other'],
])('%j is shown as in lists of posts', async (markdown, text) => {
  const [row] = await sql`select private.plain_text(${markdown}) as text`
  expect(row).toEqual({ text })
})
