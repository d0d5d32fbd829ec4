import type { ReservedSql } from 'postgres'

type DeskQuery = { name: string; before?: string; statement: string; parameters: string[] }

/** Queries of the team's other pages: the inbox next to its list, reports, people, suggested merges, insights. */
export async function listDeskQueries(sql: ReservedSql): Promise<DeskQuery[]> {
  const ids = async (statement: string) => (await sql.unsafe<{ id: string }[]>(statement)).map(({ id }) => id)
  const newest = await ids('select id from public.posts order by created_at desc, id desc limit 50')
  const busiest = await ids('select id from public.posts order by votes_total desc, id limit 2')
  const list = (of: string[]) => `{${of.join()}}`
  const filtered = (filter: object) => [JSON.stringify(filter)]
  return [
    { name: 'inbox, list', statement: posts, parameters: filtered({ inbox: true }) },
    { name: 'inbox, count', statement: count, parameters: filtered({ inbox: true }) },
    {
      name: 'inbox of a category, list',
      statement: posts,
      parameters: filtered({ inbox: true, categories }),
    },
    {
      name: 'inbox with a word, list',
      statement: posts,
      parameters: filtered({ inbox: true, text: 'export' }),
    },
    { name: 'inbox, five posts', statement: triage, parameters: [list(newest.slice(0, 5))] },
    { name: 'inbox, busy posts', statement: triage, parameters: [list(busiest)] },
    { name: 'stale, list', statement: posts, parameters: filtered({ stale: true }) },
    { name: 'stale, count', statement: count, parameters: filtered({ stale: true }) },
    { name: 'assigned to no one, list', statement: posts, parameters: filtered({ assignee: 'none' }) },
    { name: 'assigned to no one, count', statement: count, parameters: filtered({ assignee: 'none' }) },
    { name: 'assigned to me, list', statement: posts, parameters: filtered({ assignee: 'me' }) },
    { name: 'more columns', statement: 'select * from public.admin_columns($1)', parameters: [list(newest)] },
    {
      name: 'signals',
      statement: 'select public.admin_signals($1::text::bigint)',
      parameters: [busiest[0]!],
    },
    {
      name: 'voters',
      statement: 'select * from public.admin_voters($1::text::bigint)',
      parameters: [busiest[0]!],
    },
    { name: 'followers', statement: 'select * from public.admin_followers($1)', parameters: [list(newest)] },
    {
      name: 'merge preview',
      statement: 'select public.merge_preview($1, $2::text::bigint)',
      parameters: [list(busiest.slice(1)), busiest[0]!],
    },
    { name: 'suggested merges', statement: 'select public.suggest_merges()', parameters: [] },
    { name: 'people', statement: `select * from public.admin_people('')`, parameters: [] },
    {
      name: 'people by a name',
      statement: `select * from public.admin_people('member 4242')`,
      parameters: [],
    },
    { name: 'reports', statement: 'select * from public.admin_reports()', parameters: [] },
    { name: 'hidden', statement: 'select * from public.admin_hidden()', parameters: [] },
    { name: 'insights', statement: 'select public.admin_insights()', parameters: [] },
    { name: 'insights of ten years', statement: 'select public.admin_insights(520)', parameters: [] },
    {
      name: 'searches that found nothing',
      statement: 'select * from public.admin_search_misses()',
      parameters: [],
    },
    ...rareFilters.flatMap(([name, filter, ...orders]) => [
      ...orders.map(({ by, desc = false }) => ({
        name: `${name}, by ${by}${desc ? ' desc' : ''}`,
        statement: `select * from public.admin_posts($1::text::jsonb, $2::text::jsonb)`,
        parameters: [JSON.stringify(filter), JSON.stringify([{ by, desc }])],
      })),
      { name: `${name}, count`, statement: count, parameters: filtered(filter) },
    ]),
    {
      name: 'followers, a hundred thousand of one post',
      before: addFollowers(newest[0]!),
      statement: 'select * from public.admin_followers($1)',
      parameters: [list(newest.slice(0, 1))],
    },
  ]
}

const categories = ['load-billing']
const newestFirst = { by: 'created_at', desc: true }
/** Filters that are harder for the index and planner, and their sort orders. */
const rareFilters: [string, object, ...{ by: string; desc?: boolean }[]][] = [
  ['two letters that are nowhere', { text: 'qz' }, newestFirst],
  ['a word of two syllables', { text: '설정' }, newestFirst],
  ['two pictures with a space', { text: '❤ ★' }, newestFirst],
  ['two common signs with a space', { text: '. (' }, newestFirst],
  ['two rarer signs with a space', { text: '- (' }, newestFirst],
  [
    'stale in another order',
    { stale: true },
    { by: 'updated_at', desc: true },
    { by: 'author' },
    { by: 'category' },
  ],
  [
    'stale in a category',
    { stale: true, categories },
    newestFirst,
    { by: 'updated_at', desc: true },
    { by: 'author' },
  ],
  ['unanswered in a category', { unanswered: true, categories }, { by: 'votes' }, { by: 'author' }],
  [
    'stale and unanswered',
    { stale: true, unanswered: true },
    { by: 'updated_at', desc: true },
    { by: 'author' },
  ],
  ['two words unanswered', { text: 'dark mode', unanswered: true }, newestFirst],
]
/** Without triggers, because one vote at a time would take minutes. */
const addFollowers = (post: string) => `
  set local session_replication_role = replica;
  create temp table followers on commit drop as
    select gen_random_uuid() as id, n from generate_series(1, 100000) n;
  insert into auth.users (id, email, email_confirmed_at)
    select id, 'follower-' || n || '@example.com', now() from followers;
  insert into public.profiles (id, name) select id, 'Follower ' || n from followers;
  insert into private.notice_settings (person_id) select id from followers;
  insert into public.votes (post_id, user_id) select ${post}, id from followers;
  set local session_replication_role = origin;
  analyze auth.users, public.votes, private.notice_settings`
const posts = `select * from public.admin_posts($1::text::jsonb, '[{"by": "created_at", "desc": true}]', 50)`
export const count = 'select * from public.admin_posts_total($1::text::jsonb)'
const triage = 'select public.admin_triage($1)'
