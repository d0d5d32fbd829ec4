import type { Sql } from 'postgres'
import { postOrders } from '../../lib/post/states.ts'
import { type Kind, repeat } from './query-kind.ts'
import { listSearches } from './search-kinds.ts'

const cardColumns =
  'id, category_slug, slug, title, excerpt, state, votes_total, comments_total, created_at, author_name, row_cursor'

/**
 * Queries of the public pages, with parameters from the database that they run in.
 * @param names which queries
 */
export async function listKinds(sql: Sql, names: RegExp): Promise<Kind[]> {
  const categories = (
    await sql<{ slug: string }[]>`select slug from public.categories order by id limit 4`
  ).map((c) => c.slug)
  const posts = await sql<
    { id: string; slug: string; title: string; category_id: number; category: string }[]
  >`
    select p.id, p.slug, p.title, p.category_id, c.slug as category
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id % greatest((select count(*) from public.posts) / 40, 1) = 0 order by p.id limit 40`
  const busy = await sql<
    { id: string }[]
  >`select id from public.posts order by comments_total desc, id desc limit 30`
  const parents = await sql<
    { id: string }[]
  >`select id from public.comments where replies_total > 0 order by replies_total desc, id limit 30`
  const kinds: Kind[] = []

  for (const order of postOrders) {
    const filters: [string, string | null, string | null][] = [
      ['all', null, null],
      ['a state', null, 'planned'],
      ['a state', null, 'completed'],
      ...categories.map((slug): [string, string, null] => ['a category', slug, null]),
      ...categories.flatMap((slug): [string, string, string][] => [
        ['category and state', slug, 'proposed'],
        ['category and state', slug, 'in-progress'],
      ]),
    ]
    for (const name of new Set(filters.map(([label]) => label))) {
      const firstPage = `list_posts ${order}, ${name}, first page`
      const deepPage = `list_posts ${order}, ${name}, deep page`
      // Finding the middle of a long list takes seconds.
      if (!names.test(firstPage) && !names.test(deepPage)) continue
      const first: Kind['parameters'] = []
      const deep: Kind['parameters'] = []
      for (const [, category, state] of filters.filter(([label]) => label === name)) {
        first.push([category, state, order, null])
        const cursor = await deepCursor(sql, category, state, order)
        if (cursor) deep.push([category, state, order, cursor])
      }
      const statement = `select ${cardColumns} from public.list_posts($1, $2::public.post_state, $3, $4, 20)`
      kinds.push({
        name: firstPage,
        goal: 10,
        statement,
        parameters: repeat(first, 8),
      })
      kinds.push({
        name: deepPage,
        goal: 10,
        statement,
        parameters: repeat(deep, 8),
      })
    }
  }
  kinds.push(
    {
      name: 'list_comments, first page',
      goal: 10,
      statement: 'select * from public.list_comments($1::bigint, null, 20, 3)',
      parameters: busy.map(({ id }) => [id]),
    },
    {
      name: 'list_replies',
      goal: 10,
      statement: 'select * from public.list_replies($1::bigint, null, 20)',
      parameters: parents.map(({ id }) => [id]),
    },
    {
      name: 'post by address',
      goal: 10,
      statement: `select p.*, c.name, a.name from public.posts p join public.categories c on c.id = p.category_id
        left join public.profiles a on a.id = p.author_id where c.slug = $1 and p.slug = $2`,
      parameters: posts.map((post) => [post.category, post.slug]),
    },
    {
      name: 'address that may have moved',
      goal: 10,
      statement: `select p.slug, c.slug from public.post_addresses a join public.posts p on p.id = a.post_id
        join public.categories c on c.id = p.category_id where a.category_id = $1::integer and a.slug = $2`,
      parameters: posts.map((post) => [post.category_id, post.slug]),
    },
    {
      name: 'address in another category',
      goal: 10,
      statement: `select a.category_id, p.category_id, p.slug, c.slug from public.post_addresses a
        join public.posts p on p.id = a.post_id join public.categories c on c.id = p.category_id
        where a.slug = $1 and p.slug = $1`,
      parameters: posts.map((post) => [post.slug]),
    },
    {
      name: 'sitemap_index',
      goal: 10,
      statement: 'select public.sitemap_index()',
      parameters: repeat<string[]>([[]], 10),
    },
    {
      name: 'expected_quarters',
      goal: 10,
      statement: 'select * from public.expected_quarters($1::bigint[])',
      parameters: repeat([[`{${posts.map(({ id }) => id).join()}}`]], 5),
    },
    {
      name: 'merged_posts',
      goal: 10,
      statement: 'select * from public.merged_posts($1::bigint)',
      parameters: posts.map(({ id }) => [id]),
    },
    {
      name: 'feed of posts',
      goal: 10,
      statement: `select p.*, c.slug, a.name from public.posts p join public.categories c on c.id = p.category_id
        left join public.profiles a on a.id = p.author_id where p.category_id = $1::integer
        order by p.created_at desc, p.id desc limit 50`,
      parameters: posts.slice(0, 5).map((post) => [post.category_id]),
    },
    {
      name: 'feed of changes, a category and state',
      goal: 10,
      statement: `select e.*, p.slug, c.slug from public.post_events e join public.posts p on p.id = e.post_id
        join public.categories c on c.id = p.category_id where p.category_id = $1::integer and e.to_state = $2::public.post_state
        order by e.id desc limit 50`,
      parameters: posts.slice(0, 5).flatMap((post) => [
        [post.category_id, 'planned'],
        [post.category_id, 'completed'],
      ]),
    },
    {
      name: 'feed of comments',
      goal: 10,
      statement: `select c.*, a.name from public.comments c left join public.profiles a on a.id = c.author_id
        where c.post_id = $1::bigint and c.deleted_at is null order by c.created_at desc, c.id desc limit 50`,
      parameters: busy.map(({ id }) => [id]),
    },
    {
      name: 'post_totals',
      goal: 10,
      statement:
        'select c.slug, t.state, t.posts from public.post_totals t join public.categories c on c.id = t.category_id',
      parameters: [[], [], [], [], []],
    },
    {
      name: 'post_events',
      goal: 10,
      statement: 'select * from public.post_events where post_id = $1::bigint order by created_at',
      parameters: posts.map(({ id }) => [id]),
    },
    {
      name: 'images',
      goal: 10,
      statement: 'select * from public.images where post_id = $1::bigint order by position, id',
      parameters: posts.map(({ id }) => [id]),
    },
  )
  kinds.push(
    ...(await listSearches(
      sql,
      posts.map(({ title }) => title.split(' ')),
    )),
  )
  return kinds.filter(({ name, parameters }) => names.test(name) && parameters.length > 0)
}

/** The cursor of the row in the middle of a list, found without reading page after page. */
async function deepCursor(
  sql: Sql,
  category: string | null,
  state: string | null,
  order: string,
): Promise<string | null> {
  const keys: Record<string, string> = {
    top: 'votes_total desc, activity_at desc, id desc',
    'fewest-votes': 'votes_total, activity_at, id',
    trending: 'trend desc, id desc',
    newest: 'created_at desc, id desc',
    oldest: 'created_at, id',
    'most-comments': 'comments_total desc, id desc',
    'fewest-comments': 'comments_total, id',
    title: 'lower(title), id',
    'title-desc': 'lower(title) desc, id desc',
  }
  const columns = keys[order]!.replaceAll(' desc', '')
  const [row] = await sql.unsafe<{ cursor: string }[]>(
    `with matching as (
       select p.* from public.posts p join public.categories c on c.id = p.category_id
       where ($1::text is null or c.slug = $1) and ($2::text is null or p.state::text = $2)
     )
     select jsonb_build_array(${columns})::text as cursor from matching order by ${keys[order]}
     limit 1 offset (select count(*) / 2 from matching)`,
    [category, state],
  )
  return row?.cursor ?? null
}
