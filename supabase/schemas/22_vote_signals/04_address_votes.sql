-- Votes on behalf of someone without an account, by their email address.

create table private.voter_addresses (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  address text not null unique,
  check (address = lower(address) and char_length(address) <= 254 and address ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$')
);
comment on table private.voter_addresses is 'Email addresses without an account that the team voted for.';

create function private.forget_voter_addresses(people uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.voter_addresses a
  where a.person_id = any (people) order by a.person_id for update;
  if found then
    delete from public.profiles p using private.voter_addresses a
    where a.person_id = p.id and p.id = any (people)
      and not exists (select from public.votes v where v.user_id = p.id);
  end if;
end
$$;
comment on function private.forget_voter_addresses is
  'Removes the addresses of people who have no votes left. Posts are locked before addresses, here and below. Permanently deleting several posts locks all merges, so two of those never wait for each other''s addresses.';

create function private.hold_address(address text) returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended(address, 2));
comment on function private.hold_address is 'Lets one transaction at a time decide which account owns an address.';

create function private.hand_over_votes(person uuid, account uuid) returns void
language plpgsql set search_path = '' as $$
declare
  posts bigint[];
  merged bigint[];
  moved bigint[];
begin
  perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
  -- Like a vote by the account itself: not while it is being blocked.
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
  -- As when the account votes itself: from then on, the vote shows it.
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
comment on function private.hand_over_votes is
  'Moves the votes of an address to an account. Where both voted, the account''s vote stays and the other is removed, on each post separately. Votes that a merge keeps together are separated for this, and counted before one of them is removed.';

create function private.hand_over_votes_of_address() returns trigger
language plpgsql security definer set search_path = '' as $$
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
comment on function private.hand_over_votes_of_address is 'Moves the votes of an address to its confirmed account.';

create function private.hand_over_all_votes() returns integer
language plpgsql set search_path = '' as $$
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
comment on function private.hand_over_all_votes is 'Moves votes to accounts after an import.';
grant execute on function private.hand_over_all_votes to service_role;

create function public.admin_give_vote_by_address(post_id bigint, address text, why text) returns table(
  given boolean, person_id uuid, votes_total integer, category_slug text, on_post bigint
)
language plpgsql security definer set search_path = '' as $$
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
comment on function public.admin_give_vote_by_address is
  'Votes on behalf of the person with this email address: for the account that has confirmed it, otherwise for a person known only by it. Returns who that is. Locks in the same order as every other vote: the given post, the limits of the caller, the row of the post that remains. For the team.';
grant execute on function public.admin_give_vote_by_address to authenticated;

create function public.admin_voter_addresses(people uuid[]) returns table(person_id uuid, address text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  return query select a.person_id, a.address from private.voter_addresses a where a.person_id = any (people);
end
$$;
comment on function public.admin_voter_addresses is 'Email addresses of people known only by one. For the team.';
grant execute on function public.admin_voter_addresses to authenticated;
