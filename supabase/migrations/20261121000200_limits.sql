create table private.limits (
  action text primary key check (action in ('post', 'comment', 'vote', 'image')),
  max_count integer not null check (max_count > 0),
  period interval not null,
  sentence text not null
);
comment on table private.limits is
  'How much one account may do in a period. An operator changes a limit with an update; it counts from the next request on.';
insert into private.limits (action, max_count, period, sentence) values
  ('post', 10, '1 hour', 'You have posted a lot.'),
  ('comment', 60, '1 hour', 'You have commented a lot.'),
  ('vote', 120, '1 minute', 'You have voted a lot.'),
  ('image', 40, '1 hour', 'You have added a lot of images.');

create table private.usage (
  user_id uuid not null references public.profiles (id) on delete cascade,
  -- Not a reference: everybody's every vote would lock the one row of its limit.
  action text not null,
  started_at timestamptz not null default now(),
  used integer not null,
  primary key (user_id, action)
);
comment on table private.usage is 'What an account has done in its current period; refused writes do not count.';
alter table private.limits enable row level security;
alter table private.usage enable row level security;
grant all on private.limits, private.usage to service_role;

-- Counts what the signed-in person does, whichever way the request came. Import and operators have no account.
create function private.spend() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  rule private.limits;
  spent private.usage;
  wait integer;
begin
  if me is not null then
    select * into rule from private.limits where action = tg_argv[0];
    insert into private.usage as u (user_id, action, used) values (me, rule.action, 1)
    on conflict (user_id, action) do update set
      used = case when u.started_at <= now() - rule.period then 1 else u.used + 1 end,
      started_at = case when u.started_at <= now() - rule.period then now() else u.started_at end
    returning * into spent;
    if spent.used > rule.max_count then
      wait := greatest(1, ceil(extract(epoch from spent.started_at + rule.period - now()))::integer);
      raise exception '% Try again in %.', rule.sentence,
        case
          when wait < 90 then wait || case when wait = 1 then ' second' else ' seconds' end
          else ceil(wait / 60.0)::integer || ' minutes'
        end
        using errcode = 'PT429', hint = 'rate_limit', detail = wait::text;
    end if;
  end if;
  return coalesce(new, old);
end
$$;

-- Depth 0: what the person does, not what follows from it (votes that go with their post).
create trigger a_spend_post before insert on public.posts
  for each row when (pg_trigger_depth() = 0 and coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.spend('post');
create trigger a_spend_comment before insert on public.comments
  for each row when (pg_trigger_depth() = 0 and coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.spend('comment');
create trigger a_spend_vote before insert or delete on public.votes
  for each row when (pg_trigger_depth() = 0 and coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.spend('vote');
create trigger a_spend_image before insert on public.images
  for each row when (pg_trigger_depth() = 0 and coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.spend('image');
