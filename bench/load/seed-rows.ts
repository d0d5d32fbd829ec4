import type { Sql } from 'postgres'
import { countPieces } from './seed-texts.ts'

type Size = { posts: number; members: number }
type Timed = (name: string, run: () => Promise<unknown>) => Promise<unknown>

const newest = "timestamptz '2026-11-01 00:00:00+00'"

/** Writes all rows inside the database. Posts come last, when their counts are known, so that none is written twice. */
export async function fillRows(sql: Sql, { posts, members }: Size, timed: Timed): Promise<void> {
  const comments = posts * 3
  // The same row and question always give the same number, whatever order rows are created in.
  await sql.unsafe(`
    create function filling.random(n bigint, question integer) returns double precision
    language sql immutable parallel safe
    return ((hashint8extended(n, question) >> 12) & 4503599627370495) / 4503599627370496.0::double precision;

    create function filling.below(n bigint, question integer, size bigint) returns integer
    language sql immutable parallel safe
    return floor(filling.random(n, question) * size)::integer;

    create function filling.member(n bigint) returns uuid
    language sql immutable parallel safe
    return ('00000000-0000-4000-9000-' || lpad((1 + n % ${members})::text, 12, '0'))::uuid;`)
  await timed('drafts of posts', () => draftPosts(sql, { posts, members }))
  await Promise.all([
    timed('votes', () => addVotes(sql, members)),
    timed('comments', () => addComments(sql, { posts, members, comments })),
  ])
  await timed('posts', () => addPosts(sql, posts))
  await timed('words in use', () => learnWords(sql))
  await sql`select setval(pg_get_serial_sequence('public.posts', 'id'), ${posts}),
    setval(pg_get_serial_sequence('public.comments', 'id'), ${comments})`
}

/** Runs statements without triggers and foreign keys, as a replica does. */
async function runQuietly(sql: Sql, statements: string): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction.unsafe(`set local session_replication_role = replica; set local jit = off;
      set local work_mem = '256MB'; ${statements}`)
  })
}

/** A few posts have very many votes and most have a handful; ten each on average. */
async function draftPosts(sql: Sql, { posts, members }: Size): Promise<void> {
  await runQuietly(
    sql,
    `create unlogged table filling.drafts as
     with ranked as (select id, row_number() over (order by id) as place, count(*) over () as size from public.categories),
     drawn as (
       select n, least(floor(3.4 / power(1 - filling.random(n, 1), 0.66)), ${members}) as weight
       from generate_series(1, ${posts}) n
     ),
     shared as (
       select n, least(floor(weight * ${posts * 10} / sum(weight) over ()), ${members})::integer as votes from drawn
     ),
     missed as (select ${posts * 10} - sum(votes) as total from shared)
     select s.n as id, c.id as category_id, filling.member(filling.below(s.n, 2, ${members})) as author_id,
       (enum_range(null::public.post_state))[1 + floor(power(filling.random(s.n, 3), 2.2) * 5)] as state,
       ${newest} - filling.random(s.n, 4) * interval '730 days' as created_at,
       least(s.votes + floor((m.total + ${posts} - s.n) / ${posts})::integer, ${members}) as votes
     from shared s cross join missed m
     join ranked c on c.place = 1 + floor(power(filling.random(s.n, 5), 1.5) * c.size);
     create unique index on filling.drafts (id);
     analyze filling.drafts`,
  )
}

async function addVotes(sql: Sql, members: number): Promise<void> {
  await runQuietly(
    sql,
    `insert into public.votes (user_id, post_id, created_at)
     select filling.member(filling.below(d.id, 6, ${members}) + v::bigint * 7919), d.id,
       d.created_at + (${newest} - d.created_at) * (v::float / (d.votes + 1))
     from filling.drafts d cross join lateral generate_series(1, d.votes) v;
     create unlogged table filling.vote_sums as
     select post_id, count(*) as total, sum(private.trend_weight(created_at)) as weight from public.votes group by 1`,
  )
}

/** Three in ten comments reply to the oldest comment on their post. */
async function addComments(
  sql: Sql,
  { posts, members, comments }: Size & { comments: number },
): Promise<void> {
  const { sentence } = countPieces(posts)
  await runQuietly(
    sql,
    `create unlogged table filling.remarks as
     select n as id, d.id as post_id, n > ${Math.round(comments * 0.7)} as is_reply,
       d.created_at + filling.random(n, 8) * (${newest} - d.created_at) as created_at
     from generate_series(1, ${comments}) n
     join filling.drafts d on d.id = 1 + floor(power(filling.random(n, 7), 1.6) * ${posts})::integer;
     analyze filling.remarks;
     create unlogged table filling.parents as
     select t.*, coalesce(r.replies, 0) as replies from (
       select distinct on (post_id) post_id, id, created_at from filling.remarks
       where not is_reply order by post_id, created_at, id
     ) t
     left join (select post_id, count(*) as replies from filling.remarks where is_reply group by 1) r using (post_id);
     analyze filling.parents;
     create unlogged table filling.written as
     select r.id, r.post_id, case when r.is_reply then p.id end as parent_id,
       case when r.id = p.id then p.replies else 0 end as replies_total,
       case when r.is_reply then greatest(r.created_at, p.created_at) else r.created_at end as created_at,
       concat_ws(' ', s1.text, s2.text, s3.text, s4.text) as text,
       s1.words || coalesce(s2.words, '') || coalesce(s3.words, '') || coalesce(s4.words, '') as words
     from filling.remarks r left join filling.parents p using (post_id)
     left join filling.pieces s1 on s1.kind = 'sentence' and s1.n = 1 + filling.below(r.id, 9, ${sentence})
     left join filling.pieces s2 on s2.kind = 'sentence' and s2.n = 1 + filling.below(r.id, 10, ${sentence})
       and filling.random(r.id, 11) < 0.5
     left join filling.pieces s3 on s3.kind = 'sentence' and s3.n = 1 + filling.below(r.id, 12, ${sentence})
       and filling.random(r.id, 11) < 0.3
     left join filling.pieces s4 on s4.kind = 'sentence' and s4.n = 1 + filling.below(r.id, 13, ${sentence})
       and filling.random(r.id, 11) < 0.13;
     insert into public.comments (id, post_id, parent_id, author_id, body, replies_total, created_at)
     overriding system value
     select id, post_id, parent_id, filling.member(filling.below(id, 14, ${members})), text, replies_total, created_at
     from filling.written;
     insert into private.search_comments (comment_id, post_id, vector, body)
     select id, post_id, setweight(words, 'C'), text from filling.written;
     create unlogged table filling.comment_sums as
     select post_id, count(*) as total, max(created_at) as newest from filling.written group by 1`,
  )
}

async function addPosts(sql: Sql, posts: number): Promise<void> {
  const { opening, rest, rare, ending, paragraph } = countPieces(posts)
  await runQuietly(
    sql,
    `analyze filling.vote_sums; analyze filling.comment_sums;
     create unlogged table filling.texts as
     select d.id, coalesce(t.text, a.text || ' ' || b.text) as title,
       coalesce(t.key, a.key || ' ' || b.key) as key, coalesce(t.words, a.words || b.words) as title_words,
       concat_ws(E'\\n\\n', p1.text, p2.text, p3.text, e.text) as details,
       concat_ws(' ', p1.plain, p2.plain, p3.plain, e.plain) as body,
       coalesce(p1.words, '') || coalesce(p2.words, '') || coalesce(p3.words, '') || coalesce(e.words, '') as body_words
     from filling.drafts d
     left join filling.pieces t on filling.random(d.id, 12) < 0.05
       and t.kind = 'rare' and t.n = 1 + filling.below(d.id, 13, ${rare})
     left join filling.pieces a on a.kind = 'opening' and a.n = 1 + filling.below(d.id, 14, ${opening})
     left join filling.pieces b on b.kind = 'rest' and b.n = 1 + filling.below(d.id, 15, ${rest})
     left join filling.pieces p1 on p1.kind = 'paragraph' and p1.n = 1 + filling.below(d.id, 16, ${paragraph})
       and filling.random(d.id, 17) > 0.05
     left join filling.pieces p2 on p2.kind = 'paragraph' and p2.n = 1 + filling.below(d.id, 18, ${paragraph})
       and filling.random(d.id, 17) > 0.35
     left join filling.pieces p3 on p3.kind = 'paragraph' and p3.n = 1 + filling.below(d.id, 19, ${paragraph})
       and filling.random(d.id, 17) > 0.65
     left join filling.pieces e on e.kind = 'ending' and e.n = 1 + filling.below(d.id, 20, ${ending})
       and filling.random(d.id, 22) < 0.4 and p1.n is not null;
     create unlogged table filling.addresses as
     select id, case when slug = '' or n > 1 then coalesce(nullif(slug, ''), 'post') || '-' || id else slug end as slug
     from (
       select id, slug, row_number() over (partition by category_id, slug order by id) as n
       from (
         select d.id, d.category_id, private.slugify(t.title) as slug
         from filling.drafts d join filling.texts t using (id)
       ) made
     ) ranked;
     create unlogged table filling.moved as
     select id, state, created_at + filling.random(id, 21) * (${newest} - created_at) as moved_at
     from filling.drafts where state <> 'proposed';
     analyze filling.texts; analyze filling.addresses; analyze filling.moved;
     insert into public.posts (
       id, category_id, author_id, title, details, slug, state, votes_total, comments_total, trend, activity_at,
       created_at, updated_at, state_changed_at
     ) overriding system value
     select d.id, d.category_id, d.author_id, t.title, t.details, a.slug, d.state, d.votes, coalesce(c.total, 0),
       private.trend_weight(d.created_at) + coalesce(v.weight, 0), greatest(d.created_at, m.moved_at, c.newest),
       d.created_at, coalesce(m.moved_at, d.created_at), coalesce(m.moved_at, d.created_at)
     from filling.drafts d join filling.texts t using (id) join filling.addresses a using (id)
     left join filling.moved m using (id)
     left join filling.vote_sums v on v.post_id = d.id left join filling.comment_sums c on c.post_id = d.id
     order by d.id;
     insert into public.post_addresses (category_id, slug, post_id) select category_id, slug, id from public.posts;
     insert into public.post_events (post_id, from_state, to_state, created_at)
     select id, 'proposed', state, moved_at from filling.moved order by moved_at, id;
     insert into public.post_totals (category_id, state, posts)
     select category_id, state, count(*) from public.posts group by 1, 2;
     insert into public.post_triage (post_id, looked_at)
     select id, case when created_at < ${newest} - interval '14 days' then created_at + interval '1 day' end
     from filling.drafts;
     insert into private.search_titles (post_id, popularity, tier, key, title)
     select t.id, private.popularity(d.votes), floor(log(2, 1 + d.votes)), t.key, t.title_words
     from filling.texts t join filling.drafts d using (id);
     insert into private.search_posts (post_id, vector, body)
     select id, setweight(title_words, 'A') || setweight(body_words, 'B'), body from filling.texts;
     insert into private.search_signs (post_id, signs)
     select id, private.signs_of(title || E'\\n' || details) from filling.texts`,
  )
}

async function learnWords(sql: Sql): Promise<void> {
  await runQuietly(
    sql,
    `select private.learn_words(array_agg(word), array_agg(n::integer)) from (
       select word, sum(ndoc) as n from (
         select word, ndoc from ts_stat('select vector from private.search_posts')
         union all select word, ndoc from ts_stat('select vector from private.search_comments')
       ) counted group by word
     ) words`,
  )
}
