-- Whoever writes and whoever blocks them wait for one another: what is written is there when the block looks, or refused.

-- The writer holds themselves, as many times at once as they like; block_people waits for that, and new writers wait for
-- it. Only what is new: whoever changes or deletes a row holds that row already, for which the block may be waiting.
create or replace function private.refuse_blocked() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
  block private.blocks;
begin
  if tg_op = 'INSERT' and me is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  end if;
  if private.is_blocked() then
    select * into block from private.blocks b where b.person_id = me;
    raise exception 'You are blocked%: %',
      coalesce(' until ' || to_char(block.ends_at at time zone 'utc', 'FMMonth FMDD, YYYY'), ''), block.reason
      using errcode = '42501', hint = 'blocked';
  end if;
  return coalesce(new, old);
end
$$;

-- As before, but first it waits for what these people are writing at this moment.
do $$
declare
  was constant text := pg_get_functiondef('public.block_people(uuid[],text,timestamptz,boolean)'::regprocedure);
begin
  execute replace(
    was, '  perform private.hold_posts_of_people(people);',
    E'  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;\n'
      '  perform private.hold_posts_of_people(people);'
  );
end
$$;
