-- Votes that the team adds on someone's behalf.

create table private.given_votes (
  user_id uuid,
  post_id bigint,
  given_by uuid,
  why text not null check (private.visible_length(why) >= 1 and char_length(why) <= 200),
  created_at timestamptz not null default now(),
  primary key (user_id, post_id),
  foreign key (user_id, post_id) references public.votes (user_id, post_id) on update cascade on delete cascade
);
comment on table private.given_votes is 'Votes that the team added on someone''s behalf, by whom and why.';
comment on column private.given_votes.given_by is 'Null once that account is deleted.';

create index given_votes_post_idx on private.given_votes (post_id);
create index given_votes_given_by_idx on private.given_votes (given_by) where given_by is not null;

create function private.voted_post(id bigint) returns bigint
language plpgsql set search_path = '' as $$
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
comment on function private.voted_post is 'The post that a vote added by the team goes to, after merges.';

create function private.add_given_vote(target bigint, person uuid, reason text) returns boolean
language plpgsql set search_path = '' as $$
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
comment on function private.add_given_vote is 'Adds a vote. Returns whether it is new.';

create function public.admin_give_vote(post_id bigint, person_id uuid, why text) returns table(
  given boolean, votes_total integer, category_slug text, on_post bigint
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  reason constant text := private.given_reason(coalesce(why, ''));
  target bigint;
begin
  perform private.require_team();
  if person_id = auth.uid() then
    raise exception 'Use the vote button to vote for yourself.' using errcode = '23514', hint = 'vote_for_self';
  end if;
  if not exists (select from auth.users u join public.profiles p on p.id = u.id where u.id = person_id) then
    raise exception 'This person has no account.' using errcode = '23514', hint = 'voter_no_account';
  end if;
  if not exists (select from auth.users u where u.id = person_id and u.email_confirmed_at is not null) then
    raise exception 'This person hasn''t confirmed their email address.' using errcode = '23514', hint = 'voter_unconfirmed';
  end if;
  if exists (select from private.blocks b where b.person_id = admin_give_vote.person_id) then
    raise exception 'This person is blocked.' using errcode = '23514', hint = 'voter_blocked';
  end if;
  target := private.voted_post(admin_give_vote.post_id);
  given := private.add_given_vote(target, person_id, reason);
  return query
    select given, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
comment on function public.admin_give_vote is
  'Votes on behalf of a person with a confirmed account, and returns whether that added a vote. For a merged post, on the post that remains. No one can vote on their own behalf or on that of blocked people. For the team.';
grant execute on function public.admin_give_vote to authenticated;

create function public.admin_take_vote(post_id bigint, person_id uuid) returns table(
  taken boolean, votes_total integer, category_slug text, on_post bigint
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  target bigint;
  reason text;
begin
  perform private.require_team();
  target := private.voted_post(admin_take_vote.post_id);
  select g.why into reason from private.given_votes g where g.user_id = person_id and g.post_id = target;
  delete from public.votes v
  where v.user_id = person_id and v.post_id = target
    and exists (select from private.given_votes g where g.user_id = v.user_id and g.post_id = v.post_id);
  taken := found;
  if taken then
    perform private.audit(
      'vote.take', target, (select p.title from public.posts p where p.id = target),
      jsonb_build_object('user_id', person_id, 'why', reason), null
    );
  end if;
  return query
    select taken, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
comment on function public.admin_take_vote is 'Removes a vote that the team added, and no other. For the team.';
grant execute on function public.admin_take_vote to authenticated;
