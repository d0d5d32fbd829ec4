-- Votes that the team gives for somebody who is known by an e-mail address alone. Behind each such address stands a person
-- without an account, so its votes are votes like any other. Once somebody has an account with that address, confirmed, they
-- are the account's.
create table private.voter_addresses (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  address text not null unique check (address = lower(address) and char_length(address) <= 254 and address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$')
);
comment on table private.voter_addresses is
  'By which address the team knows people without an account whom it voted for. Only the team reads them; one goes with its last vote.';
comment on table public.profiles is
  'What the public may know of a person. An account''s profile has the id of its auth user; a placeholder stands for the author of imported feedback, or for whom the team knows by an e-mail address alone, and cannot sign in.';
alter table private.voter_addresses enable row level security;
grant all on private.voter_addresses to service_role;

-- Whoever has no vote left is forgotten. Posts are held before addresses, here and below; whoever deletes several posts for
-- good holds all merges, so two of those never wait for one another's addresses.
create function private.forget_voter_addresses() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform 1 from private.voter_addresses a
  where a.person_id in (select o.user_id from old_rows o) order by a.person_id for update;
  if found then
    delete from public.profiles p using private.voter_addresses a
    where a.person_id = p.id and p.id in (select o.user_id from old_rows o)
      and not exists (select from public.votes v where v.user_id = p.id);
  end if;
  return null;
end
$$;
create trigger forget_voter_addresses after delete on public.votes
  referencing old table as old_rows for each statement execute function private.forget_voter_addresses();

-- One at a time says whose an address is.
create function private.hold_address(address text) returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended(address, 2));

-- Makes the votes of an address those of an account. Where both voted, the account's vote stays and the other one goes, on
-- each post for itself: those that a merge keeps together are taken apart for it, and counted before one of them goes.
create function private.hand_over_votes(person uuid, account uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  posts bigint[];
  merged bigint[];
  moved bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  -- As a vote of the account itself: not while it is being blocked.
  perform pg_advisory_xact_lock_shared(hashtextextended(account::text, 1));
  posts := array(select distinct private.standing_post(v.post_id) from public.votes v where v.user_id = person);
  perform private.hold_posts(private.merged_with(posts));
  merged := array(
    select distinct m.stays_id from public.post_merges m where m.stays_id = any (posts) and m.undone_at is null
  );
  if merged <> '{}' then
    update public.votes v set post_id = m.post_id, merge_id = null
    from public.post_merges m
    where m.id = v.merge_id and v.post_id = any (posts) and v.user_id in (person, account);
    perform private.count_merged(private.merged_with(merged));
  end if;
  with changed as (
    update public.votes v set user_id = account
    where v.user_id = person
      and not exists (select from public.votes own where own.user_id = account and own.post_id = v.post_id)
    returning v.post_id
  )
  select coalesce(array_agg(c.post_id), '{}') into moved from changed c;
  delete from public.votes v where v.user_id = person;
  update public.votes v
  set is_set_aside = v.is_set_aside or exists (
      select from private.withdrawn_votes w
      where w.user_id = account and private.standing_post(w.post_id) = private.standing_post(v.post_id)
    ),
    is_blocked = exists (
      select from private.blocks b where b.person_id = account and coalesce(b.ends_at > now(), true)
    )
  where v.user_id = account and v.post_id = any (moved);
  -- As where the account votes by itself: from then on the vote says it.
  delete from private.withdrawn_votes w
  where w.user_id = account
    and private.standing_post(w.post_id) in (select private.standing_post(p) from unnest(moved) p);
  if merged <> '{}' then
    perform private.gather(p) from unnest(merged) p;
    perform private.count_merged(private.merged_with(merged));
  end if;
  delete from public.profiles p where p.id = person;
end
$$;

create function private.hand_over_votes_of_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  perform private.hold_address(lower(new.email));
  select a.person_id into person from private.voter_addresses a where a.address = lower(new.email);
  if found then
    perform private.hand_over_votes(person, new.id);
  end if;
  return null;
end
$$;
create trigger hand_over_votes after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email is not null and new.email_confirmed_at is not null)
  execute function private.hand_over_votes_of_address();

-- For a board that comes from elsewhere, with addresses whose accounts are here. How many those are.
create function private.hand_over_all_votes() returns integer
language plpgsql set search_path = ''
as $$
declare
  pair record;
  pairs integer := 0;
begin
  for pair in
    select a.person_id, u.id as account
    from private.voter_addresses a
    join auth.users u on lower(u.email) = a.address and u.email_confirmed_at is not null
    order by a.address
  loop
    perform private.hand_over_votes(pair.person_id, pair.account);
    pairs := pairs + 1;
  end loop;
  return pairs;
end
$$;
grant execute on function private.hand_over_all_votes() to service_role;

-- The post that is voted for where somebody of the team votes on this one: of a merged post the one that stays.
create function private.voted_post(id bigint) returns bigint
language plpgsql set search_path = ''
as $$
declare
  target bigint := voted_post.id;
begin
  perform pg_advisory_xact_lock(target);
  if not exists (select from public.posts p where p.id = target and p.deleted_at is null) then
    target := private.standing_post(target);
  end if;
  if not exists (select from public.posts p where p.id = target and p.deleted_at is null) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  return target;
end
$$;

-- Whether that made a vote.
create function private.add_given_vote(target bigint, person uuid, reason text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into public.votes (user_id, post_id) values (person, target) on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into private.given_votes (user_id, post_id, given_by, why) values (person, target, auth.uid(), reason);
  perform private.audit(
    'vote.give', target, (select p.title from public.posts p where p.id = target), null,
    jsonb_build_object('user_id', person, 'why', reason)
  );
  return true;
end
$$;

-- As before; but not for an account that has not confirmed its address: anybody signs up with the address of somebody else.
create or replace function public.admin_give_vote(post_id bigint, person_id uuid, why text)
returns table (given boolean, votes_total integer, category_slug text, on_post bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  reason constant text := private.given_reason(coalesce(why, ''));
  target bigint;
begin
  perform private.require_team();
  if person_id = auth.uid() then
    raise exception 'Vote for yourself with the button.' using errcode = '23514', hint = 'self';
  end if;
  if not exists (select from auth.users u join public.profiles p on p.id = u.id where u.id = person_id) then
    raise exception 'This person has no account.' using errcode = '23514', hint = 'no_account';
  end if;
  if not exists (select from auth.users u where u.id = person_id and u.email_confirmed_at is not null) then
    raise exception 'This person has not confirmed their e-mail address.' using errcode = '23514', hint = 'unconfirmed';
  end if;
  if exists (select from private.blocks b where b.person_id = admin_give_vote.person_id) then
    raise exception 'This person is blocked.' using errcode = '23514', hint = 'blocked';
  end if;
  target := private.voted_post(admin_give_vote.post_id);
  given := private.add_given_vote(target, person_id, reason);
  return query
    select given, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;

-- Votes for whoever has this address: for the account that has confirmed it, else for a person who is known by it alone. Says
-- who that is. Holds things in the order in which every other vote does: the post that is asked for, what its giver may do,
-- the row of the post that stands for it. For the team.
create function public.admin_give_vote_by_address(post_id bigint, address text, why text)
returns table (given boolean, person_id uuid, votes_total integer, category_slug text, on_post bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  reason constant text := private.given_reason(coalesce(why, ''));
  looked_for constant text := lower(btrim(left(coalesce(address, ''), 320)));
  person uuid;
  target bigint;
begin
  perform private.require_team();
  perform private.hold_address(looked_for);
  select u.id into person from auth.users u
  where lower(u.email) = looked_for and u.email_confirmed_at is not null order by u.created_at limit 1;
  if found then
    return query
      select g.given, person, g.votes_total, g.category_slug, g.on_post
      from public.admin_give_vote(admin_give_vote_by_address.post_id, person, reason) g;
    return;
  end if;
  target := private.voted_post(admin_give_vote_by_address.post_id);
  perform 1 from private.usage u where u.user_id = auth.uid() and u.action = 'vote' for update;
  perform 1 from public.posts p where p.id = target for no key update;
  select a.person_id into person from private.voter_addresses a where a.address = looked_for for update;
  if not found then
    insert into public.profiles (name, placeholder) values ('Somebody by e-mail', true) returning id into person;
    insert into private.voter_addresses (person_id, address) values (person, looked_for);
  end if;
  given := private.add_given_vote(target, person, reason);
  return query
    select given, person, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
revoke execute on function public.admin_give_vote_by_address(bigint, text, text) from public, anon;
grant execute on function public.admin_give_vote_by_address(bigint, text, text) to authenticated;

-- One list of who voted says all there is to say of a vote.
drop function public.admin_given_votes(bigint);
drop function public.admin_voters(bigint, text, integer, boolean);
-- Who voted for a post, the newest vote first, with what stands out about each, and who of the team gave it and why. The
-- address is that of a person who is known by it alone. Only the votes that count come without what stands out. Continue
-- with the row_cursor of the last row. For the team.
create function public.admin_voters(
  of_post bigint, after_cursor text default null, max_rows integer default 50, only_aside boolean default false,
  only_counted boolean default false
)
returns table (
  id uuid, name text, avatar_url text, is_team boolean, address text, voted_at timestamptz, is_young boolean,
  in_burst boolean, network_votes integer, is_blocked boolean, is_set_aside boolean,
  given_by text, why text, row_cursor text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  given jsonb;
begin
  perform private.require_team();
  if after_cursor is not null then
    given := private.read_cursor(after_cursor);
  end if;
  return query
    select p.id, p.name, p.avatar_url, p.is_team, a.address, v.created_at,
      v.created_at >= p.created_at and v.created_at < p.created_at + interval '1 day' and not p.placeholder,
      coalesce('burst' = any (s.signals), false), coalesce(s.network_votes, 0), v.is_blocked, v.is_set_aside,
      case when g.why is not null then coalesce(m.name, 'Deleted user') end, g.why,
      jsonb_build_array(v.created_at, v.user_id)::text
    from (
      select o.* from public.votes o join public.posts t on t.id = o.post_id and t.deleted_at is null
      where o.post_id = of_post and (o.is_set_aside or not only_aside) and (o.counts or not only_counted)
        and (given is null or (o.created_at, o.user_id) < ((given ->> 0)::timestamptz, (given ->> 1)::uuid))
      order by o.created_at desc, o.user_id desc limit least(greatest(max_rows, 1), 200)
    ) v
    join public.profiles p on p.id = v.user_id
    left join (select * from private.vote_signs(of_post) where not only_counted) s on s.user_id = v.user_id
    left join private.voter_addresses a on a.person_id = v.user_id
    left join private.given_votes g on g.user_id = v.user_id and g.post_id = v.post_id
    left join public.profiles m on m.id = g.given_by
    order by v.created_at desc, v.user_id desc;
end
$$;
revoke execute on function public.admin_voters(bigint, text, integer, boolean, boolean) from public, anon;
grant execute on function public.admin_voters(bigint, text, integer, boolean, boolean) to authenticated;

-- As before; but nobody who is known by an address alone: a vote of theirs is set aside, and it holds its post before them.
do $$
begin
  execute replace(
    pg_get_functiondef('public.block_people(uuid[],text,timestamptz,boolean)'::regprocedure),
    '  perform pg_advisory_xact_lock(',
    '  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception ''Nobody has this account. Set the vote aside.'' using errcode = ''23514'', hint = ''no_account'';
  end if;
  perform pg_advisory_xact_lock('
  );
end
$$;

-- Of the caller's votes it is said which ones the team has given; who did and what they noted is the team's.
do $$
begin
  execute replace(
    pg_get_functiondef('private.export_vote_marks()'::regprocedure),
    '''vote_networks'', (',
    '''votes_given_by_the_team'', (
      select coalesce(jsonb_agg(jsonb_build_object(
        ''post_id'', g.post_id, ''created_at'', g.created_at) order by g.created_at, g.post_id), ''[]'')
      from private.given_votes g where g.user_id = me.id),
    ''vote_networks'', ('
  );
end
$$;
