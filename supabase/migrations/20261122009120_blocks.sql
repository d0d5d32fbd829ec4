-- Blocked people neither write nor vote. Their votes stop counting but stay, and what they wrote can be hidden with
-- them; both come back when the block ends.
create table private.blocks (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  ends_at timestamptz,
  blocked_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.blocks is 'Who is blocked, why and until when; without an end until somebody ends it.';
create index blocks_blocked_by_idx on private.blocks (blocked_by) where blocked_by is not null;
alter table private.blocks enable row level security;
grant all on private.blocks to service_role;

-- Whether the caller is blocked at this moment.
create function private.is_blocked() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  return exists (select 1 from private.blocks b where b.person_id = me and coalesce(b.ends_at > now(), true));
end
$$;
grant execute on function private.is_blocked() to authenticated, service_role;

-- Name and depth as of private.spend(). Deleting what is one's own, and the account, stays possible.
create function private.refuse_blocked() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  block private.blocks;
begin
  if private.is_blocked() then
    select * into block from private.blocks b where b.person_id = auth.uid();
    raise exception 'You are blocked%: %',
      coalesce(' until ' || to_char(block.ends_at at time zone 'utc', 'FMMonth FMDD, YYYY'), ''), block.reason
      using errcode = '42501', hint = 'blocked';
  end if;
  return coalesce(new, old);
end
$$;
create trigger a_refuse_blocked before insert on public.posts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of title, details on public.posts
  for each row when (pg_trigger_depth() = 0 and (old.title, old.details) is distinct from (new.title, new.details))
  execute function private.refuse_blocked();
create trigger a_refuse_blocked before insert on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of body on public.comments
  for each row when (pg_trigger_depth() = 0 and old.body is distinct from new.body and new.body <> '')
  execute function private.refuse_blocked();
create trigger a_refuse_blocked before insert or delete on public.votes
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked before insert on public.images
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of alt, position on public.images
  for each row when (
    pg_trigger_depth() = 0 and old.post_id is not distinct from new.post_id
    and (old.alt, old.position) is distinct from (new.alt, new.position)
  )
  execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of name, avatar_url on public.profiles
  for each row when (
    pg_trigger_depth() = 0 and (
      old.name <> new.name or (new.avatar_url is not null and new.avatar_url is distinct from old.avatar_url)
    )
  )
  execute function private.refuse_blocked();
create trigger a_refuse_blocked before insert on private.same_posts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create policy "blocked people store nothing" on storage.objects as restrictive
  for insert to authenticated
  with check (bucket_id not in ('images', 'avatars') or not (select private.is_blocked()));

-- Which votes count. Nothing is deleted, so that everything can be taken back.
alter table public.votes
  add column is_blocked boolean not null default false,
  add column is_set_aside boolean not null default false,
  add column counts boolean not null generated always as (not (is_blocked or is_set_aside)) stored;
comment on column public.votes.is_blocked is 'Whether its person is blocked.';
comment on column public.votes.is_set_aside is 'Whether the team has set it aside.';

create or replace function private.count_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  counted integer;
begin
  if tg_op = 'INSERT' then
    update public.posts p set votes_total = p.votes_total + d.n, trend = p.trend + d.weight
    from (
      select post_id, count(*) filter (where counts) as n,
        coalesce(sum(private.trend_weight(created_at)) filter (where counts), 0) as weight
      from new_rows group by post_id
    ) d
    where p.id = d.post_id and p.deleted_at is null;
    get diagnostics counted = row_count;
    if counted < (select count(distinct post_id) from new_rows) then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end if;
  else
    update public.posts p set votes_total = p.votes_total - d.n, trend = greatest(p.trend - d.weight, 0)
    from (
      select post_id, count(*) as n, sum(private.trend_weight(created_at)) as weight
      from old_rows where counts group by post_id
    ) d
    where p.id = d.post_id;
  end if;
  return null;
end
$$;

-- Votes that begin or cease to count where they are; those that a merge moves it counts itself.
create function private.recount_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.posts p set votes_total = p.votes_total + d.n, trend = greatest(p.trend + d.weight, 0)
  from (
    select post_id, sum(case when n.counts then 1 else -1 end) as n,
      sum(private.trend_weight(n.created_at) * case when n.counts then 1 else -1 end) as weight
    from new_rows n join old_rows o using (user_id, post_id) where n.counts <> o.counts group by post_id
  ) d
  where p.id = d.post_id;
  return null;
end
$$;
create trigger recount_changed_votes after update on public.votes
  referencing old table as old_rows new table as new_rows for each statement execute function private.recount_votes();

-- Counts these posts anew, while they are held.
create or replace function private.count_merged(ids bigint[]) returns void
language sql set search_path = ''
as $$
  update public.posts p
  set votes_total = v.n, trend = private.trend_weight(p.created_at) + v.weight, comments_total = c.n, activity_at = now()
  from unnest(ids) i (id)
  cross join lateral (
    select count(*)::integer as n, coalesce(sum(private.trend_weight(t.created_at)), 0) as weight
    from public.votes t where t.post_id = i.id and t.counts
  ) v
  cross join lateral (
    select count(*)::integer as n from public.comments t
    where t.post_id = i.id and t.deleted_at is null and t.hidden_at is null
  ) c
  where p.id = i.id
$$;

create or replace function private.find_miscounts() returns table (kind text, id bigint, stored integer, counted integer)
language sql stable set search_path = '' set work_mem = '256MB'
as $$
  select 'votes of a post', p.id, p.votes_total, coalesce(v.n, 0)
  from public.posts p
  left join (select post_id, count(*)::integer as n from public.votes where counts group by 1) v on v.post_id = p.id
  where p.votes_total <> coalesce(v.n, 0)
  union all
  select 'comments of a post', p.id, p.comments_total, coalesce(c.n, 0)
  from public.posts p
  left join (
    select post_id, count(*)::integer as n from public.comments where deleted_at is null and hidden_at is null group by 1
  ) c on c.post_id = p.id
  where p.comments_total <> coalesce(c.n, 0)
  union all
  select 'replies to a comment', c.id, c.replies_total, coalesce(r.n, 0)
  from public.comments c
  left join (
    select parent_id, count(*)::integer as n from public.comments
    where parent_id is not null and deleted_at is null and (hidden_at is null or hidden_reason is not null) group by 1
  ) r on r.parent_id = c.id
  where c.replies_total <> coalesce(r.n, 0)
  union all
  select 'posts of a category in a state', t.category_id, t.posts, coalesce(p.n, 0)
  from public.post_totals t
  left join (
    select category_id, state, count(*)::integer as n from public.posts where deleted_at is null group by 1, 2
  ) p
    on p.category_id = t.category_id and p.state = t.state
  where t.posts <> coalesce(p.n, 0)
$$;

-- Who voted is who counts.
do $$
begin
  execute replace(
    pg_get_functiondef('public.admin_post(bigint)'::regprocedure),
    'where v.post_id = p.id', 'where v.post_id = p.id and v.counts'
  );
end
$$;

-- Holds every post that people voted for, commented on or wrote, as whoever changes several does.
create function private.hold_posts_of_people(people uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.posts p
  where p.id in (
    select t.id from public.posts t where t.author_id = any (people)
    union select v.post_id from public.votes v where v.user_id = any (people)
    union select c.post_id from public.comments c where c.author_id = any (people)
  )
  order by p.id for update;
end
$$;

-- Ends blocks: votes count again, and what was hidden with them is there again.
create function private.lift_blocks(people uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.hold_posts_of_people(people);
  delete from private.blocks b where b.person_id = any (people);
  update public.votes v set is_blocked = false where v.user_id = any (people) and v.is_blocked;
  perform private.reveal(
    array(
      select h.post_id from private.hidings h join public.posts p on p.id = h.post_id
      where h.cause = 'block' and p.author_id = any (people)
    ),
    array(
      select h.comment_id from private.hidings h join public.comments c on c.id = h.comment_id
      where h.cause = 'block' and c.author_id = any (people)
    )
  );
end
$$;

create function private.bulk_people(person_ids uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_team();
  if cardinality(person_ids) > 200 then
    raise exception 'At most 200 people at once.' using errcode = '22023';
  end if;
  return array(select distinct p.id from public.profiles p where p.id = any (person_ids) order by 1);
end
$$;

-- Blocks up to 200 people, until a moment or until somebody ends it, and hides with them all they wrote where that is
-- wanted. Nobody of the team. How many it blocked.
create function public.block_people(person_ids uuid[], reason text, ends_at timestamptz default null, hides boolean default false)
returns integer
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  people constant uuid[] := private.bulk_people(person_ids);
  why constant text := private.given_reason(reason);
  moment constant timestamptz := block_people.ends_at;
begin
  if moment <= now() then
    raise exception 'A block ends later than now.' using errcode = '23514';
  end if;
  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception 'Nobody of the team can be blocked.' using errcode = '23514', hint = 'team';
  end if;
  perform private.hold_posts_of_people(people);
  insert into private.blocks as b (person_id, reason, ends_at, blocked_by)
  select p, why, moment, auth.uid() from unnest(people) p
  on conflict (person_id) do update
  set reason = excluded.reason, ends_at = excluded.ends_at, blocked_by = excluded.blocked_by, created_at = now();
  update public.votes v set is_blocked = true where v.user_id = any (people) and not v.is_blocked;
  if hides then
    perform private.conceal(
      array(select p.id from public.posts p where p.author_id = any (people) and p.deleted_at is null),
      array(
        select c.id from public.comments c
        where c.author_id = any (people) and c.deleted_at is null and c.hidden_at is null
      ),
      'block', why
    );
  end if;
  perform private.audit('person.block', null, null, null, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p, 'reason', why, 'ends_at', moment, 'hides', hides))) from unnest(people) p;
  return cardinality(people);
end
$$;

-- Ends the blocks of up to 200 people. How many were blocked.
create function public.unblock_people(person_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  people uuid[] := private.bulk_people(person_ids);
begin
  people := array(select b.person_id from private.blocks b where b.person_id = any (people));
  perform private.lift_blocks(people);
  perform private.audit('person.unblock', null, null, jsonb_build_object('user_id', p), null) from unnest(people) p;
  return cardinality(people);
end
$$;
revoke execute on function public.block_people(uuid[], text, timestamptz, boolean) from public, anon;
revoke execute on function public.unblock_people(uuid[]) from public, anon;
grant execute on function public.block_people(uuid[], text, timestamptz, boolean) to authenticated;
grant execute on function public.unblock_people(uuid[]) to authenticated;

-- Ends the blocks whose time is over; for the worker. How many those were.
create function private.end_blocks() returns integer
language plpgsql set search_path = ''
as $$
declare
  people constant uuid[] := array(select b.person_id from private.blocks b where b.ends_at <= now());
begin
  if people <> '{}' then
    perform private.lift_blocks(people);
  end if;
  return cardinality(people);
end
$$;
grant execute on function private.end_blocks() to service_role;

-- Who gets a role is not blocked any more.
create function private.refuse_blocked_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from private.blocks b where b.person_id = new.user_id) then
    raise exception 'This person is blocked. End the block first.' using errcode = '23514', hint = 'blocked';
  end if;
  return new;
end
$$;
create trigger refuse_blocked_role before insert or update of user_id on public.roles
  for each row execute function private.refuse_blocked_role();

create index profiles_created_idx on public.profiles (created_at desc, id desc);

-- People, the newest first, found by a part of their name or, for admins, of their address; only_of: team, blocked or new
-- (since a day). Addresses are told to admins alone. Continue with the row_cursor of the last row. For the team.
create function public.admin_people(
  query text default '', only_of text default null, after_cursor text default null, max_rows integer default 50
)
returns table (
  id uuid, name text, avatar_url text, email text, role text, has_account boolean, created_at timestamptz,
  posts integer, comments integer, votes integer, hidden integer,
  blocked_at timestamptz, block_reason text, block_ends_at timestamptz, row_cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  sees_addresses constant boolean := private.is_admin();
  looked_for constant text := lower(private.clean_line(left(query, 200)));
  given jsonb;
begin
  perform private.require_team();
  if only_of not in ('team', 'blocked', 'new') then
    raise exception 'Unknown choice of people.' using errcode = '22023';
  end if;
  if after_cursor is not null then
    given := private.read_cursor(after_cursor);
  end if;
  return query
    select p.id, p.name, p.avatar_url, case when sees_addresses then u.email::text end, r.role, u.id is not null, p.created_at,
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.deleted_at is null),
      (select count(*)::integer from public.comments t
       where t.author_id = p.id and t.deleted_at is null and t.hidden_at is null),
      (select count(*)::integer from public.votes t where t.user_id = p.id),
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.hidden_at is not null)
        + (select count(*)::integer from public.comments t where t.author_id = p.id and t.hidden_at is not null),
      b.created_at, b.reason, b.ends_at, jsonb_build_array(p.created_at, p.id)::text
    from (
      select o.* from public.profiles o
      where (given is null or (o.created_at, o.id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
        and (looked_for = '' or strpos(lower(o.name), looked_for) > 0 or sees_addresses and exists (
          select from auth.users a where a.id = o.id and strpos(lower(a.email), looked_for) > 0
        ))
        and case only_of
          when 'team' then o.is_team
          when 'blocked' then exists (select from private.blocks k where k.person_id = o.id)
          when 'new' then o.created_at > now() - interval '1 day'
          else true
        end
      order by o.created_at desc, o.id desc limit least(greatest(max_rows, 1), 201)
    ) p
    left join auth.users u on u.id = p.id
    left join public.roles r on r.user_id = p.id
    left join private.blocks b on b.person_id = p.id
    order by p.created_at desc, p.id desc;
end
$$;
revoke execute on function public.admin_people(text, text, text, integer) from public, anon;
grant execute on function public.admin_people(text, text, text, integer) to authenticated;

-- Whether the caller is blocked, and why: a part of export_account.
create function private.export_block() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('block', (
    select jsonb_build_object('reason', b.reason, 'created_at', b.created_at, 'ends_at', b.ends_at)
    from private.blocks b where b.person_id = auth.uid() and private.is_present()
  ))
$$;
grant execute on function private.export_block() to authenticated, service_role;
do $$
begin
  execute replace(
    pg_get_functiondef('public.export_account()'::regprocedure),
    'private.export_hidden() ||', 'private.export_hidden() || private.export_block() ||'
  );
end
$$;
