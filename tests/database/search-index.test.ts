import type { TransactionSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { beginBeside } from '../support/crossing.ts'
import { sql } from '../support/database.ts'
import { addComment, addPost, search, titles, word } from '../support/search.ts'

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
      'author_is_team',
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
  test('that two bring at once, crosswise, make nobody wait, and are known', async () => {
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
