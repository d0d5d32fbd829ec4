-- Members report what should not stand there. When several who are trusted did, it is hidden until the team has looked;
-- whoever reported hears what came of it.
create table private.moderation (
  only_row boolean primary key default true check (only_row),
  approval text not null default 'off' check (approval in ('off', 'first', 'links', 'all')),
  trusted_days integer not null default 7 check (trusted_days between 0 and 365),
  reports_to_hide integer not null default 3 check (reports_to_hide between 1 and 100)
);
comment on table private.moderation is
  'How order is kept, as admins want it: what waits for approval (off; first: the first of each person; links: what has links; all), after how many days an account with something that stands is trusted, and how many reports of trusted members hide a thing.';
insert into private.moderation default values;
alter table private.moderation enable row level security;
grant all on private.moderation to service_role;

-- For the team to read.
create function public.moderation_settings() returns table (approval text, trusted_days integer, reports_to_hide integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_team();
  return query select m.approval, m.trusted_days, m.reports_to_hide from private.moderation m;
end
$$;

-- For admins to change; what is null stays.
create function public.set_moderation_settings(
  approval text default null, trusted_days integer default null, reports_to_hide integer default null
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  was private.moderation;
  now_is private.moderation;
begin
  perform private.require_admin();
  select * into was from private.moderation for update;
  update private.moderation m set
    approval = coalesce(set_moderation_settings.approval, m.approval),
    trusted_days = coalesce(set_moderation_settings.trusted_days, m.trusted_days),
    reports_to_hide = coalesce(set_moderation_settings.reports_to_hide, m.reports_to_hide)
  where m.only_row
  returning * into now_is;
  if now_is is distinct from was then
    perform private.audit('moderation.update', null, null, to_jsonb(was) - 'only_row', to_jsonb(now_is) - 'only_row');
  end if;
end
$$;
revoke execute on function public.moderation_settings() from public, anon;
revoke execute on function public.set_moderation_settings(text, integer, integer) from public, anon;
grant execute on function public.moderation_settings() to authenticated;
grant execute on function public.set_moderation_settings(text, integer, integer) to authenticated;

-- Whether the board knows somebody: of the team, or here for some days with something that stands, and not blocked.
create function private.is_trusted(person uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.roles r where r.user_id = person)
    or not exists (select from private.blocks b where b.person_id = person)
    and exists (
      select from public.profiles p, private.moderation m
      where p.id = person and p.created_at <= now() - make_interval(days => m.trusted_days)
    )
    and (
      exists (select from public.posts p where p.author_id = person and p.deleted_at is null)
      or exists (
        select from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
        where c.author_id = person and c.deleted_at is null and c.hidden_at is null
      )
    );
end
$$;

create table private.reports (
  id bigint generated always as identity primary key,
  post_id bigint references public.posts (id) on delete cascade,
  -- Not a reference, as in private.hidings.
  comment_id bigint,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  settled_by uuid references public.profiles (id) on delete set null,
  outcome text check (outcome in ('hidden', 'dismissed')),
  read_at timestamptz,
  check (num_nonnulls(post_id, comment_id) = 1 and (settled_at is null) = (outcome is null)),
  unique (reporter_id, post_id),
  unique (reporter_id, comment_id)
);
comment on table private.reports is
  'What members reported: once each person and thing. Open until the team hides it, or says that it may stay; then the reporter is told.';
create index reports_post_idx on private.reports (post_id) where post_id is not null;
create index reports_comment_idx on private.reports (comment_id) where comment_id is not null;
create index reports_settled_by_idx on private.reports (settled_by) where settled_by is not null;
create index reports_open_idx on private.reports (created_at) where settled_at is null;
alter table private.reports enable row level security;
grant all on private.reports to service_role;

create function private.forget_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.reports r where r.comment_id = old.id;
  return null;
end
$$;
create trigger forget_reports after delete on public.comments
  for each row execute function private.forget_reports();
create trigger forget_reports_emptied after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_reports();

alter table private.limits drop constraint limits_action_check;
alter table private.limits add constraint limits_action_check
  check (action in ('post', 'comment', 'edit', 'vote', 'image', 'report'));
insert into private.limits (action, standing, max_count, period, sentence) values
  ('report', 'any', 20, '1 hour', 'You have reported a lot.');
create trigger a_refuse_blocked before insert on private.reports
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_spend_report before insert on private.reports
  for each row when (pg_trigger_depth() = 0) execute function private.spend('report');

-- Reports a post, or a comment, for the caller; a second time changes nothing. With the report that makes it enough the
-- thing is hidden, unless the team wrote it; then it says where that was, for what is stored of it.
create function public.report(reason text, of_post bigint default null, of_comment bigint default null)
returns table (id bigint, category_slug text, slug text, was_hidden boolean)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  why constant text := private.given_reason(reason);
  home bigint := of_post;
  author uuid;
  trusted integer;
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
  select count(*) into trusted from private.reports r
  where r.settled_at is null and (r.post_id = of_post or r.comment_id = of_comment) and private.is_trusted(r.reporter_id);
  was_hidden := trusted >= (select m.reports_to_hide from private.moderation m)
    and not exists (select from public.roles r where r.user_id = author);
  if was_hidden then
    perform private.conceal(
      array_remove(array[of_post], null), array_remove(array[of_comment], null), 'reports', 'several people reported it'
    );
  end if;
  return query
    select p.id, c.slug, p.slug, was_hidden from public.posts p join public.categories c on c.id = p.category_id
    where p.id = home;
end
$$;
revoke execute on function public.report(text, bigint, bigint) from public, anon;
grant execute on function public.report(text, bigint, bigint) to authenticated;

-- What the team hides by hand is decided, and so is what it shows again.
create function private.settle_reports() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  thing constant private.hidings := coalesce(new, old);
begin
  update private.reports r set
    settled_at = now(), settled_by = (select p.id from public.profiles p where p.id = auth.uid()),
    outcome = case tg_op when 'DELETE' then 'dismissed' else 'hidden' end
  where r.settled_at is null and (r.post_id = thing.post_id or r.comment_id = thing.comment_id);
  return null;
end
$$;
create trigger settle_reports after insert or update of cause on private.hidings
  for each row when (new.cause = 'team') execute function private.settle_reports();
create trigger settle_reports_shown after delete on private.hidings
  for each row execute function private.settle_reports();

-- Says of reported posts and comments that they may stay, and shows those that reports had hidden. For the team.
create function public.dismiss_reports(post_ids bigint[] default '{}', comment_ids bigint[] default '{}')
returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  posts constant bigint[] := private.bulk_ids(post_ids);
  comments constant bigint[] := private.bulk_ids(comment_ids);
  homes bigint[];
begin
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
revoke execute on function public.dismiss_reports(bigint[], bigint[]) from public, anon;
grant execute on function public.dismiss_reports(bigint[], bigint[]) to authenticated;

-- What waits to be looked at, the oldest first: what was reported, with every report, and what waits for approval. Not
-- what the blocked wrote. For the team.
create function public.admin_reports(max_rows integer default 50)
returns table (
  post_id bigint, comment_id bigint, title text, body text, category_slug text, slug text, author_id uuid,
  author_name text, author_since timestamptz, author_is_team boolean, created_at timestamptz, since timestamptz,
  cause text, reports jsonb, total integer
)
language plpgsql stable security definer set search_path = ''
as $$
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
      t.reports, (count(*) over ())::integer
    from things t
    left join public.comments c on c.id = t.comment_id
    join public.posts p on p.id = coalesce(t.post_id, c.post_id)
    join public.categories k on k.id = p.category_id
    left join private.hidings h on h.post_id = t.post_id or h.comment_id = t.comment_id
    left join public.profiles a on a.id = case when t.comment_id is null then p.author_id else c.author_id end
    where (p.deleted_at is null or p.hidden_at is not null)
      and not exists (select from private.blocks b where b.person_id = a.id)
    order by t.since, t.post_id, t.comment_id limit least(greatest(max_rows, 1), 200);
end
$$;
revoke execute on function public.admin_reports(integer) from public, anon;
grant execute on function public.admin_reports(integer) to authenticated;

-- What came of the caller's reports, the newest first. The title is that of the post, where it can be read.
create function public.my_reports(max_rows integer default 20)
returns table (
  id bigint, is_comment boolean, title text, category_slug text, slug text, outcome text, settled_at timestamptz,
  is_read boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
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
revoke execute on function public.my_reports(integer) from public, anon;
grant execute on function public.my_reports(integer) to authenticated, service_role;

-- How much the caller has not read: notices and outcomes of reports, and posts they are about. It counts to a hundred.
create or replace function public.unread_notices() returns table (notices integer, posts integer)
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  return query
    select (count(*) + (
        select count(*) from private.reports r
        where r.reporter_id = me and r.settled_at > now() - interval '90 days' and r.read_at is null
      ))::integer, count(distinct n.post_id)::integer
    from (
      select e.post_id from private.notices n join private.visible_events e on e.id = n.event_id
      where n.person_id = me and n.read_at is null
      order by n.event_id desc limit 100
    ) n;
end
$$;

-- Marks as read what came of the caller's reports, and answers as unread_notices does.
create function public.read_reports() returns table (notices integer, posts integer)
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  update private.reports r set read_at = now() where r.reporter_id = me and r.settled_at is not null and r.read_at is null;
  return query select * from public.unread_notices();
end
$$;
revoke execute on function public.read_reports() from public, anon;
grant execute on function public.read_reports() to authenticated, service_role;

-- What the caller reported: a part of export_account.
create function private.export_reports() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('reports', coalesce(jsonb_agg(jsonb_build_object(
    'post_id', r.post_id, 'comment_id', r.comment_id, 'reason', r.reason, 'created_at', r.created_at,
    'outcome', r.outcome) order by r.id), '[]'))
  from private.reports r where r.reporter_id = auth.uid() and private.is_present()
$$;
grant execute on function private.export_reports() to authenticated, service_role;
do $$
begin
  execute replace(
    pg_get_functiondef('public.export_account()'::regprocedure),
    'private.export_block() ||', 'private.export_block() || private.export_reports() ||'
  );
end
$$;
