import type { TransactionSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { actingAs, beginBeside, createMember, refusal, sql } from '../support/database.ts'
import { addComment, addPost, type Hit, marked, search, titles, word } from '../support/search.ts'

describe('follows changes', () => {
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

  test('what visitors may not read: a result has no more than a list of posts', async () => {
    const own = word()
    await addPost(`Public ${own}`)
    const [hit] = await search(own)
    expect(Object.keys(hit!).toSorted()).toEqual([
      'author_id',
      'author_is_team',
      'author_name',
      'category_slug',
      'comments_total',
      'created_at',
      'id',
      'is_partial',
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
  test('added by two at once, crosswise, make no one wait, and are known', async () => {
    const [first, second, other] = [word(), word(), word()]
    const posts = [await addPost('One'), await addPost('Two'), await addPost('Three'), await addPost('Four')]
    const bring = (as: TransactionSql, post: number, details: string) =>
      as`update public.posts set details = ${details} where id = ${posts[post]!}`
    const beside = await sql.begin(async (as) => {
      await bring(as, 0, first)
      const started = await beginBeside(async (writer) => {
        await bring(writer, 1, second)
        await bring(writer, 2, `${first} ${other}`)
      })
      await bring(as, 3, second)
      return started
    })
    await beside.done
    const known = await sql<{ word: string }[]>`
      select word from private.search_words where word in (${first}, ${second}, ${other})`
    expect(known.map((row) => row.word).toSorted()).toEqual([first, second, other].toSorted())
  })
})

const [admin, member] = await Promise.all([createMember({ admin: true }), createMember()])

const group = (...words: string[]) => admin.client.from('synonyms').insert({ words }).select('id').single()

describe('synonyms', () => {
  test('find a title by another word, or by several words in a row, after titles with the typed words', async () => {
    const [one, other, first, second] = [word(), word(), word(), word()]
    await group(one, other, `${first} ${second}`)
    await addPost(`Please add ${other}`, '', 9)
    await addPost(`Please add ${one}`)
    await addPost(`Please add ${first} ${second}`, '', 3)
    expect(titles(await search(one))).toEqual([
      `Please add ${one}`,
      `Please add ${other}`,
      `Please add ${first} ${second}`,
    ])
    expect(titles(await search(`${first} ${second}`))[0]).toBe(`Please add ${first} ${second}`)
    expect(titles(await search(`${first} ${second}`))).toContain(`Please add ${one}`)
  })

  test('are highlighted only where none of the typed words is', async () => {
    const [one, other] = [word(), word()]
    await group(one, other)
    await addPost(`Please add ${one}`, `We read ${other} every ${one}.`)
    await addPost(`Please add ${other}`)
    const marks = (hits: Hit[]) =>
      hits.map((hit) => [marked(hit.title, hit.title_ranges), marked(hit.snippet, hit.snippet_ranges)])
    expect(marks(await search(one))).toEqual([
      [[one], [one]],
      [[other], []],
    ])
    expect(
      marks(await actingAs('anon', (as) => as<Hit[]>`select * from public.similar_posts(${one})`)),
    ).toEqual([
      [[one], [one]],
      [[other], []],
    ])
  })

  test('stop finding it when an admin removes them', async () => {
    const [one, other] = [word(), word()]
    const { data } = await group(one, other)
    await addPost(`About ${other}`)
    expect(await search(one)).toHaveLength(1)
    await admin.client
      .from('synonyms')
      .update({ words: [word(), word()] })
      .eq('id', data!.id)
    expect(await search(one)).toEqual([])
    await admin.client
      .from('synonyms')
      .update({ words: [one, other] })
      .eq('id', data!.id)
    expect(await search(one)).toHaveLength(1)
    await admin.client.from('synonyms').delete().eq('id', data!.id)
    expect(await search(one)).toEqual([])
  })

  test('are cleaned, and there are at least two', async () => {
    const [one, other] = [word(), word()]
    const { data } = await admin.client
      .from('synonyms')
      .insert({ words: [` ${one} `, one, '!?', other, 'far too many words in a row'] })
      .select('words')
      .single()
    expect(data!.words).toEqual([one, other])
    expect((await admin.client.from('synonyms').insert({ words: [one, ` ${one}`] })).error).not.toBeNull()
  })

  test.each([
    ['read', 'select * from public.synonyms'],
    ['add', `insert into public.synonyms (words) values ('{one,other}')`],
    ['change', `update public.synonyms set words = '{one,other}'`],
    ['delete', 'delete from public.synonyms'],
  ])('are there for admins alone to %s', async (_, statement) => {
    expect(await refusal('anon', statement)).toBe('42501')
    const asMember = await actingAs(member, async (as) => (await as.unsafe(statement)).count).catch(
      (error: { code: string }) => error.code,
    )
    expect(['42501', 0]).toContain(asMember)
    expect(await actingAs(admin, async (as) => (await as.unsafe(statement)).count)).toBeGreaterThan(0)
  })
})

describe('a search that finds nothing', () => {
  const misses = async () => (await admin.client.rpc('admin_search_misses', { max_rows: 500 })).data!

  test('offers words from titles that are spelled similarly', async () => {
    const own = word()
    await addPost(`Better ${own}izations`)
    const [row] = await sql`select array(select public.near_words(${`${own.slice(0, 8)}xxqq`})) as words`
    expect(row!.words).toContain(`${own}izations`)
  })

  test('is counted for admins without a name, once for several in a row', async () => {
    const own = word()
    for (let i = 0; i < 3; i++)
      await actingAs('anon', (as) => as`select public.count_search_miss(${own})`, { keep: true })
    expect((await misses()).filter(({ words }) => words === own)).toMatchObject([{ words: own, times: 1 }])
    await admin.client.rpc('admin_forget_search_miss', { missed: own })
    expect((await misses()).filter(({ words }) => words === own)).toEqual([])
  })

  test('isn’t counted if it finds something, or if it may contain personal data', async () => {
    const own = word()
    await addPost(`About ${own}`)
    const before = (await misses()).length
    for (const query of [own, `${word()}@example.com`, `${word()} 0171234567`, '!', '']) {
      await actingAs('anon', (as) => as`select public.count_search_miss(${query})`, { keep: true })
    }
    expect(await misses()).toHaveLength(before)
  })
})
