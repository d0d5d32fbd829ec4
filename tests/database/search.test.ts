import { describe, expect, test } from 'vitest'
import { actingAs, createPost, sql } from '../support/database.ts'

type Range = [start: number, length: number]
type Hit = {
  id: string
  title: string
  snippet: string
  snippet_source: 'details' | 'comment'
  title_ranges: Range[]
  snippet_ranges: Range[]
  total: number
  total_is_exact: boolean
  row_cursor: string
}

/** Everything is searched as a visitor. */
function search(query: string, cursor: string | null = null, rows = 20): Promise<Hit[]> {
  return actingAs('anon', (as) => as<Hit[]>`select * from public.search_posts(${query}, ${cursor}, ${rows})`)
}

const titles = (hits: Hit[]) => hits.map((hit) => hit.title)
const marked = (text: string, ranges: Range[]) =>
  ranges.map(([start, length]) => [...text].slice(start, start + length).join(''))

/** A word nobody else's test uses, so that each test finds its own posts only. */
function word(): string {
  const pick = (letters: string) => letters[Math.floor(Math.random() * letters.length)]!
  return Array.from({ length: 5 }, () => pick('bdfgklmnprstvz') + pick('aeiou')).join('')
}

async function addPost(title: string, details = '', votes = 0): Promise<string> {
  const { id } = await createPost({ title, details })
  if (votes > 0) {
    await sql`
      with voters as (
        insert into public.profiles (name, placeholder) select 'Voter', true from generate_series(1, ${votes}) returning id
      )
      insert into public.votes (user_id, post_id) select id, ${id} from voters`
  }
  return String(id)
}

async function addComment(post: string, body: string, parent: string | null = null): Promise<string> {
  const [comment] = await sql<{ id: string }[]>`
    insert into public.comments (post_id, parent_id, author_id, body) values (${post}, ${parent}, null, ${body}) returning id`
  return comment!.id
}

describe('finds a title', () => {
  const own = word()
  const damaged: [string, string][] = [
    ['with two letters swapped', own.slice(0, 2) + own[3] + own[2] + own.slice(4)],
    ['with a letter missing', own.slice(0, 4) + own.slice(5)],
    ['with a letter too many', own.slice(0, 5) + 'x' + own.slice(5)],
    ['with a wrong letter', own.slice(0, 5) + 'x' + own.slice(6)],
    ['with a wrong first letter', 'x' + own.slice(1)],
    ['in capitals', own.toUpperCase()],
    ['by the beginning of a word', own.slice(0, 6)],
    ['by all its words in another order', `lantern ${own}`],
    ['with a word that is nowhere', `${own} lantern for xqwxqwxqw`],
  ]
  test.each(damaged)('%s', async (_, query) => {
    await addPost(`Paper ${own} lantern`)
    expect(titles(await search(query))).toContain(`Paper ${own} lantern`)
  })

  test('by "drak mode" when it says "Dark mode"', async () => {
    const id = await addPost('Dark mode', '', 60)
    expect((await search('drak mode', null, 100)).map((hit) => hit.id)).toContain(id)
  })

  test('by the plural and by the singular', async () => {
    const own = word()
    await addPost(`Brighter ${own} lanterns`)
    await addPost(`Softer ${own} lantern`)
    expect(await search(`${own} lantern`)).toHaveLength(2)
    expect(await search(`${own} lanterns`)).toHaveLength(2)
  })

  test('by the beginning of the second half of a hyphenated word', async () => {
    const own = word()
    await addPost(`Block ads with pi-hole ${own}`)
    expect(titles(await search(`${own} pi-h`))).toEqual([`Block ads with pi-hole ${own}`])
    expect(titles(await search(`pihole ${own}`))).toEqual([`Block ads with pi-hole ${own}`])
  })

  test('when two words are typed as one and one as two', async () => {
    const [first, second] = [word(), word()]
    await addPost(`The ${first} ${second} view`)
    await addPost(`The ${second}${first} view`)
    expect(titles(await search(first + second))[0]).toBe(`The ${first} ${second} view`)
    expect(titles(await search(`${second} ${first}`))).toContain(`The ${second}${first} view`)
  })

  test('with accents by a query without them and the other way round', async () => {
    const own = word()
    await addPost(`Résumé ${own} à la crème`)
    expect(titles(await search(`resume ${own} creme`))[0]).toBe(`Résumé ${own} à la crème`)
    await addPost(`Naive ${own} cafe`)
    expect(titles(await search(`naïve ${own} café`))[0]).toBe(`Naive ${own} cafe`)
  })

  test('in Chinese by a part of it', async () => {
    const own = word()
    await addPost(`请支持暗色模式 ${own}`)
    for (const query of ['暗色', '色模', '暗色模式', '暗']) {
      expect(titles(await search(`${query} ${own}`))[0]).toBe(`请支持暗色模式 ${own}`)
    }
  })

  test('in Arabic with or without vowel signs, stretching and the article', async () => {
    const own = word()
    await addPost(`دعم الوَضْع الداكن ${own}`)
    for (const query of ['الوضع', 'الوضـــع الداكن', 'وضع', 'الوَضْع']) {
      expect(titles(await search(`${query} ${own}`))[0]).toBe(`دعم الوَضْع الداكن ${own}`)
    }
  })

  test('of emoji', async () => {
    const id = await addPost('🦩🪗🪬')
    expect((await search('🦩🪗🪬')).map((hit) => hit.id)).toContain(id)
  })
})

describe('orders', () => {
  test('titles before details before comments', async () => {
    const own = word()
    await addComment(await addPost('Third of three', '', 3), `I would like ${own} here`)
    await addPost('Second of three', `We need ${own} soon`, 2)
    await addPost(`First of three: ${own}`)
    const hits = await search(own)
    expect(titles(hits)).toEqual([`First of three: ${own}`, 'Second of three', 'Third of three'])
    expect(hits.map((hit) => hit.snippet_source)).toEqual(['details', 'details', 'comment'])
  })

  test('the exact title first, then titles with the phrase, then titles with the words', async () => {
    const [first, second] = [word(), word()]
    await addPost(`${second} and ${first}`, '', 2)
    await addPost(`More ${first} ${second} please`)
    await addPost(`${first} ${second}`)
    expect(titles(await search(`${first} ${second}`))).toEqual([
      `${first} ${second}`,
      `More ${first} ${second} please`,
      `${second} and ${first}`,
    ])
  })

  test('a whole word before a beginning, and both before a correction', async () => {
    const own = word()
    await addPost(`The ${own}land view`)
    await addPost(`The ${own} view`)
    expect(titles(await search(own))).toEqual([`The ${own} view`, `The ${own}land view`])
  })

  test('"C++" before "C" for c++, and finds C# by c#', async () => {
    const own = word()
    await addPost(`Bindings for C ${own}`, '', 5)
    await addPost(`Bindings for C++ ${own}`)
    await addPost(`Bindings for C# ${own}`)
    expect(titles(await search(`c++ ${own}`))[0]).toBe(`Bindings for C++ ${own}`)
    expect(titles(await search(`${own} c++`))[0]).toBe(`Bindings for C++ ${own}`)
    expect(titles(await search(`${own} c#`))[0]).toBe(`Bindings for C# ${own}`)
  })

  test('more votes first when all else is equal', async () => {
    const own = word()
    await addPost(`Few ${own}`, '', 1)
    await addPost(`Many ${own}`, '', 9)
    await addPost(`None ${own}`)
    expect(titles(await search(own))).toEqual([`Many ${own}`, `Few ${own}`, `None ${own}`])
  })
})

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

  test('the corrected word as what matched', async () => {
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
    expect(hit!.snippet).toBe('Heading Bold and a link item code kept <text> too let a')
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

describe('never fails', () => {
  const queries: [string, string][] = [
    ['nothing', ''],
    ['spaces', '   '],
    ['signs only', '!?\'"\\:*&|()<->@#$%^_+=~`[]{};,./'],
    ['quotes and operators', `'a' & "b" | !(c:*) <-> \\'d`],
    ['a percent sign', '%'],
    ['an underscore', '_'],
    ['backslashes', '\\\\\\'],
    ['emoji', '👩‍👩‍👧‍👦🏳️‍🌈'],
    ['10,000 letters', 'a'.repeat(10_000)],
    ['10,000 quotes', "'".repeat(10_000)],
    ['thousands of words', 'word other '.repeat(900)],
    ['thousands of hyphens', 'a-'.repeat(5000)],
    ['thousands of Chinese characters', '漢字'.repeat(5000)],
    ['unusual code points', '\u0001\u200d\u0301\ue000\uffff\u{10ffff}\u00ad'],
    ['a tsquery', "'x':A & !'y' <2> 'z':*"],
  ]
  test.each(queries)('on %s', async (_, query) => {
    expect(Array.isArray(await search(query))).toBe(true)
    await actingAs('anon', (as) => as`select * from public.similar_posts(${query})`)
  })

  test('on no query at all', async () => {
    expect(await actingAs('anon', (as) => as`select * from public.search_posts(null)`)).toEqual([])
  })

  test('but refuses a cursor it never gave out', async () => {
    await expect(search('anything', 'drop table')).rejects.toMatchObject({ code: '22023' })
  })
})

describe('keeps up', () => {
  test('with an edited title and edited details', async () => {
    const [old, fresh, later] = [word(), word(), word()]
    const id = await addPost(`About ${old}`, `Details of ${old}`)
    await sql`update public.posts set title = ${`About ${fresh}`} where id = ${id}`
    await sql`update public.posts set details = ${`Details of ${later}`} where id = ${id}`
    expect(await search(old)).toEqual([])
    expect(titles(await search(fresh))).toEqual([`About ${fresh}`])
    expect(titles(await search(later))).toEqual([`About ${fresh}`])
  })

  test('with an edited comment', async () => {
    const [old, fresh] = [word(), word()]
    const id = await addComment(await addPost('Edited comment'), `Says ${old}`)
    await sql`update public.comments set body = ${`Says ${fresh}`} where id = ${id}`
    expect(await search(old)).toEqual([])
    expect(await search(fresh)).toHaveLength(1)
  })

  test('with votes, without touching the words', async () => {
    const own = word()
    const id = await addPost(`Rising ${own}`, '', 3)
    await addPost(`Resting ${own}`, '', 2)
    expect(titles(await search(own))).toEqual([`Rising ${own}`, `Resting ${own}`])
    await sql`delete from public.votes where post_id = ${id}`
    expect(titles(await search(own))).toEqual([`Resting ${own}`, `Rising ${own}`])
  })

  test('when many are written in one statement', async () => {
    const own = word()
    await sql`
      insert into public.posts (category_id, author_id, title)
      select id, null, ${own} || ' ' || n from public.categories, generate_series(1, 30) n where slug = 'new-features'`
    expect((await search(own, null, 1))[0]).toMatchObject({ total: 30, total_is_exact: true })
  })
})

describe('does not find', () => {
  test('a deleted post, nor its words as corrections', async () => {
    const own = word()
    const id = await addPost(`Secret ${own}`, `More ${own}`)
    await addComment(id, `And ${own}`)
    await sql`delete from public.posts where id = ${id}`
    expect(await search(own)).toEqual([])
    const [left] = await sql<{ count: number }[]>`
      select (select count(*) from private.search_words where word = ${own})::integer
        + (select count(*) from private.search_comments where post_id = ${id})::integer as count`
    expect(left!.count).toBe(0)
  })

  test('a removed comment', async () => {
    const own = word()
    const id = await addComment(await addPost('With a comment'), `Says ${own}`)
    await sql`delete from public.comments where id = ${id}`
    expect(await search(own)).toEqual([])
  })

  test('a comment that was emptied because it has replies', async () => {
    const [own, reply] = [word(), word()]
    const post = await addPost('With a thread')
    const id = await addComment(post, `Says ${own}`)
    await addComment(post, `Answers ${reply}`, id)
    await sql`update public.comments set body = '', author_id = null, deleted_at = now() where id = ${id}`
    expect(await search(own)).toEqual([])
    expect(await search(reply)).toHaveLength(1)
  })

  test('what the visitor may not read: no e-mail and no account id is in a result', async () => {
    const own = word()
    await addPost(`Public ${own}`)
    const [hit] = await search(own)
    expect(Object.keys(hit!).toSorted()).toEqual([
      'author_avatar',
      'author_name',
      'category_slug',
      'comments_total',
      'created_at',
      'id',
      'row_cursor',
      'slug',
      'snippet',
      'snippet_ranges',
      'snippet_source',
      'state',
      'title',
      'title_ranges',
      'total',
      'total_is_exact',
      'votes_total',
    ])
  })
})

describe('the words', () => {
  test.each(['search_titles', 'search_posts', 'search_comments', 'search_words'])(
    'in private.%s are closed to clients',
    async (table) => {
      for (const role of ['anon', 'authenticated']) {
        const [right] = await sql<{ allowed: boolean }[]>`
        select has_table_privilege(${role}, ${`private.${table}`}, 'select, insert, update, delete') as allowed`
        expect(right!.allowed).toBe(false)
      }
    },
  )

  test('cannot be rebuilt or changed by clients', async () => {
    const callable = await sql<{ name: string }[]>`
      select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'private' and p.proname ~ '^(search|index|learn|forget)_'
        and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`
    expect(callable).toEqual([])
  })
})

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
