import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { call, createMember, sql } from './database.ts'

export type Row = {
  id: number
  title: string
  slug: string
  category_slug: string
  author_name: string | null
  state: string
  votes_total: number
  comments_total: number
  created_at: string
  row_cursor: string
}
/** What a filter or an order reads besides what is shown. */
type Facts = {
  author_id: string | null
  updated_at: string
  details: string
  category_name: string
  answered: boolean
}
export type Rule = { by: string; desc?: boolean }

const states = ['proposed', 'candidate', 'planned', 'in-progress', 'completed']
export const categories = [`adm-a-${randomUUID().slice(0, 8)}`, `adm-b-${randomUUID().slice(0, 8)}`]
export const mine = { categories }
export const anna = `Anna ${randomUUID().slice(0, 8)}`

export const [admin, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: anna }),
])
await sql`insert into public.categories (slug, name) values (${categories[0]!}, 'Zebra'), (${categories[1]!}, 'Apple')`
await sql`
    insert into public.posts (category_id, author_id, title, details, state, created_at)
    select (select id from public.categories where slug = ${sql.array(categories)}[1 + n % 2]),
      (array[${member.id}::uuid, ${admin.id}::uuid, null])[1 + n % 3],
      (array['Beta', 'alpha', 'Gamma', 'Quixotic darkness'])[1 + n % 4] || ' idea',
      (array['plain words', 'a marvellous zyzzyva', '100% of_it "quoted" it''s', ''])[1 + n % 4],
      (enum_range(null::public.post_state))[1 + n % 5],
      timestamptz '2026-01-01 12:00:00.123456+00' + make_interval(days => n / 4)
    from generate_series(1, 61) n`
await sql`
    insert into public.votes (user_id, post_id)
    select v.id, p.id from public.posts p join public.categories c on c.id = p.category_id
    cross join lateral (select id from (values (${member.id}::uuid, 1), (${admin.id}::uuid, 2)) v (id, n) where n <= p.id % 3) v
    where c.slug = any (${categories})`
await sql`
    insert into public.comments (post_id, author_id, body)
    select p.id, case when p.id % 2 = 0 then ${admin.id}::uuid else ${member.id}::uuid end, 'Said'
    from public.posts p join public.categories c on c.id = p.category_id
    where c.slug = any (${categories}) and p.id % 4 < 2`
export const board: (Row & Facts)[] = await sql`
    select p.id::int, p.title, p.slug, c.slug as category_slug, c.name as category_name, p.author_id, a.name as author_name,
      p.state, p.votes_total, p.comments_total, p.details,
      to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as created_at,
      to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as updated_at,
      p.state <> 'proposed' or exists (
        select from public.comments m join public.roles r on r.user_id = m.author_id where m.post_id = p.id
      ) as answered
    from public.posts p join public.categories c on c.id = p.category_id left join public.profiles a on a.id = p.author_id
    where c.slug = any (${categories})`

const keyOf: Record<string, (row: (typeof board)[number]) => string | number> = {
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
  state: (row) => states.indexOf(row.state),
  votes: (row) => row.votes_total,
  comments: (row) => row.comments_total,
  title: (row) => row.title.toLowerCase(),
  author: (row) => (row.author_name ?? 'Deleted user').toLowerCase(),
  category: (row) => row.category_name.toLowerCase(),
}

export function sorted(rules: Rule[], rows = board): number[] {
  const all = rules.length === 0 ? [{ by: 'created_at', desc: true }] : rules
  const keys = [
    ...all.map(({ by, desc }) => ({ key: keyOf[by]!, desc: Boolean(desc) })),
    { key: (row: Row) => row.id, desc: Boolean(all.at(-1)!.desc) },
  ]
  return rows
    .toSorted((one, two) => {
      for (const { key, desc } of keys) {
        const [a, b] = [key(one as never), key(two as never)]
        if (a !== b) return a < b === desc ? 1 : -1
      }
      return 0
    })
    .map(({ id }) => id)
}

export async function page(filter: object, sort: Rule[], more: object = {}): Promise<Row[]> {
  const { data, error } = await call<Row[]>(admin.client, 'admin_posts', { filter, sort, ...more })
  expect(error).toBeNull()
  return data!
}

export const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
