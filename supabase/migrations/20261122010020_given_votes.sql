-- Votes that somebody of the team has given for somebody else, who asked for it elsewhere. Such a vote is that person's like
-- any other: there is one of each person, it counts the same, and its person takes it back with the button.
create table private.given_votes (
  user_id uuid not null,
  post_id bigint not null,
  -- Not a reference: the API would no longer know which of two ways leads from a vote to its person.
  given_by uuid,
  why text not null check (private.visible_length(why) >= 1 and char_length(why) <= 200),
  created_at timestamptz not null default now(),
  primary key (user_id, post_id),
  foreign key (user_id, post_id) references public.votes (user_id, post_id) on delete cascade on update cascade
);
comment on table private.given_votes is 'Which votes the team has given for somebody, who did and why. Goes and moves with the vote.';
comment on column private.given_votes.given_by is 'Null once that account is gone.';
create index given_votes_post_idx on private.given_votes (post_id);
create index given_votes_given_by_idx on private.given_votes (given_by) where given_by is not null;
alter table private.given_votes enable row level security;
grant all on private.given_votes to service_role;

create function private.forget_giver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.given_votes g set given_by = null where g.given_by = old.id;
  return null;
end
$$;
create trigger forget_giver after delete on public.profiles
  for each row execute function private.forget_giver();

-- Votes for a person who has an account, and says whether that made a vote: where there is one already nothing changes. Of a
-- merged post, on the one that stays. Nobody votes for themselves in this way, nor for the blocked. For the team.
create function public.admin_give_vote(post_id bigint, person_id uuid, why text)
returns table (given boolean, votes_total integer, category_slug text, on_post bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  reason constant text := private.given_reason(coalesce(why, ''));
  target bigint := admin_give_vote.post_id;
  found_title text;
begin
  perform private.require_team();
  if person_id = me then
    raise exception 'Vote for yourself with the button.' using errcode = '23514', hint = 'self';
  end if;
  if not exists (select from auth.users u join public.profiles p on p.id = u.id where u.id = person_id) then
    raise exception 'This person has no account.' using errcode = '23514', hint = 'no_account';
  end if;
  if exists (select from private.blocks b where b.person_id = admin_give_vote.person_id) then
    raise exception 'This person is blocked.' using errcode = '23514', hint = 'blocked';
  end if;
  perform pg_advisory_xact_lock(target);
  if not exists (select from public.posts p where p.id = target and p.deleted_at is null) then
    target := private.standing_post(target);
  end if;
  select p.title into found_title from public.posts p where p.id = target and p.deleted_at is null;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  insert into public.votes (user_id, post_id) values (person_id, target) on conflict do nothing;
  given := found;
  if given then
    insert into private.given_votes (user_id, post_id, given_by, why) values (person_id, target, me, reason);
    perform private.audit('vote.give', target, found_title, null, jsonb_build_object('user_id', person_id, 'why', reason));
  end if;
  return query
    select given, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
revoke execute on function public.admin_give_vote(bigint, uuid, text) from public, anon;
grant execute on function public.admin_give_vote(bigint, uuid, text) to authenticated;

-- Takes a vote back that the team has given, and no other. For the team.
create function public.admin_take_vote(post_id bigint, person_id uuid)
returns table (taken boolean, votes_total integer, category_slug text, on_post bigint)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  target bigint := admin_take_vote.post_id;
  found_title text;
  reason text;
begin
  perform private.require_team();
  perform pg_advisory_xact_lock(target);
  if not exists (select from public.posts p where p.id = target and p.deleted_at is null) then
    target := private.standing_post(target);
  end if;
  select p.title into found_title from public.posts p where p.id = target and p.deleted_at is null;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  select g.why into reason from private.given_votes g where g.user_id = person_id and g.post_id = target;
  delete from public.votes v
  where v.user_id = person_id and v.post_id = target
    and exists (select from private.given_votes g where g.user_id = v.user_id and g.post_id = v.post_id);
  taken := found;
  if taken then
    perform private.audit('vote.take', target, found_title, jsonb_build_object('user_id', person_id, 'why', reason), null);
  end if;
  return query
    select taken, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
revoke execute on function public.admin_take_vote(bigint, uuid) from public, anon;
grant execute on function public.admin_take_vote(bigint, uuid) to authenticated;

-- Which votes of a post the team has given, the latest first, also where they do not count. For the team.
create function public.admin_given_votes(of_post bigint)
returns table (person_id uuid, name text, given_by text, why text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    select p.id, p.name, m.name, g.why
    from private.given_votes g
    join public.posts t on t.id = g.post_id and t.deleted_at is null
    join public.profiles p on p.id = g.user_id
    left join public.profiles m on m.id = g.given_by
    where g.post_id = of_post order by g.created_at desc, p.id limit 200;
end
$$;
revoke execute on function public.admin_given_votes(bigint) from public, anon;
grant execute on function public.admin_given_votes(bigint) to authenticated;

-- What the caller has said of votes they gave: a part of export_account.
create function private.own_given_votes() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'post_id', g.post_id, 'why', g.why, 'created_at', g.created_at) order by g.created_at, g.post_id), '[]')
  from private.given_votes g where g.given_by = auth.uid() and private.is_present()
$$;
grant execute on function private.own_given_votes() to authenticated, service_role;
do $$
begin
  execute replace(
    pg_get_functiondef('public.export_account()'::regprocedure),
    '''dashboard_views'', (',
    '''given_votes'', private.own_given_votes(),
    ''dashboard_views'', ('
  );
end
$$;
