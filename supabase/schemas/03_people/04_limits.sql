-- How much an account may do in a period, and that each form is processed once.

create table private.limits (
  action text check (action in ('post', 'comment', 'edit', 'vote', 'image', 'report', 'invite')),
  standing text check (standing in ('any', 'newcomer', 'member', 'regular')),
  max_count integer not null check (max_count > 0),
  period interval not null,
  sentence text not null,
  primary key (action, standing)
);
comment on table private.limits is
  'How much one account may do in a period, depending on its standing. Operators change a limit with an update, which takes effect with the next request.';

alter table private.limits enable row level security;

create table private.usage (
  user_id uuid references public.profiles (id) on delete cascade,
  action text,
  started_at timestamptz not null default now(),
  used integer not null,
  primary key (user_id, action)
);
comment on table private.usage is 'What an account has done in its current period. Refused writes don''t count.';

alter table private.usage enable row level security;

create function private.standing_of(person uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  age constant interval := now() - (select p.created_at from public.profiles p where p.id = person);
begin
  return case
    when private.counts_as_team(person) then 'regular'
    when age < interval '1 day' then 'newcomer'
    when age > interval '7 days' and exists (select 1 from public.posts t where t.author_id = person) then 'regular'
    else 'member'
  end;
end
$$;
comment on function private.standing_of is
  'The standing of an account: new for a day, regular after a week with a visible post, or team.';

create function private.spend_limit(wanted text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
  rule private.limits;
  spent private.usage;
  wait integer;
begin
  if me is not null then
    select * into rule from private.limits where action = wanted and standing = 'any';
    if not found then
      select * into rule from private.limits where action = wanted and standing = private.standing_of(me);
    end if;
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
        using errcode = 'PT429', hint = 'rate_limit',
          detail = jsonb_build_object('action', rule.action, 'wait', wait)::text;
    end if;
  end if;
end
$$;
comment on function private.spend_limit is
  'Counts what the signed-in person does, no matter how the request came. Imports and operators have no account. Triggers run in order of their names, so those that refuse start with a_ and run before any that write. Only runs at depth 0: for what the person does, not for its consequences, such as votes that move with their post.';

create function private.spend() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.spend_limit(tg_argv[0]);
  return coalesce(new, old);
end
$$;
comment on function private.spend is 'Counts against the limit that the trigger names.';

create table private.sendings (
  user_id uuid references public.profiles (id) on delete cascade,
  key uuid,
  made bigint,
  sent_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table private.sendings is
  'What a form has sent, by an idempotency key, kept for a day. If the response gets lost and the form is sent again, nothing is created twice.';

alter table private.sendings enable row level security;

create function private.claim_sending(sent_key uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  -- The account may have been deleted in the meantime.
  perform private.require_member();
  delete from private.sendings where user_id = me and sent_at < now() - interval '1 day';
  insert into private.sendings (user_id, key) values (me, sent_key) on conflict do nothing;
  return case when not found then (select made from private.sendings where user_id = me and key = sent_key) end;
end
$$;
comment on function private.claim_sending is
  'Claims an idempotency key for the caller. Returns null for a new key, otherwise the id of what was created with it. Of two simultaneous requests, the second waits for the first.';
grant execute on function private.claim_sending to authenticated;

create function private.finish_sending(sent_key uuid, made bigint) returns void
language sql security definer set search_path = ''
as $$
  update private.sendings set made = finish_sending.made where user_id = auth.uid() and key = sent_key
$$;
comment on function private.finish_sending is 'Stores what was created with a claimed idempotency key.';
grant execute on function private.finish_sending to authenticated;
