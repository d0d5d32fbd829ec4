create table private.reports (
  id bigint generated always as identity primary key,
  post_id bigint,
  comment_id bigint,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid references public.profiles (id) on delete set null,
  outcome text check (outcome in ('hidden', 'dismissed', 'removed')),
  read_at timestamptz,
  check (num_nonnulls(post_id, comment_id) = 1 and (settled_at is null) = (outcome is null)),
  unique (reporter_id, comment_id),
  unique (reporter_id, post_id)
);
comment on table private.reports is 'What members reported. A report is open until its content is hidden, kept or removed.';

create index reports_post_idx on private.reports (post_id) where post_id is not null;
create index reports_comment_idx on private.reports (comment_id) where comment_id is not null;
create index reports_settled_by_idx on private.reports (settled_by) where settled_by is not null;
create index reports_open_idx on private.reports (created_at) where settled_at is null;

create trigger a_refuse_blocked before insert on private.reports
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked('report');

create function public.report(reason text, of_post bigint default null, of_comment bigint default null) returns table(
  id bigint, category_slug text, slug text, was_hidden boolean
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  why constant text := private.given_reason(reason);
  home bigint := of_post;
  author uuid;
begin
  if num_nonnulls(of_post, of_comment) <> 1 then
    raise exception 'Give a post or a comment.' using errcode = '22023';
  end if;
  if of_comment is not null then
    home := (select c.post_id from public.comments c where c.id = of_comment);
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  -- Reports of the same content wait for each other, so that none is missed when counting.
  perform 1 from public.posts p where p.id = home and p.deleted_at is null for update;
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
    raise exception 'You can''t report your own content.' using errcode = '22023';
  end if;
  insert into private.reports (post_id, comment_id, reporter_id, reason)
  values (of_post, of_comment, me, why) on conflict do nothing;
  was_hidden := private.hide_reported(of_post, of_comment);
  return query
    select p.id, c.slug, p.slug, was_hidden from public.posts p join public.categories c on c.id = p.category_id
    where p.id = home;
end
$$;
comment on function public.report is
  'Reports a post or a comment. A second report by the same person changes nothing. If enough people have reported it, it is hidden, unless the team wrote it; then its address is returned so that stored pages can be refreshed.';
grant execute on function public.report to authenticated;

create function private.hide_reported(of_post bigint, of_comment bigint) returns boolean
language plpgsql set search_path = '' as $$
declare
  author constant uuid := case when of_comment is null
    then (select p.author_id from public.posts p where p.id = of_post)
    else (select c.author_id from public.comments c where c.id = of_comment) end;
begin
  if private.counts_as_team(author) or (
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
comment on function private.hide_reported is 'Hides what enough trusted members reported. Returns whether it did.';

create function private.settle_reports() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.reports r set
    settled_at = now(), outcome = 'hidden', settled_by = (select p.id from public.profiles p where p.id = auth.uid())
  where r.settled_at is null and (r.post_id = new.post_id or r.comment_id = new.comment_id);
  return null;
end
$$;
comment on function private.settle_reports is 'Closes reports of content that is hidden with its author.';

create function private.settle_reports_of_post(new public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if new.deleted_at = 'infinity' then
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
end
$$;
comment on function private.settle_reports_of_post is 'Closes a deleted post''s reports, or reopens them.';

create function private.settle_removed(posts bigint[], comments bigint[]) returns void
language sql set search_path = '' as $$
  update private.reports r set settled_at = now(), outcome = 'removed',
    settled_by = (select p.id from public.profiles p where p.id = auth.uid())
  where r.settled_at is null and (r.post_id = any (posts) or r.comment_id = any (comments))
$$;
comment on function private.settle_removed is 'Closes the open reports of removed posts and comments.';

create function private.block_reported(people uuid[]) returns void
language sql set search_path = '' as $$
  update private.hidings h set cause = 'block', hidden_at = now(), hidden_by = (
    select p.id from public.profiles p where p.id = auth.uid()
  )
  where h.cause = 'reports' and (
    h.post_id in (select p.id from public.posts p where p.author_id = any (people))
    or h.comment_id in (select c.id from public.comments c where c.author_id = any (people))
  )
$$;
comment on function private.block_reported is
  'Moves what reports had hidden to the block of its author, and back when the block ends.';

create function public.my_reports(max_rows integer default 20) returns table(
  id bigint, is_comment boolean, title text, category_slug text, slug text, outcome text, settled_at timestamptz,
  is_read boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select();
  return query
    select r.id, r.comment_id is not null, p.title, k.slug, p.slug, r.outcome, r.settled_at, r.read_at is not null
    from private.reports r
    left join public.comments c on c.id = r.comment_id
    left join public.posts p on p.id = coalesce(r.post_id, c.post_id) and p.deleted_at is null
    left join public.categories k on k.id = p.category_id
    where r.reporter_id = me and r.settled_at > now() - interval '90 days'
    order by r.settled_at desc, r.id desc limit least(greatest(max_rows, 1), 100);
end
$$;
comment on function public.my_reports is 'The outcomes of the caller''s reports, newest first.';
grant execute on function public.my_reports to authenticated, service_role;

create function public.read_reports() returns table(notices integer, posts integer)
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_member();
begin
  update private.reports r set read_at = now() where r.reporter_id = me and r.settled_at is not null and r.read_at is null;
  return query select * from public.unread_notices();
end
$$;
comment on function public.read_reports is 'Marks outcomes of reports as read. Returns the same as unread_notices.';
grant execute on function public.read_reports to authenticated, service_role;

create function private.tidy_reports() returns integer
language plpgsql set search_path = '' as $$
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
comment on function private.tidy_reports is 'Removes old outcomes about deleted content. Returns how many.';
grant execute on function private.tidy_reports to service_role;
