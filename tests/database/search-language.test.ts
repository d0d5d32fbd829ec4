import '../support/own-backend.ts'
import type { TransactionSql } from 'postgres'
import { expect, test } from 'vitest'
import { restem } from '../../lib/jobs/restem.ts'
import { actingAs, createMember, refusal, sql } from '../support/database.ts'
import { boards } from '../support/search-forms.ts'
import { addComment, addPost, type Hit, marked, word } from '../support/search.ts'
import { testTable } from '../support/test-table.ts'

const [admin, member] = await Promise.all([createMember({ admin: true }), createMember()])

const change = (language: string) => `select public.admin_save_site('{"language": "${language}"}')`
/** What the worker does, in a transaction of the test. */
const work = (as: TransactionSql) => restem({ sql: as as never, isOver: () => false })

/** As an operator on a board in a language; rolled back. */
const onBoard = (language: string, run: (as: TransactionSql) => Promise<void>) =>
  actingAs(admin, async (as) => {
    await as.unsafe(change(language))
    await as`reset role`
    await work(as)
    await run(as)
  })

async function write(as: TransactionSql, title: string, details = '') {
  await as`
    insert into public.posts (category_id, author_id, title, details)
    select id, null, ${title}, ${details} from public.categories where slug = 'new-features'`
}
/** Posts with this word that match everything as typed. */
const search = (as: TransactionSql, own: string, query: string) =>
  as<Hit[]>`
    select f.title, f.title_ranges
    from public.search_posts(${query}, null, 100) f join private.search_posts s on s.post_id = f.id
    where s.vector @@ (private.read_search(${query})).body_strict and f.title like '%' || ${own}
    order by f.title`

/** Everything that search stores about a post with a word of its own. */
async function index(as: TransactionSql, id: string, own: string) {
  const [row] = await as`
    select
      array(select (post_id, title)::text from private.search_titles where post_id = ${id}) as titles,
      array(select (post_id, vector, language)::text from private.search_posts where post_id = ${id}) as posts,
      array(
        select (s.comment_id, s.vector, s.language)::text
        from private.search_comments s join public.comments c on c.id = s.comment_id where c.post_id = ${id}
      ) as comments,
      array(select (s.key, s.group_id, s.title)::text from private.search_synonyms s order by s.key, s.group_id) as synonyms,
      array(select (word, documents)::text from private.search_words where word like '%' || ${own} order by word) as words`
  return row!
}

async function indexAnew(as: TransactionSql) {
  await as`delete from private.search_comments`
  await as`delete from private.search_posts`
  await as`delete from private.search_titles`
  await as`delete from private.search_words`
  await as`select private.index_posts(array(select id from public.posts))`
  await as`select private.index_comments(array(select id from public.comments))`
  await as`update public.synonyms set words = words`
}

testTable(boards)(
  'inflected words are found and highlighted, and stop words are ignored',
  async (language, forms, stopWords) => {
    await onBoard(language, async (as) => {
      for (const [one, other] of forms) {
        const own = word()
        const titles = [`${one} ${own}`, `${other} ${own}`].toSorted()
        await write(as, titles[0]!)
        await write(as, titles[1]!)
        for (const asked of [one, other]) {
          const hits = await search(as, own, `${asked} ${stopWords} ${own}`)
          expect(hits.map(({ title }) => title).toSorted()).toEqual(titles)
          for (const { title, title_ranges } of hits)
            expect(marked(title, title_ranges)).toEqual(title.split(' '))
        }
        await write(as, `Details of ${own}`, `${stopWords} ${one}`)
        expect(await search(as, own, `${stopWords} ${other} ${own}`)).toHaveLength(3)
      }
      const [body] = await as`select private.search_vector(${stopWords}, false)::text as vector`
      expect(body).toEqual({ vector: '' })
    })
  },
)

test('inflected words of changelog entries are found through an index, also after the language changed', async () => {
  const own = word()
  await onBoard('en', async (as) => {
    await as`
      insert into public.changelog_entries (title, slug, body, state, published_at, author_id) values
        (${`Neue Einstellung ${own}`}, ${`one-${own}`}, '', 'published', now(), null),
        (${`Mehr ${own}`}, ${`two-${own}`}, 'Die Einstellungen sind da.', 'published', now() - interval '1 day', null),
        (${`Entwurf Einstellung ${own}`}, ${`three-${own}`}, '', 'draft', null, null)`
    const found = async (query: string) =>
      (await as`select title from public.search_entries(${query})`).map(({ title }) => title)
    expect(await found(`einstellungen ${own}`)).toEqual([`Mehr ${own}`])
    await as.unsafe(change('de'))
    await work(as)
    await as`reset role`
    const both = [`Neue Einstellung ${own}`, `Mehr ${own}`]
    expect(await found(`Einstellungen die ${own}`)).toEqual(both)
    expect(await found(`${own} einstellung`)).toEqual(both)
    await as`update public.changelog_entries set title = ${`Passwörter ${own}`} where slug = ${`one-${own}`}`
    expect(await found(`Passwort ${own}`)).toEqual([`Passwörter ${own}`])
    await as`set local enable_seqscan = off`
    const plan = await as`explain select from private.search_entries where vector @@ 'a'::tsquery`
    expect(JSON.stringify(plan)).toContain('search_entries_vector_idx')
  })
})

test('an English board doesn’t stem German words', async () => {
  await onBoard('en', async (as) => {
    const own = word()
    await write(as, `Passwörter ${own}`)
    expect(await as`select private.search_stem('einstellungen') as stem`).toEqual([{ stem: null }])
    expect(
      await as`select private.is_stop_word('fur') as german, private.is_stop_word('the') as english`,
    ).toEqual([{ german: false, english: true }])
  })
})

test('changing the language gives the index of a new board, and so does changing it back', async () => {
  const own = word()
  const id = await addPost(
    `Die Einstellungen the settings ${own}`,
    `Für die Benachrichtigungen of notifications ${own}`,
  )
  await addComment(id, `Mit Größen and sizes, ${own}`)
  await onBoard('de', async (as) => {
    await as`insert into public.synonyms (words) values (${[`Einstellungen${own}`, 'Settings', 'Optionen']})`
    for (const language of ['de', 'fr', 'en']) {
      await as.unsafe(change(language))
      await work(as)
      const changed = await index(as, id, own)
      expect(changed.posts[0]).toContain(`,${language})`)
      await indexAnew(as)
      expect(changed).toEqual(await index(as, id, own))
    }
  })
})

test('a synonym also matches its inflected forms', async () => {
  await onBoard('en', async (as) => {
    const [one, other] = [`${word()}ung`, word()]
    await as`insert into public.synonyms (words) values (${[one, other]})`
    const synonyms = async () =>
      (await as`select cardinality(private.find_synonyms(${[`${one}en`]})) as count`)[0]!.count
    expect(await synonyms()).toBe(0)
    await as.unsafe(change('de'))
    expect(await synonyms()).toBe(1)
  })
})

test('while a large board waits for the worker, words are found as they are written', async () => {
  await onBoard('en', async (as) => {
    const own = word()
    await as`alter table public.site_settings disable trigger change_search_language`
    await write(as, `Einstellung ${own}`)
    await as.unsafe(change('de'))
    expect(await search(as, own, `Einstellung ${own}`)).toHaveLength(1)
    expect(await search(as, own, `Einstellungen ${own}`)).toEqual([])
    const stale = () => as<{ n: number }[]>`
      select (select count(*) from private.search_posts where language <> 'de')::integer
        + (select count(*) from private.search_comments where language <> 'de')::integer as n`
    const [before] = await stale()
    await as`select private.restem_texts(1)`
    expect(await stale()).toEqual([{ n: before!.n - 1 }])
    await work(as)
    expect(await stale()).toEqual([{ n: 0 }])
    expect(await search(as, own, `Einstellungen ${own}`)).toHaveLength(1)
  })
})

test('a post that is being written is left for the next run', async () => {
  const own = word()
  const id = await addPost(`Einstellungen ${own}`)
  const writer = await sql.reserve()
  await writer`begin`
  await writer`select from private.search_titles where post_id = ${id} for update`
  await onBoard('de', async (as) => {
    const language = async () =>
      (await as`select language from private.search_posts where post_id = ${id}`)[0]!.language
    expect(await language()).toBe('en')
    await writer`rollback`
    await work(as)
    expect(await language()).toBe('de')
  }).finally(() => writer.release())
})

test('only an admin can change the language', async () => {
  const direct = `update public.site_settings set language = 'de'`
  for (const who of ['anon', member] as const) {
    expect(await refusal(who, change('de'))).toBe('42501')
    expect(await refusal(who, direct)).toBe('42501')
    expect(await refusal(who, 'select private.restem_texts(1)')).toBe('42501')
  }
  expect(await refusal(admin, direct)).toBe('42501')
  expect(await refusal(admin, change('de'))).toBe(null)
})

test('English stop words never make two posts look like duplicates, in any language', async () => {
  for (const [language] of boards) {
    await onBoard(language, async (as) => {
      const rows = await as`select word from private.title_words('Add a map to the app') word order by 1`
      expect(
        rows.map(({ word: one }) => one as string),
        language,
      ).toEqual(['add', 'app', 'map'])
    })
  }
})
