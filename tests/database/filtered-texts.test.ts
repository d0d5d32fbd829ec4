import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMember, createPost, sql } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'

// What the indexes find must be the same as reading every post.

const texts = [
  ['100% of_it', 'it’s "quoted" – (and more)…'],
  ['C++ and C#', '- one\n- two\n\n**bold** `code` [a](https://example.com/a?b=1&c=%20)'],
  ['Wait... what?!', 'a -> b, c => d; e.g. 5€ or $5'],
  ['暗色模式', '支持暗色模式，谢谢。'],
  ['模式の切り替え', 'ダークモード'],
  ['Тёмная тема', 'Переключение — вручную'],
  ['الوضع الداكن', 'من فضلك، شكرا؟'],
  ['Emoji 🎉 party', 'a🎉🎉b'],
  ['Plain words', ''],
  ['- - -x', 'Spaced - - signs ! ?'],
  ['Ends with one.', '- begins with one > . -'],
  ['naïve Café', 'e\u0301 – ¿Qué?'],
  ['A sale', 'Everything is 50% off here.'],
] as const

const admin = await createMember({ admin: true })
const category = `texts-${randomUUID().slice(0, 8)}`
await sql`insert into public.categories (slug, name) values (${category}, ${category})`
for (const [title, details] of texts) await createPost({ category, title, details })

const alone = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~€–…’，。؟¿“„`
const together = '-> => ... ?! ** ]( :// .- %% €€ \u0301 %_ …!'.split(' ')
const spaced = ['- -', '! ?', '" –', '– (', '( –', '> .', '. -']
const signs = [...alone, ...together, ...spaced, '- - -', '\n-']

/** Reads every post of the category. */
const readAll = async (matches: (text: string) => boolean) =>
  (
    await sql<{ id: number; title: string; details: string }[]>`
      select p.id::int, p.title, p.details from public.posts p join public.categories c on c.id = p.category_id
      where c.slug = ${category} and p.deleted_at is null order by p.id`
  )
    .filter(({ title, details }) => matches(title) || matches(details))
    .map(({ id }) => id)

async function find(text: string) {
  const filter = { categories: [category], text }
  const [list, ids, bounded] = await Promise.all([
    admin.client.rpc('admin_posts', { filter, sort: [{ by: 'created_at' }] }).throwOnError(),
    admin.client.rpc('admin_matching', { filter }).throwOnError(),
    admin.client.rpc('admin_posts_total', { filter }).single().throwOnError(),
  ])
  const found = ids.data.map(({ id }) => id)
  expect(list.data.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(found)
  expect(bounded.data).toEqual({ total: found.length, is_exact: true })
  return found
}

testTable(['50% off', 'everything is', '50% off here', 'sale off'])(
  'words with a stop word at the end are found in details or a title with the others',
  async (typed) => {
    const [post] = await readAll((text) => text === 'A sale')
    expect(await find(typed)).toContain(post)
  },
)

testTable(signs)('symbols are found where they are', async (typed) => {
  // As the filter reads it: leading and trailing spaces and invisible characters don’t count.
  const [{ text }] = await sql<[{ text: string }]>`select private.clean_line(${typed}) as text`
  expect(await find(typed)).toEqual(await readAll((whole) => whole.includes(text)))
})

const words = [
  '暗色',
  '暗',
  '色模',
  '色模式',
  '模式の',
  '模',
  'тем',
  'ёмн',
  'ёмная т',
  'тёмная тема',
  'داكن',
  'الوضع الد',
  'وضع ال',
]
const more = [
  '🎉',
  '🎉 pa',
  'plain',
  'lain wo',
  'n w',
  'wo',
  'c++',
  'c++ and',
  'c#',
  'naive caf',
  'ïve',
  'wait what',
  'ait... wh',
  '支持暗色模式',
]

testTable([...words, ...more])(
  'a part of a title is found in titles, and its words anywhere',
  async (typed) => {
    const rows = await sql<{ id: number }[]>`
    with asked as (
      select (select string_agg(w.word, ' ' order by w.place) from private.search_words_of(${typed}) w) as key,
        (select string_agg(a.strict_body, ' & ')::tsquery from private.search_atoms(${typed}, false) a) as words
    )
    select p.id::int from asked, public.posts p
    join public.categories c on c.id = p.category_id
    join private.search_titles t on t.post_id = p.id join private.search_posts s on s.post_id = p.id
    where c.slug = ${category} and (strpos(t.key, asked.key) > 0 or s.vector @@ asked.words) order by p.id`
    const expected = rows.map(({ id }) => id)
    expect(expected).not.toEqual([])
    expect(await find(typed)).toEqual(expected)
  },
)

test('symbols are kept up to date when posts are written, hidden, deleted and restored', async () => {
  const { id } = await createPost({ category, title: 'Signs that change', details: 'a ¤ b' })
  expect(await find('¤')).toEqual([id])
  await sql`update public.posts set details = 'a § b' where id = ${id}`
  expect([await find('¤'), await find('§')]).toEqual([[], [id]])
  await admin.call('hide_posts', { post_ids: [id], reason: 'spam' })
  expect(await find('§')).toEqual([])
  await admin.call('show_posts', { post_ids: [id] })
  expect(await find('§')).toEqual([id])
  await admin.call('delete_posts', { post_ids: [id] })
  expect(await find('§')).toEqual([])
  expect([...(await sql`select from private.search_signs where post_id = ${id}`)]).toEqual([])
  await admin.call('restore_posts', { post_ids: [id] })
  expect(await find('§')).toEqual([id])
})

test('every visible post has its symbols', async () => {
  const wrong = await sql`
    select p.id from private.search_posts w join public.posts p on p.id = w.post_id
    left join private.search_signs s on s.post_id = p.id
    where s.signs is null or not (s.signs @> private.signs_of(p.title || E'\n' || p.details)
      and s.signs <@ private.signs_of(p.title || E'\n' || p.details))`
  expect([...wrong]).toEqual([])
})
