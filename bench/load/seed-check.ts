import type { ReservedSql, Sql } from 'postgres'

type Counted = { posts: number; votes: number; comments: number; profiles: number }

/** Checks all counts, and that sampled posts match what the triggers write. Returns the number of rows. */
export async function checkFilled(sql: Sql): Promise<Counted> {
  const [miscount] = await sql`select kind, id, stored, counted from private.find_miscounts() limit 1`
  if (miscount) throw new Error(`The filled database is inconsistent: ${JSON.stringify(miscount)}`)
  const [counted] = await sql<Counted[]>`
    select (select count(*) from public.posts)::integer as posts, (select count(*) from public.votes)::integer as votes,
      (select count(*) from public.comments)::integer as comments,
      (select count(*) from public.profiles)::integer as profiles`
  const connection = await sql.reserve()
  try {
    await connection`begin`
    const differences = await writeAgain(connection, counted!.posts)
    if (differences.length > 0)
      throw new Error(
        `The filled database is not what triggers write: ${JSON.stringify(differences.slice(0, 5))}`,
      )
  } finally {
    await connection`rollback`
    connection.release()
  }
  return counted!
}

/** Writes about 200 posts and everything that belongs to them again with triggers on, and compares. */
async function writeAgain(sql: ReservedSql, posts: number): Promise<object[]> {
  const apart = 1_000_000_000
  await sql.unsafe(`
    create temporary table sample on commit drop as
    select id from public.posts where id % ${Math.max(1, Math.floor(posts / 200))} = 0 and votes_total < 2000;
    insert into public.posts (id, category_id, author_id, title, details, state, created_at, state_changed_at)
    overriding system value
    select id + ${apart}, category_id, author_id, title, details, state, created_at, state_changed_at
    from public.posts where id in (select id from sample);
    insert into public.votes (user_id, post_id, created_at)
    select user_id, post_id + ${apart}, created_at from public.votes where post_id in (select id from sample);
    insert into public.comments (id, post_id, parent_id, author_id, body, created_at) overriding system value
    select id + ${apart}, post_id + ${apart}, parent_id + ${apart}, author_id, body, created_at
    from public.comments where post_id in (select id from sample) order by parent_id nulls first, id`)
  return sql.unsafe(`
    with pairs as (
      select s.id, s.id + ${apart} as other from sample s
    )
    select 'post' as what, a.id from pairs join public.posts a using (id) join public.posts b on b.id = pairs.other
    where (a.title, a.details, a.votes_total, a.comments_total, a.created_at, a.state_changed_at)
        is distinct from (b.title, b.details, b.votes_total, b.comments_total, b.created_at, b.state_changed_at)
      or a.activity_at <> greatest(b.activity_at, a.updated_at) or abs(a.trend - b.trend) > 1e-9 * a.trend
      or b.slug <> coalesce(nullif(private.slugify(a.title), ''), 'post') || '-' || b.id
      or a.slug not in (private.slugify(a.title), coalesce(nullif(private.slugify(a.title), ''), 'post') || '-' || a.id)
      or not exists (
        select 1 from public.post_addresses t
        where (t.category_id, t.slug, t.post_id) = (a.category_id, a.slug, a.id)
      )
    union all
    select 'words of a title', pairs.id from pairs
    left join private.search_titles a on a.post_id = pairs.id left join private.search_titles b on b.post_id = other
    where (a.popularity, a.tier, a.key, a.title) is distinct from (b.popularity, b.tier, b.key, b.title)
    union all
    select 'words of a post', pairs.id from pairs
    left join private.search_posts a on a.post_id = pairs.id left join private.search_posts b on b.post_id = other
    where (a.vector, a.body) is distinct from (b.vector, b.body)
    union all
    select 'signs of a post', pairs.id from pairs
    left join private.search_signs a on a.post_id = pairs.id left join private.search_signs b on b.post_id = other
    where (a.signs @> b.signs and a.signs <@ b.signs) is not true
    union all
    select 'comment', a.id from pairs
    join public.comments a on a.post_id = pairs.id join public.comments b on b.id = a.id + ${apart}
    left join private.search_comments v on v.comment_id = a.id
    left join private.search_comments w on w.comment_id = b.id
    where (a.body, a.replies_total, a.created_at, a.parent_id + ${apart}, v.post_id + ${apart}, v.vector, v.body)
      is distinct from (b.body, b.replies_total, b.created_at, b.parent_id, w.post_id, w.vector, w.body)`)
}
