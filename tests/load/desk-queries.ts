import type { ReservedSql } from 'postgres'

/** What the team's other pages ask for: the inbox beside its list, reports, people, suggested merges, numbers. */
export async function listDeskQueries(sql: ReservedSql) {
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
    { name: 'assigned to nobody, list', statement: posts, parameters: filtered({ assignee: 'none' }) },
    { name: 'assigned to nobody, count', statement: count, parameters: filtered({ assignee: 'none' }) },
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
  ]
}

const categories = ['load-billing']
const posts = `select * from public.admin_posts($1::text::jsonb, '[{"by": "created_at", "desc": true}]', 50)`
export const count = 'select * from public.admin_posts_total($1::text::jsonb)'
const triage = 'select public.admin_triage($1)'
