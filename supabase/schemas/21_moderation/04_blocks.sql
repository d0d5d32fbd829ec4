create table private.blocks (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  ends_at timestamptz,
  blocked_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
comment on table private.blocks is 'Who is blocked, why and until when. Without an end, until someone unblocks them.';

create index blocks_blocked_by_idx on private.blocks (blocked_by) where blocked_by is not null;

create function private.require_unblocked(is_new boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  block private.blocks;
begin
  if is_new and me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  if private.is_blocked() then
    select * into block from private.blocks b where b.person_id = me;
    raise exception 'You are blocked%: %',
      coalesce(' until ' || to_char(block.ends_at at time zone 'utc', 'FMMonth FMDD, YYYY'), ''), block.reason
      using errcode = 'PT403', hint = 'blocked',
        detail = jsonb_build_object('until', coalesce(block.ends_at::text, ''), 'reason', block.reason)::text;
  end if;
end
$$;
comment on function private.require_unblocked is
  'Refuses writes by blocked people. Writers take a shared lock on themselves; block_people waits for it, and new writers wait for block_people. Only for inserts: someone who updates or deletes a row already holds that row, and the block may be waiting for it.';

create function private.refuse_blocked() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_unblocked(tg_op = 'INSERT');
  if tg_nargs > 0 then
    perform private.spend_limit(tg_argv[0]);
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.refuse_blocked is 'Refuses blocked people, and counts against the limit that the trigger names.';

create function private.lift_blocks(people uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.hold_posts_of_people(people);
  delete from private.blocks b where b.person_id = any (people);
  update public.votes v set is_blocked = false where v.user_id = any (people) and v.is_blocked;
  update public.changelog_reactions r set is_blocked = false where r.user_id = any (people) and r.is_blocked;
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
comment on function private.lift_blocks is 'Ends blocks: votes count and posts are visible again.';

create function public.block_people(
  person_ids uuid[], reason text, ends_at timestamptz default null, hides boolean default false
) returns integer
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  people constant uuid[] := private.bulk_people(person_ids);
  why constant text := private.given_reason(reason);
  moment constant timestamptz := block_people.ends_at;
begin
  if moment <= now() then
    raise exception 'A block must end in the future.' using errcode = '23514', hint = 'block_past';
  end if;
  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception 'This person has no account. Exclude the vote instead.' using errcode = '23514', hint = 'block_no_account';
  end if;
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;
  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception 'Team members can''t be blocked.' using errcode = '23514', hint = 'block_team';
  end if;
  perform private.end_invitations(people);
  perform private.hold_posts_of_people(people);
  insert into private.blocks as b (person_id, reason, ends_at, blocked_by)
  select p, why, moment, auth.uid() from unnest(people) p
  on conflict (person_id) do update
  set reason = excluded.reason, ends_at = excluded.ends_at, blocked_by = excluded.blocked_by, created_at = now();
  update public.votes v set is_blocked = true where v.user_id = any (people) and not v.is_blocked;
  update public.changelog_reactions r set is_blocked = true where r.user_id = any (people) and not r.is_blocked;
  if hides then
    perform private.conceal(
      array(select p.id from public.posts p where p.author_id = any (people) and p.deleted_at is null),
      array(
        select c.id from public.comments c
        where c.author_id = any (people) and c.deleted_at is null and c.hidden_at is null
      ),
      'block', why
    );
    perform private.block_reported(people);
  end if;
  perform private.audit('person.block', null, null, null, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p, 'reason', why, 'ends_at', moment, 'hides', hides))) from unnest(people) p;
  return cardinality(people);
end
$$;
comment on function public.block_people is
  'Blocks up to 200 people, until a given time or until someone unblocks them, and optionally hides everything they wrote. Team members can''t be blocked. Returns how many were blocked. Locks merges first, then the people.';
grant execute on function public.block_people to authenticated;

create function public.unblock_people(person_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  people uuid[] := private.bulk_people(person_ids);
begin
  people := array(select b.person_id from private.blocks b where b.person_id = any (people));
  perform private.lift_blocks(people);
  perform private.audit('person.unblock', null, null, jsonb_build_object('user_id', p), null) from unnest(people) p;
  return cardinality(people);
end
$$;
comment on function public.unblock_people is 'Unblocks up to 200 people. Returns how many were blocked.';
grant execute on function public.unblock_people to authenticated;

create function private.end_blocks() returns integer
language plpgsql set search_path = '' as $$
declare
  people uuid[] := array(select b.person_id from private.blocks b where b.ends_at <= now());
begin
  perform private.hold_posts_of_people(people);
  people := array(
    select b.person_id from private.blocks b
    where b.person_id = any (people) and b.ends_at <= now() order by 1 for update
  );
  if people <> '{}' then
    perform private.lift_blocks(people);
  end if;
  return cardinality(people);
end
$$;
comment on function private.end_blocks is 'Ends expired blocks. A block that is being extended right now doesn''t end.';
grant execute on function private.end_blocks to service_role;

create function public.admin_people(
  query text default '', only_of text default null, after_cursor text default null, max_rows integer default 50
) returns table(
  id uuid, name text, avatar_url text, email text, role text, has_account boolean, created_at timestamptz,
  posts integer, comments integer, votes integer, hidden integer, blocked_at timestamptz, block_reason text,
  block_ends_at timestamptz, row_cursor text, has_factor boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  sees_addresses constant boolean := private.is_admin();
  looked_for constant text := lower(private.clean_line(left(query, 200)));
  given jsonb;
begin
  perform private.require_team();
  if only_of not in ('team', 'blocked', 'new', 'confirmed') then
    raise exception 'Unknown group of people.' using errcode = '22023';
  end if;
  given := private.read_cursor(after_cursor);
  return query
    select p.id, p.name, p.avatar_url, case when sees_addresses then u.email::text end, r.role, u.id is not null, p.created_at,
      (select count(*)::integer from public.posts t where t.author_id = p.id and t.deleted_at is null),
      (select count(*)::integer from public.comments t
       where t.author_id = p.id and t.deleted_at is null and t.hidden_at is null),
      (select count(*)::integer from public.votes t join public.posts o on o.id = t.post_id
       where t.user_id = p.id and o.deleted_at is null),
      (select count(*)::integer from public.posts t join private.hidings h on h.post_id = t.id
       where t.author_id = p.id and h.cause <> 'approval')
        + (select count(*)::integer from public.comments t join private.hidings h on h.comment_id = t.id
           where t.author_id = p.id and h.cause <> 'approval'),
      b.created_at, b.reason, b.ends_at, jsonb_build_array(p.created_at, p.id)::text,
      sees_addresses and exists (select from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified')
    from (
      select o.* from public.profiles o
      where (given is null or (o.created_at, o.id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
        and (looked_for in ('', o.id::text) or strpos(lower(o.name), looked_for) > 0 or exists (
          select from auth.users a
          where a.id = o.id and (lower(a.email) = looked_for or sees_addresses and strpos(lower(a.email), looked_for) > 0)
        ))
        and (
          looked_for <> '' or only_of = 'blocked'
          or o.id not between '00000000-0000-4000-8001-000000000000' and '00000000-0000-4000-8002-ffffffffffff'
        )
        and not exists (select from private.voter_addresses k where k.person_id = o.id)
        and case only_of
          when 'team' then o.is_team
          when 'blocked' then exists (select from private.blocks k where k.person_id = o.id)
          when 'new' then o.created_at > now() - interval '1 day'
          when 'confirmed' then exists (
            select from auth.users a where a.id = o.id and a.email_confirmed_at is not null
          )
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
comment on function public.admin_people is
  'People, newest first, filtered by their id, a part of their name or, for admins, of their address. only_of: team, blocked or new (joined within a day). Voters without a name, whom the example board and imports add to make up a number of votes, are only found by a search or if blocked. Addresses, and who has a second factor, are only returned to admins. Continue with the row_cursor of the last row. For the team.';
grant execute on function public.admin_people to authenticated;
