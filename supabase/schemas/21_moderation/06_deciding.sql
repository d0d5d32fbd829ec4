create function private.reopen(reports bigint[]) returns void
language plpgsql set search_path = '' as $$
begin
  update private.reports r set settled_at = null, outcome = null, settled_by = null, read_at = null
  where r.id = any (reports);
  perform private.hide_reported(t.post_id, t.comment_id)
  from (select distinct r.post_id, r.comment_id from private.reports r where r.id = any (reports)) t;
end
$$;
comment on function private.reopen is 'Reopens closed reports, and hides what enough people reported.';

create function public.dismiss_reports(post_ids bigint[] default '{}', comment_ids bigint[] default '{}') returns table(
  id bigint, category_slug text, slug text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  posts constant bigint[] := private.bulk_ids(post_ids);
  comments constant bigint[] := private.bulk_ids(comment_ids);
  homes bigint[];
begin
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  with settled as (
    update private.reports r set
      settled_at = now(), outcome = 'dismissed', settled_by = auth.uid()
    where r.settled_at is null and (r.post_id = any (posts) or r.comment_id = any (comments))
    returning r.post_id, r.comment_id
  )
  select coalesce(array_agg(distinct coalesce(s.post_id, c.post_id)), '{}') into homes
  from settled s left join public.comments c on c.id = s.comment_id;
  perform private.reveal(
    array(select h.post_id from private.hidings h where h.cause = 'reports' and h.post_id = any (posts)),
    array(select h.comment_id from private.hidings h where h.cause = 'reports' and h.comment_id = any (comments))
  );
  perform private.audit('report.dismiss', p.id, p.title, null, null) from public.posts p where p.id = any (homes) order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (homes);
end
$$;
comment on function public.dismiss_reports is 'Keeps reported posts and comments. For the team.';
grant execute on function public.dismiss_reports to authenticated;

create function public.reopen_reports(post_ids bigint[] default '{}', comment_ids bigint[] default '{}') returns table(
  id bigint, category_slug text, slug text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  posts constant bigint[] := private.bulk_ids(post_ids);
  comments constant bigint[] := private.bulk_ids(comment_ids);
  reopened bigint[];
  homes bigint[];
begin
  select coalesce(array_agg(r.id), '{}') into reopened
  from (
    select t.id, rank() over (partition by t.post_id, t.comment_id order by t.settled_at desc) as place
    from private.reports t
    where t.outcome = 'dismissed' and (t.post_id = any (posts) or t.comment_id = any (comments))
  ) r where r.place = 1;
  homes := array(
    select distinct p.id from private.reports r left join public.comments c on c.id = r.comment_id
    join public.posts p on p.id = coalesce(r.post_id, c.post_id) and p.deleted_at is null
    where r.id = any (reopened) order by 1
  );
  perform 1 from public.posts p where p.id = any (homes) order by p.id for update;
  perform private.reopen(array(
    select r.id from private.reports r left join public.comments c on c.id = r.comment_id
    where r.id = any (reopened) and coalesce(r.post_id, c.post_id) = any (homes)
  ));
  perform private.audit('report.reopen', p.id, p.title, null, null) from public.posts p where p.id = any (homes) order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (homes);
end
$$;
comment on function public.reopen_reports is 'Undoes the last decision to keep reported content. For the team.';
grant execute on function public.reopen_reports to authenticated;

create function public.admin_reports(max_rows integer default 50) returns table(
  post_id bigint, comment_id bigint, title text, body text, category_slug text, slug text, author_id uuid,
  author_name text, author_since timestamptz, author_is_team boolean, created_at timestamptz, since timestamptz,
  cause text, reports jsonb, total integer, author_has_account boolean, version text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    with things as (
      select r.post_id, r.comment_id, min(r.created_at) as since, jsonb_agg(jsonb_build_object(
        'reporter', n.name, 'reason', r.reason, 'created_at', r.created_at, 'is_trusted', private.is_trusted(r.reporter_id)
      ) order by r.id) as reports
      from private.reports r join public.profiles n on n.id = r.reporter_id
      where r.settled_at is null group by 1, 2
      union all
      select h.post_id, h.comment_id, h.hidden_at, '[]' from private.hidings h where h.cause = 'approval'
    )
    select t.post_id, t.comment_id, p.title, coalesce(nullif(h.body, ''), nullif(c.body, ''), p.details), k.slug, p.slug,
      a.id, a.name, a.created_at, coalesce(a.is_team, false), coalesce(c.created_at, p.created_at), t.since, h.cause,
      t.reports, (count(*) over ())::integer, exists (select from auth.users u where u.id = a.id),
      case when h.cause = 'approval' then private.version_of(t.post_id, t.comment_id) end
    from things t
    left join public.comments c on c.id = t.comment_id
    join public.posts p on p.id = coalesce(t.post_id, c.post_id)
    join public.categories k on k.id = p.category_id
    left join private.hidings h on h.post_id = t.post_id or h.comment_id = t.comment_id
    left join public.profiles a on a.id = case when t.comment_id is null then p.author_id else c.author_id end
    where (p.deleted_at is null or p.hidden_at is not null)
      and (h.cause is null or not exists (select from private.blocks b where b.person_id = a.id))
    order by t.since, t.post_id, t.comment_id limit least(greatest(max_rows, 1), 200);
end
$$;
comment on function public.admin_reports is
  'Everything to review, oldest first: reported content with every report, and content awaiting approval. Without content of blocked people. For the team.';
grant execute on function public.admin_reports to authenticated;
