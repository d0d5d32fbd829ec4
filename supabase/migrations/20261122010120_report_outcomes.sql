-- Whoever reported hears what came of it, whichever way it came: also when the author is blocked, or what was reported is
-- deleted. What the team decided can be taken back. And what is approved is said to be, not to be shown again.

-- An outcome outlives what it is about, for as long as it is told.
alter table private.reports drop constraint reports_post_id_fkey;
alter table private.reports drop constraint reports_outcome_check;
alter table private.reports add constraint reports_outcome_check check (outcome in ('hidden', 'dismissed', 'removed'));
comment on table private.reports is
  'What members reported: once each person and thing. Open until the team hides it, or says that it may stay, or it is deleted; then the reporter is told.';

create function private.settle_removed(posts bigint[], comments bigint[]) returns void
language sql set search_path = ''
as $$
  update private.reports r set settled_at = now(), outcome = 'removed',
    settled_by = (select p.id from public.profiles p where p.id = auth.uid())
  where r.settled_at is null and (r.post_id = any (posts) or r.comment_id = any (comments))
$$;

create or replace function private.forget_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.settle_removed('{}', array[old.id]);
  return null;
end
$$;

-- A deletion that is taken back has come of nothing. Of a merged post the words stay: the team has looked.
create function private.settle_reports_of_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    perform private.settle_removed(array[old.id], '{}');
  elsif new.deleted_at = 'infinity' then
    update private.reports r set settled_at = now(), outcome = 'dismissed', settled_by = new.deleted_by
    where r.settled_at is null and r.post_id = new.id;
  elsif new.deleted_at is not null then
    perform private.settle_removed(
      array[new.id], array(select c.id from public.comments c where c.post_id = new.id)
    );
  else
    update private.reports r set settled_at = null, outcome = null, settled_by = null, read_at = null
    where r.outcome = 'removed'
      and (r.post_id = new.id or r.comment_id in (select c.id from public.comments c where c.post_id = new.id));
  end if;
  return null;
end
$$;
create trigger settle_reports after update of deleted_at on public.posts
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null) and old.hidden_at is null and new.hidden_at is null
  )
  execute function private.settle_reports_of_post();
create trigger settle_reports_deleted after delete on public.posts
  for each row execute function private.settle_reports_of_post();

-- For the worker: outcomes of what is gone, once they are told no more. How many those were.
create function private.tidy_reports() returns integer
language plpgsql set search_path = ''
as $$
declare
  forgotten integer;
begin
  delete from private.reports r
  where r.settled_at < now() - interval '90 days'
    and not exists (select from public.posts p where p.id = r.post_id)
    and not exists (select from public.comments c where c.id = r.comment_id);
  get diagnostics forgotten = row_count;
  return forgotten;
end
$$;
grant execute on function private.tidy_reports() to service_role;

-- What is hidden with its author is decided as well.
create or replace function private.settle_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.reports r set
    settled_at = now(), outcome = 'hidden', settled_by = (select p.id from public.profiles p where p.id = auth.uid())
  where r.settled_at is null and (r.post_id = new.post_id or r.comment_id = new.comment_id);
  return null;
end
$$;
drop trigger settle_reports_shown on private.hidings;
drop trigger settle_reports on private.hidings;
create trigger settle_reports after insert or update of cause on private.hidings
  for each row when (new.cause in ('team', 'block')) execute function private.settle_reports();

-- What reports had hidden goes with the rest, and comes back with it.
create function private.block_reported(people uuid[]) returns void
language sql set search_path = ''
as $$
  update private.hidings h set cause = 'block', hidden_at = now(), hidden_by = (
    select p.id from public.profiles p where p.id = auth.uid()
  )
  where h.cause = 'reports' and (
    h.post_id in (select p.id from public.posts p where p.author_id = any (people))
    or h.comment_id in (select c.id from public.comments c where c.author_id = any (people))
  )
$$;
do $$
begin
  execute replace(
    pg_get_functiondef('public.block_people(uuid[],text,timestamptz,boolean)'::regprocedure),
    E'''block'', why\n    );', E'''block'', why\n    );\n    perform private.block_reported(people);'
  );
end
$$;

-- Hides a reported thing when enough trusted members say so, unless the team wrote it. Whether it did.
create function private.hide_reported(of_post bigint, of_comment bigint) returns boolean
language plpgsql set search_path = ''
as $$
declare
  author constant uuid := case when of_comment is null
    then (select p.author_id from public.posts p where p.id = of_post)
    else (select c.author_id from public.comments c where c.id = of_comment) end;
begin
  if exists (select from public.roles r where r.user_id = author) or (
    select m.reports_to_hide from private.moderation m
  ) > (
    select count(*) from private.reports r
    where r.settled_at is null and (r.post_id = of_post or r.comment_id = of_comment) and private.is_trusted(r.reporter_id)
  ) then
    return false;
  end if;
  perform private.conceal(
    array_remove(array[of_post], null), array_remove(array[of_comment], null), 'reports', 'several people reported it'
  );
  return true;
end
$$;

-- As before.
create or replace function public.report(reason text, of_post bigint default null, of_comment bigint default null)
returns table (id bigint, category_slug text, slug text, was_hidden boolean)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  why constant text := private.given_reason(reason);
  home bigint := of_post;
  author uuid;
begin
  if num_nonnulls(of_post, of_comment) <> 1 then
    raise exception 'A post or a comment.' using errcode = '22023';
  end if;
  if of_comment is not null then
    home := (select c.post_id from public.comments c where c.id = of_comment);
  end if;
  -- Reports of one thing wait for one another, so none is missed in counting.
  perform 1 from public.posts p where p.id = home and p.deleted_at is null for no key update;
  if not found then
    raise exception 'This no longer exists.' using errcode = 'P0002';
  end if;
  if of_comment is null then
    select p.author_id into author from public.posts p where p.id = of_post;
  else
    select c.author_id into author from public.comments c
    where c.id = of_comment and c.deleted_at is null and c.hidden_at is null;
    if not found then
      raise exception 'This no longer exists.' using errcode = 'P0002';
    end if;
  end if;
  if author = me then
    raise exception 'This is your own.' using errcode = '22023';
  end if;
  insert into private.reports (post_id, comment_id, reporter_id, reason)
  values (of_post, of_comment, me, why) on conflict do nothing;
  was_hidden := private.hide_reported(of_post, of_comment);
  return query
    select p.id, c.slug, p.slug, was_hidden from public.posts p join public.categories c on c.id = p.category_id
    where p.id = home;
end
$$;

-- Opens reports that were settled once more; what enough trusted members reported is hidden again.
create function private.reopen(reports bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update private.reports r set settled_at = null, outcome = null, settled_by = null, read_at = null
  where r.id = any (reports);
  perform private.hide_reported(t.post_id, t.comment_id)
  from (select distinct r.post_id, r.comment_id from private.reports r where r.id = any (reports)) t;
end
$$;

-- Shows things again. What the team hid a moment ago it did not mean: the reports of it are open as before. What was hidden
-- for longer may stay now, and so may what reports alone had hidden; whoever reported it hears of that.
create function private.show(posts bigint[], comments bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  reopened bigint[];
begin
  select coalesce(array_agg(r.id), '{}') into reopened
  from private.hidings h join private.reports r on r.post_id = h.post_id or r.comment_id = h.comment_id
  where (h.post_id = any (posts) or h.comment_id = any (comments))
    and h.cause = 'team' and h.hidden_at > now() - private.restore_time()
    and r.outcome = 'hidden' and r.settled_at >= h.hidden_at;
  update private.reports r set settled_at = now(), outcome = 'dismissed', settled_by = auth.uid(), read_at = null
  from private.hidings h
  where (h.post_id = any (posts) or h.comment_id = any (comments))
    and (r.post_id = h.post_id or r.comment_id = h.comment_id)
    and (r.settled_at is null or r.outcome = 'hidden') and r.id <> all (reopened);
  perform private.reveal(posts, comments);
  perform private.reopen(reopened);
end
$$;

create or replace function public.show_posts(post_ids bigint[]) returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
  approved bigint[];
begin
  ids := array(select h.post_id from private.hidings h where h.post_id = any (ids));
  approved := array(select h.post_id from private.hidings h where h.post_id = any (ids) and h.cause = 'approval');
  perform private.show(ids, '{}');
  -- Of what is approved everybody hears as of what is new.
  perform private.audit(case when p.id = any (approved) then 'post.approve' else 'post.show' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (ids) order by p.id;
  perform private.log_event('post.restored', p.id)
  from public.posts p where p.id = any (ids) and p.id <> all (approved) and p.deleted_at is null order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (ids);
end
$$;

create or replace function public.show_comments(comment_ids bigint[])
returns table (id bigint, post_id bigint, category_slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(comment_ids);
  approved bigint[];
begin
  ids := array(select h.comment_id from private.hidings h where h.comment_id = any (ids));
  approved := array(select h.comment_id from private.hidings h where h.comment_id = any (ids) and h.cause = 'approval');
  perform private.show('{}', ids);
  perform private.audit(case when c.id = any (approved) then 'comment.approve' else 'comment.show' end, p.id, p.title,
    null, jsonb_build_object('comment_id', c.id))
  from public.comments c join public.posts p on p.id = c.post_id where c.id = any (ids) order by c.id;
  return query
    select c.id, p.id, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = any (ids);
end
$$;

-- Takes back that reported posts and comments may stay: the reports that were last dismissed are open again. For the team.
create function public.reopen_reports(post_ids bigint[] default '{}', comment_ids bigint[] default '{}')
returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
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
revoke execute on function public.reopen_reports(bigint[], bigint[]) from public, anon;
grant execute on function public.reopen_reports(bigint[], bigint[]) to authenticated;

-- What the blocked wrote and everybody still sees waits to be looked at like everything else.
do $$
begin
  execute replace(
    pg_get_functiondef('public.admin_reports(integer)'::regprocedure),
    'and not exists (select from private.blocks b where b.person_id = a.id)',
    'and (h.cause is null or not exists (select from private.blocks b where b.person_id = a.id))'
  );
end
$$;
