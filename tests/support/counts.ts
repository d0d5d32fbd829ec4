import { sql } from './database.ts'

/** A post's stored counts of votes and comments, next to the actual numbers. */
export async function totals(id: number) {
  const [row] = await sql`
    select p.votes_total, p.comments_total,
           (select count(*)::int from public.votes v where v.post_id = p.id and v.counts) as votes,
           (select count(*)::int from public.comments c
            where c.post_id = p.id and c.deleted_at is null and c.hidden_at is null) as comments
    from public.posts p where p.id = ${id}`
  return row
}

/** The wrong stored counts of these posts and comments, as `npm run recount` finds them. */
export const miscounts = (ids: number[]) =>
  sql`select * from private.find_miscounts() where id = any (${ids})`
