import { describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, refusal, sql } from '../support/database.ts'

const { TEST_SUPABASE_URL, TEST_SUPABASE_PUBLISHABLE_KEY } = process.env as Record<string, string>

type Way = { many: string; one: string; name: string; column: string }
/** A column of the table that its readers may read. Every table in public has a row here. */

const [member, moderator] = await Promise.all([createMember(), createMember({ moderator: true })])
const ways = await sql<Way[]>`
    select child.relname as many, parent.relname as one, k.conname as name, (
      select attname from pg_attribute where attrelid = child.oid and attnum = k.conkey[1]
    ) as column
    from pg_constraint k join pg_class child on child.oid = k.conrelid join pg_class parent on parent.oid = k.confrelid
    where k.contype = 'f' and child.relnamespace = 'public'::regnamespace and parent.relnamespace = 'public'::regnamespace`
const columns = await sql`
    select distinct on (c.relname) c.relname, a.attname
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
    order by c.relname, a.attnum`
const readable = new Map(columns.map(({ relname, attname }) => [relname as string, attname as string]))

async function read(path: string, as?: Member) {
  const response = await fetch(`${TEST_SUPABASE_URL}/rest/v1/${path}`, {
    headers: {
      apikey: TEST_SUPABASE_PUBLISHABLE_KEY!,
      ...(as && { Authorization: `Bearer ${as.accessToken}` }),
    },
  })
  return { path, status: response.status, text: await response.text() }
}

/** Those of these paths that get an answer, whoever asks. */
async function answered(paths: string[]): Promise<string[]> {
  const answers = await Promise.all(
    [undefined, member, moderator].flatMap((as) => paths.map((path) => read(path, as))),
  )
  return [...new Set(answers.filter(({ status }) => status < 400).map(({ path }) => path))]
}

// Programs that use the API of an earlier version don’t name a relationship if there was only one.
test('a comment leads to its author and its post in one way', async () => {
  const person = await createMember({ name: 'Ada' })
  const { id } = await createPost({ title: 'Dark mode by one way' })
  await sql`insert into public.comments (post_id, author_id, body) values (${id}, ${person.id}, 'Yes')`
  const { data } = await anonClient()
    .from('comments')
    .select('post_id, profiles(name), posts(title)')
    .eq('post_id', id)
    .throwOnError()
  expect(data).toEqual([{ post_id: id, profiles: { name: 'Ada' }, posts: { title: 'Dark mode by one way' } }])
})

describe('from one row to many', () => {
  test('a function that no one may call replaces every reverse relationship of a foreign key', async () => {
    const functions = await sql`
      select p.proname as many, t.typname as one, exists (
        select from unnest(array['anon', 'authenticated', 'service_role']) as r
        where has_function_privilege(r, p.oid, 'execute')
      ) as is_open
      from pg_proc p join pg_type t on t.oid = p.proargtypes[0] and t.typtype = 'c'
      where p.pronamespace = 'public'::regnamespace and p.pronargs = 1`
    const replaced = functions.filter(({ is_open }) => !is_open).map(({ one, many }) => `${one} > ${many}`)
    expect(ways.length).toBeGreaterThan(20)
    expect(ways.map(({ one, many }) => `${one} > ${many}`).filter((way) => !replaced.includes(way))).toEqual(
      [],
    )
  })

  test('no select that goes the reverse way is answered, however it is named', async () => {
    const paths = ways.flatMap(({ many, one, name, column }) => {
      const inner = readable.get(many)!
      const outer = readable.get(one)!
      return [
        `${many}(${inner})`,
        `few:${many}(${inner})`,
        `${many}!${name}(${inner})`,
        `${many}!${column}(${inner})`,
        `${many}!inner(${inner})`,
        `${many}!${name}!inner(${inner})`,
        `${many}(count)`,
        `${many}()&${many}=not.is.null`,
        `...${many}(${inner})`,
        `...${many}!${name}(${inner})`,
        // For a self-reference, this leads to the one row.
        ...(many === one ? [] : [`${name}(${inner})`, `few:${name}(${inner})`]),
        `${many}.${inner}`,
        `%22${many}%22(${inner})`,
        `%20${many}%20(${inner})`,
      ].map((select) => `${one}?select=${outer},${select}&limit=1`)
    })
    expect(await answered(paths)).toEqual([])
  })

  test('no select is answered that returns through another table', async () => {
    const paths = ways.flatMap(({ many, one, name, column }) => {
      const inner = readable.get(many)!
      const outer = readable.get(one)!
      const way = `${one}!${name}`
      return [
        `${many}?select=${inner},${way}(${outer},${many}(${inner}))&limit=1`,
        `${many}?select=${inner},${way}(${outer},...${many}(${inner}))&limit=1`,
        `${many}?select=${inner},${way}!inner(${outer},few:${name}(${inner}))&limit=1`,
        `${many}?select=${inner},${column}(${outer},${many}(${inner}))&limit=1`,
        `${many}?select=${inner},...${way}(${many}(${inner}))&limit=1`,
      ]
    })
    expect(await answered(paths)).toEqual([])
  })

  test('no join table leads from one table to another, except votes and tags for the people they are for', async () => {
    const paths = ways.flatMap((to) =>
      ways
        .filter((from) => from.many === to.many && from.name !== to.name)
        .map(
          (from) =>
            `${from.one}?select=${readable.get(from.one)!},${to.one}!${to.many}(${readable.get(to.one)!})`,
        ),
    )
    expect(await answered(paths)).toEqual([])
  })

  test('a function’s result leads to no other table', async () => {
    const rows = await sql`
      select p.proname from pg_proc p join pg_type t on t.oid = p.prorettype join pg_class c on c.oid = t.typrelid
      where p.pronamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))`
    expect([...rows]).toEqual([])
  })

  test('no view exposes more than its own rows', async () => {
    const rows = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')`
    expect([...rows]).toEqual([])
  })
})

test('no function repeats one column over and over', async () => {
  const path = `rpc/post_source?post_id=${(await createPost()).id}&select=`
  const named = Array.from({ length: 100 }, (_, n) => `a${n}:details`)
  expect((await read(`${path}details,revision`, member)).status).toBe(200)
  expect((await read(`${path}${named}`, member)).status).toBeGreaterThanOrEqual(400)
})

test('no function repeats all its columns, or with parts of one', async () => {
  const { id } = await createPost()
  const from = `from public.list_comments(of_post => ${id}, max_rows => 21) as "list_comments"`
  const asked = (item: (n: number) => string) =>
    `select ${Array.from({ length: 100 }, (_, n) => item(n))} ${from}`
  const whole = '"list_comments".*'
  expect(await refusal(member, `select ${whole}, ${whole} ${from}`)).toBeNull()
  expect(
    await refusal(
      member,
      asked(() => whole),
    ),
  ).toBe('54000')
  expect(
    await refusal(
      member,
      asked((n) => `"replies"->0 as "a${n}"`),
    ),
  ).toBe('54000')
  expect(
    await refusal(
      member,
      asked((n) => `to_jsonb("list_comments"."replies")->0 as "a${n}"`),
    ),
  ).toBe('54000')
})

test('no table repeats all its columns over and over', async () => {
  const asked = (count: number) =>
    `select ${Array.from({ length: count }, () => '"categories".*')} from "public"."categories"`
  expect(await refusal('anon', asked(2))).toBeNull()
  expect(await refusal('anon', asked(100))).toBe('54000')
})
