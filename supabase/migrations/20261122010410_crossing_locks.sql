-- What two people do to the same thing at once, each holding what the other wanted next: one of them failed. Now each
-- takes first what the other takes first, and waits there.

do $$
begin
  -- A report that hides holds the post from the start as hiding does: whoever writes there would not let it go.
  execute replace(
    pg_get_functiondef('public.report(text,bigint,bigint)'::regprocedure), 'for no key update', 'for update'
  );
  -- As whoever hides them: the posts, then the reports.
  execute replace(
    pg_get_functiondef('public.dismiss_reports(bigint[],bigint[])'::regprocedure),
    E'begin\n',
    'begin
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
'
  );
end
$$;

-- The post of a comment, held as whoever writes a comment holds it: before the comment.
create function private.hold_post_of(comment_id bigint) returns void
language sql security definer set search_path = ''
as $$
  select from public.posts p
  where p.id = (select c.post_id from public.comments c where c.id = comment_id) for key share
$$;
revoke execute on function private.hold_post_of(bigint) from public;
grant execute on function private.hold_post_of(bigint) to authenticated, service_role;
do $$
begin
  execute replace(
    pg_get_functiondef('public.edit_comment(bigint,text,integer,uuid[])'::regprocedure),
    E'begin\n', E'begin\n  perform private.hold_post_of(edit_comment.comment_id);\n'
  );
end
$$;

-- Whoever takes a vote back waits for a block before that vote is held, and the block for them.
create function private.hold_voter() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  if me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  return null;
end
$$;
create trigger a_hold_voter before delete on public.votes
  for each statement when (pg_trigger_depth() = 0) execute function private.hold_voter();

-- A block that is made longer at this moment does not end.
create or replace function private.end_blocks() returns integer
language plpgsql set search_path = ''
as $$
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

-- Who is blocked at this moment gets no role, and who gets a role is not blocked.
create or replace function private.refuse_blocked_role() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 1));
  if exists (select from private.blocks b where b.person_id = new.user_id) then
    raise exception 'This person is blocked. End the block first.' using errcode = '23514', hint = 'blocked';
  end if;
  return new;
end
$$;
do $$
declare
  check_of_roles constant text := '  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception ''Nobody of the team can be blocked.'' using errcode = ''23514'', hint = ''team'';
  end if;
';
  hold constant text := '  perform private.hold_posts_of_people(people);';
begin
  execute replace(
    replace(
      pg_get_functiondef('public.block_people(uuid[],text,timestamptz,boolean)'::regprocedure), check_of_roles, ''
    ),
    hold, check_of_roles || hold
  );
end
$$;
