-- Whoever leaves or is blocked while posts are merged: their votes and comments moved on to other posts, which then had to be
-- held last, out of the order of ids, and whoever held those already waited for the first. So merges wait, and are waited for,
-- before any post is held; several who leave or are blocked do not wait for one another here.

create function private.wait_for_merges() returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock_shared(hashtextextended('merging posts', 0))
$$;
revoke execute on function private.wait_for_merges() from public;

create or replace function private.hold_posts_of(person uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.wait_for_merges();
  perform 1 from public.posts p
  where p.id in (
    select t.id from public.posts t where t.author_id = person
    union select v.post_id from public.votes v where v.user_id = person
    union select c.post_id from public.comments c where c.author_id = person
  )
  order by p.id for update;
end
$$;

create or replace function private.hold_posts_of_people(people uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.wait_for_merges();
  perform 1 from public.posts p
  where p.id in (
    select t.id from public.posts t where t.author_id = any (people)
    union select v.post_id from public.votes v where v.user_id = any (people)
    union select c.post_id from public.comments c where c.author_id = any (people)
  )
  order by p.id for update;
end
$$;

-- As before; merges first, then the people, as private.hand_over_votes does.
create or replace function public.block_people(
  person_ids uuid[], reason text, ends_at timestamptz default null, hides boolean default false
)
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
  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception 'Nobody has this account. Set the vote aside.' using errcode = '23514', hint = 'no_account';
  end if;
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;
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
    perform private.block_reported(people);
  end if;
  perform private.audit('person.block', null, null, null, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p, 'reason', why, 'ends_at', moment, 'hides', hides))) from unnest(people) p;
  return cardinality(people);
end
$$;
