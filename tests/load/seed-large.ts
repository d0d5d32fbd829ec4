import type { Sql } from 'postgres'

/** How many rows a filled database has. */
export type Filled = { posts: number; votes: number; comments: number; profiles: number; seconds: number }

const categories = [
  ['load-mobile', 'Mobile apps'],
  ['load-integrations', 'Integrations'],
  ['load-billing', 'Billing'],
  ['load-editor', 'Editor'],
  ['load-bugs', 'Bugs'],
] as const
const states = ['proposed', 'candidate', 'planned', 'in-progress', 'completed'] as const
const newest = Date.UTC(2026, 10, 1)

/**
 * Fills a database that has the migrations with generated posts, on average ten votes and three comments each.
 * The same options give the same rows. Counts and search documents are those the triggers would have written;
 * this is verified at the end, and a difference is thrown.
 * @param options.posts how many posts (100,000 unless told)
 */
export async function seedLarge(sql: Sql, options: { posts?: number } = {}): Promise<Filled> {
  const started = Date.now()
  const total = options.posts ?? 100_000
  const random = randomNumbers(20261120)
  const words = vocabulary(random)
  const profiles = await addProfiles(sql, Math.max(1000, Math.round(total / 20)))
  const categoryIds = await addCategories(sql)
  const restoreIndexes = await dropWordIndexes(sql)
  const posts = await addPosts(sql, { total, random, words, profiles, categoryIds })
  await addVotes(sql, { posts, random, profiles })
  await addComments(sql, { posts, random, words, profiles })
  await restoreIndexes()
  await sql.unsafe('vacuum analyze')
  return { ...(await verify(sql)), seconds: Math.round((Date.now() - started) / 1000) }
}

type Post = { id: string; created: number }
type Words = () => string

async function addProfiles(sql: Sql, total: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into public.profiles (id, name, placeholder)
    select ('00000000-0000-4000-9000-' || lpad(n::text, 12, '0'))::uuid, 'Load member ' || n, true
    from generate_series(1, ${total}::integer) n
    on conflict (id) do update set placeholder = true
    returning id`
  return rows.map((row) => row.id)
}

async function addCategories(sql: Sql): Promise<number[]> {
  await sql`
    insert into public.categories ${sql(categories.map(([slug, name], i) => ({ slug, name, position: 10 + i })))}
    on conflict (slug) do nothing`
  const rows = await sql<{ id: number }[]>`select id from public.categories order by id`
  return rows.map((row) => row.id)
}

/** Building these once at the end is several times faster than keeping them up to date. */
async function dropWordIndexes(sql: Sql): Promise<() => Promise<void>> {
  const found = await sql<{ name: string; definition: string }[]>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'private' and tablename like 'search_%' and indexdef ilike '% using gin %'
    order by indexname`
  for (const { name } of found) await sql`drop index private.${sql(name)}`
  return async () => {
    for (const { definition } of found) await sql.unsafe(definition)
  }
}

async function addPosts(
  sql: Sql,
  {
    total,
    random,
    words,
    profiles,
    categoryIds,
  }: {
    total: number
    random: () => number
    words: Words
    profiles: string[]
    categoryIds: number[]
  },
): Promise<Post[]> {
  const added: Post[] = []
  for (let done = 0; done < total; done += 2000) {
    const batch = Array.from({ length: Math.min(2000, total - done) }, () => ({
      category_id: categoryIds[Math.floor(random() ** 1.5 * categoryIds.length)]!,
      author_id: pick(profiles, random),
      title: title(words, random),
      details: details(words, random),
      state: states[Math.floor(random() ** 2.2 * states.length)]!,
      created_at: new Date(newest - Math.floor(random() * 730 * 86_400_000)).toISOString(),
    }))
    const rows = await sql<{ id: string; created_at: Date }[]>`
      insert into public.posts (category_id, author_id, title, details, state, created_at)
      select t.category_id, t.author_id, t.title, t.details, t.state::public.post_state, t.created_at
      from jsonb_to_recordset(${sql.json(batch)}) as t(
        category_id integer, author_id uuid, title text, details text, state text, created_at timestamptz
      )
      returning id, created_at`
    added.push(...rows.map((row) => ({ id: row.id, created: row.created_at.getTime() })))
  }
  return added
}

/** Few posts have very many votes, most a handful. */
async function addVotes(
  sql: Sql,
  { posts, random, profiles }: { posts: Post[]; random: () => number; profiles: string[] },
) {
  const counts = posts.map(() => Math.min(Math.floor(3.4 / (1 - random()) ** 0.66), profiles.length))
  const scale = (posts.length * 10) / counts.reduce((sum, count) => sum + count, 0)
  const wanted = counts.map((count) => Math.min(Math.round(count * scale), profiles.length))
  let missing = posts.length * 10 - wanted.reduce((sum, count) => sum + count, 0)
  for (let i = 0; missing > 0; i = (i + 1) % wanted.length) {
    if (wanted[i]! >= profiles.length) continue
    wanted[i]!++
    missing--
  }
  for (let from = 0; from < posts.length; from += 25_000) {
    const part = posts.slice(from, from + 25_000)
    await sql`
      insert into public.votes (user_id, post_id, created_at)
      select (${profiles}::uuid[])[(t.first + v * 7919) % ${profiles.length}::integer + 1], t.post_id,
        t.created + (timestamptz '2026-11-01 00:00:00+00' - t.created) * (v::float / (t.votes + 1))
      from unnest(
        ${part.map((post) => post.id)}::bigint[], ${wanted.slice(from, from + 25_000)}::integer[],
        ${part.map(() => Math.floor(random() * profiles.length))}::integer[],
        ${part.map((post) => new Date(post.created).toISOString())}::timestamptz[]
      ) as t(post_id, votes, first, created)
      cross join lateral generate_series(1, t.votes) v`
  }
}

/** Counting is done once at the end: the trigger would rewrite a post for each of its comments. */
async function addComments(
  sql: Sql,
  {
    posts,
    random,
    words,
    profiles,
  }: { posts: Post[]; random: () => number; words: Words; profiles: string[] },
) {
  const total = posts.length * 3
  await sql`alter table public.comments disable trigger count_comment`
  try {
    for (const isReply of [false, true]) {
      const share = isReply ? Math.round(total * 0.3) : total - Math.round(total * 0.3)
      for (let done = 0; done < share; done += 5000) {
        const batch = Array.from({ length: Math.min(5000, share - done) }, () => {
          const post = posts[Math.floor(random() ** 1.6 * posts.length)]!
          return {
            post_id: post.id,
            author_id: pick(profiles, random),
            body: sentence(words, 4 + Math.floor(random() ** 2 * 40)),
            created_at: new Date(post.created + random() * (newest - post.created)).toISOString(),
          }
        })
        await sql`
          insert into public.comments (post_id, parent_id, author_id, body, created_at)
          select t.post_id, top.id, t.author_id, t.body, greatest(t.created_at, top.created_at)
          from jsonb_to_recordset(${sql.json(batch)}) as t(
            post_id bigint, author_id uuid, body text, created_at timestamptz
          )
          left join lateral (
            select c.id, c.created_at from public.comments c
            where ${isReply} and c.post_id = t.post_id and c.parent_id is null
            order by c.created_at, c.id limit 1
          ) top on true`
      }
    }
  } finally {
    await sql`alter table public.comments enable trigger count_comment`
  }
  await sql`
    update public.comments c set replies_total = r.n
    from (select parent_id, count(*) as n from public.comments where parent_id is not null group by parent_id) r
    where r.parent_id = c.id and c.replies_total <> r.n`
  await sql`
    update public.posts p set comments_total = c.n, activity_at = greatest(p.activity_at, c.newest)
    from (
      select post_id, count(*) as n, max(created_at) as newest from public.comments
      where deleted_at is null group by post_id
    ) c
    where c.post_id = p.id and p.comments_total <> c.n`
}

async function verify(sql: Sql): Promise<Omit<Filled, 'seconds'>> {
  const [wrong] = await sql<{ what: string }[]>`
    select 'votes_total' as what from public.posts p
    where p.votes_total <> (select count(*) from public.votes v where v.post_id = p.id)
    union all
    select 'comments_total' from public.posts p
    where p.comments_total <> (select count(*) from public.comments c where c.post_id = p.id and c.deleted_at is null)
    union all
    select 'replies_total' from public.comments c
    where c.replies_total <> 0
      and c.replies_total <> (select count(*) from public.comments r where r.parent_id = c.id and r.deleted_at is null)
    union all
    select 'post_totals' from public.post_totals t
    where t.posts <> (select count(*) from public.posts p where p.category_id = t.category_id and p.state = t.state)
    union all
    select 'search_posts' where (select count(*) from private.search_posts) <> (select count(*) from public.posts)
    union all
    select 'search_titles' from public.posts p
    where not exists (
      select 1 from private.search_titles t
      where t.post_id = p.id and t.popularity = private.popularity(p.votes_total)
        and t.tier = floor(log(2, 1 + p.votes_total))
    )
    union all
    select 'search_comments'
    where (select count(*) from private.search_comments)
      <> (select count(*) from public.comments where deleted_at is null)
    limit 1`
  if (wrong) throw new Error(`The filled database is inconsistent: ${wrong.what}`)
  const [counted] = await sql<Omit<Filled, 'seconds'>[]>`
    select (select count(*) from public.posts)::integer as posts, (select count(*) from public.votes)::integer as votes,
      (select count(*) from public.comments)::integer as comments,
      (select count(*) from public.profiles)::integer as profiles`
  return counted!
}

const subjects = [
  'dark mode search export import calendar keyboard shortcut notification mobile offline sync dashboard filter comment',
  'editor image upload table column board roadmap label tag theme login password account billing invoice report chart',
  'widget webhook api token team role permission language translation timezone reminder template archive backup restore',
  'print share link preview drag drop menu sidebar toolbar button icon color font size zoom screen reader contrast focus',
]
const small = [
  'the to a of and in for is on with that it be as are this when not from or by we an can at i have would should my all if',
]
const kinds = [
  'support add allow improve fix option settings automatic custom default multiple new bulk inline',
]

/** Words as common as in real text: the n-th is drawn about 1/n as often as the first. Two of three are invented. */
function vocabulary(random: () => number): Words {
  const syllables =
    'ba be bi bo ca ce co da de di do fa fe fi ga go ha he ja ka ke la le li lo ma me mi mo na ne ni no pa pe po ra re ri ro sa se si so ta te ti to va ve vi wa za'.split(
      ' ',
    )
  const ends = ['', '', 'n', 'r', 's', 't', 'l', 'ng', 'ck', 'st']
  const list = [...new Set([...small, ...kinds, ...subjects].flatMap((words) => words.split(' ')))]
  const seen = new Set(list)
  while (list.length < 40_000) {
    const length = 2 + Math.floor(random() * 3)
    let word = ''
    for (let i = 0; i < length; i++) word += pick(syllables, random)
    word += pick(ends, random)
    if (seen.has(word)) continue
    seen.add(word)
    list.push(word)
  }
  const sums = new Float64Array(list.length)
  let sum = 0
  list.forEach((_, i) => (sums[i] = sum += 1 / (i + 3)))
  return () => {
    const target = random() * sum
    let low = 0
    let high = list.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < target) low = middle + 1
      else high = middle
    }
    return list[low]!
  }
}

function title(words: Words, random: () => number): string {
  const kind = random()
  if (kind < 0.01)
    return `支持${pick(['暗色模式', '导出数据', '键盘快捷键', '离线使用', '搜索评论'], random)} ${words()}`
  if (kind < 0.02)
    return `دعم ${pick(['الوضع الداكن', 'تصدير البيانات', 'البحث', 'العمل دون اتصال'], random)} ${words()}`
  if (kind < 0.05)
    return (
      sentence(words, 2) +
      ` in ${pick(['C++', 'C#', 'Node.js', 'pi-hole', 'e-mail', 'OAuth2'], random)} ${words()}`
    )
  return sentence(words, 3 + Math.floor(random() * 6)).slice(0, 140)
}

function details(words: Words, random: () => number): string {
  const kind = random()
  if (kind < 0.05) return ''
  const paragraphs = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => sentence(words, 10 + Math.floor(random() * 50)) + '.',
  )
  if (kind < 0.3) paragraphs.push(Array.from({ length: 3 }, () => `- ${sentence(words, 5)}`).join('\n'))
  if (kind > 0.85)
    paragraphs.push(
      `See [${words()}](https://example.com/${words()}) and \`${words()}\`, **${words()}** as well.`,
    )
  return paragraphs.join('\n\n')
}

function sentence(words: Words, length: number): string {
  let text = words()
  for (let i = 1; i < length; i++) text += ` ${words()}`
  return text.length < 3 ? `${text} idea` : text[0]!.toUpperCase() + text.slice(1)
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)]!
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

if (import.meta.main) {
  const { default: postgres } = await import('postgres')
  const url = process.env.DATABASE_URL
  if (!url) throw new Error('Set DATABASE_URL to the database to fill. It must have the migrations.')
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    console.log(await seedLarge(sql, { posts: Number(process.argv[2] ?? 100_000) }))
  } finally {
    await sql.end()
  }
}
