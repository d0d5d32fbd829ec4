-- Mails: what is due becomes one mail for each person, and goes out once. Also what a mail's reader may do without
-- signing in.
create table private.mail_key (value bytea not null);
comment on table private.mail_key is 'What the links in mails are signed with: one value, made here and known nowhere else.';
insert into private.mail_key values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
alter table private.mail_key enable row level security;
grant all on private.mail_key to service_role;

-- A link's token: whose it is ('p' a person, 'a' an address), which post it is about (0: none), what it may do
-- ('set' changes settings and ends mails, 'confirm' begins them), and a signature. It stays good: mails are kept.
create function private.make_token(kind text, id uuid, post bigint, right_to text) returns text
language sql stable security definer set search_path = ''
as $$
  select t.text || '.' || left(encode(sha256(k.value || sha256(k.value || convert_to(t.text, 'UTF8'))), 'hex'), 40)
  from private.mail_key k, lateral (select concat_ws('.', kind, id, coalesce(post, 0), right_to) as text) t
$$;

-- Whom a token belongs to; nulls for one that was not made here.
create function private.read_token(
  token text, right_to text, out person_id uuid, out address_id uuid, out post_id bigint
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  parts constant text[] := string_to_array(left(token, 200), '.');
begin
  if left(token, 200) ~ '^[pa]\.[0-9a-f-]{36}\.[0-9]{1,18}\.[a-z]+\.[0-9a-f]{40}$' and pg_input_is_valid(parts[2], 'uuid')
     and parts[4] = right_to
     and private.make_token(parts[1], parts[2]::uuid, parts[3]::bigint, right_to) = token then
    person_id := case when parts[1] = 'p' then parts[2]::uuid end;
    address_id := case when parts[1] = 'a' then parts[2]::uuid end;
    post_id := nullif(parts[3]::bigint, 0);
  end if;
end
$$;

-- Makes one mail for each of the next people something is due for: of all that waits for them, what comes at another
-- pace included. How many it made; 0 also while another program does the same.
create function private.gather_mails(max_rows integer default 1000) returns integer
language plpgsql set search_path = ''
as $$
declare
  made integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather mails', 0)) then
    return 0;
  end if;
  with waiting as (
    select m.person_id, m.address_id
    from private.mail_parts m join private.visible_events e on e.id = m.event_id
    where m.mail_id is null and m.due_at <= now()
    group by 1, 2 limit max_rows
  ), parts as (
    select m.event_id, m.person_id, m.address_id, e.post_id
    from waiting w join private.mail_parts m
      on (m.person_id = w.person_id or m.address_id = w.address_id) and m.mail_id is null
    join private.visible_events e on e.id = m.event_id
  ), mails as (
    insert into private.mails (kind, person_id, address_id, post_id)
    select 'notices', p.person_id, p.address_id, case when min(p.post_id) = max(p.post_id) then min(p.post_id) end
    from parts p group by p.person_id, p.address_id
    returning id, person_id, address_id
  ), filled as (
    update private.mail_parts m set mail_id = n.id
    from parts p join mails n on n.person_id = p.person_id or n.address_id = p.address_id
    where m.event_id = p.event_id and (m.person_id = p.person_id or m.address_id = p.address_id)
  )
  select count(*) into made from mails;
  return made;
end
$$;

-- Says of mails whose sender was lost while their text was on the way that nobody knows whether they arrived. They do
-- not go out again: at most once.
create function private.give_up_lost_mails() returns integer
language sql set search_path = ''
as $$
  with lost as (
    update private.mails set state = 'unknown', outcome = 'The program that sent it ended before the answer came.'
    where state = 'sending' and claimed_at < now() - interval '5 minutes'
    returning 1
  )
  select count(*)::integer from lost
$$;

-- What is new since a day ago, and what waits, for admins; null when there is nothing to say.
create function private.summary_says() returns jsonb
language sql stable set search_path = ''
as $$
  select case when s.posts > 0 or s.comments > 0 or s.failed > 0 then jsonb_build_object(
    'new_posts', s.posts, 'new_comments', s.comments, 'new_votes', s.votes, 'proposed', s.proposed,
    'failed_mails', s.failed, 'newest', coalesce(s.newest, '[]')
  ) end
  from (
    select
      (select count(*) from public.posts p where p.deleted_at is null and p.created_at > now() - interval '1 day') as posts,
      (select count(*) from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
       where c.deleted_at is null and c.created_at > now() - interval '1 day') as comments,
      (select count(*) from public.votes v join public.posts p on p.id = v.post_id and p.deleted_at is null
       where v.created_at > now() - interval '1 day') as votes,
      (select coalesce(sum(t.posts), 0) from public.post_totals t where t.state = 'proposed') as proposed,
      (select count(*) from private.mails m
       where m.state in ('failed', 'unknown') and m.created_at > now() - interval '1 day') as failed,
      (select jsonb_agg(jsonb_build_object(
         'id', n.id, 'title', n.title, 'slug', n.slug, 'category_slug', n.category, 'votes_total', n.votes_total,
         'author', n.author))
       from (
         select p.id, p.title, p.slug, c.slug as category, p.votes_total, a.name as author
         from public.posts p join public.categories c on c.id = p.category_id
         left join public.profiles a on a.id = p.author_id
         where p.deleted_at is null and p.created_at > now() - interval '1 day'
         order by p.votes_total desc, p.id desc limit 20
       ) n) as newest
  ) s
$$;

-- What a mail says, as things are now; null when there is nothing any more.
create function private.mail_says(mail private.mails) returns jsonb
language sql stable set search_path = ''
as $$
  select case mail.kind
    when 'test' then '{}'
    when 'summary' then private.summary_says()
    when 'confirm' then (
      select jsonb_build_object('post', jsonb_build_object(
        'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug))
      from private.mail_follows f join public.posts p on p.id = f.post_id and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where f.address_id = mail.address_id and f.post_id = mail.post_id and f.confirmed_at is null
    )
    else (
      select jsonb_build_object('posts', jsonb_agg(told.post order by told.newest desc))
      from (
        select max(e.id) as newest, jsonb_build_object(
          'id', e.post_id, 'title', e.post_title, 'slug', e.post_slug, 'category_slug', e.category_slug,
          'items', jsonb_agg(jsonb_build_object(
            'kind', e.kind, 'reason', m.reason, 'created_at', e.created_at, 'comment_id', e.comment_id,
            'body', e.body, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note,
            'actor', a.name, 'is_team', a.is_team
          ) order by e.id)) as post
        from private.mail_parts m join private.visible_events e on e.id = m.event_id
        left join public.profiles a on a.id = e.actor_id
        where m.mail_id = mail.id
          -- Muted since, or no longer followed by mail.
          and not exists (
            select from private.follows f
            where f.post_id = e.post_id and f.person_id = mail.person_id and f.level = 'muted'
          )
          and (mail.address_id is null or exists (
            select from private.mail_follows f
            where f.post_id = any (private.followed_as(e.post_id)) and f.address_id = mail.address_id
          ))
        group by e.post_id, e.post_title, e.post_slug, e.category_slug
      ) told
      having count(*) > 0
    )
  end
$$;

-- The next mail that is due, for the caller alone for five minutes, with all that it says; null when none is. A mail
-- without a reader, an address or anything left to say is dropped on the way.
create function private.claim_mail() returns jsonb
language plpgsql set search_path = ''
as $$
declare
  mail private.mails;
  reader record;
  says jsonb;
  problem text;
begin
  loop
    update private.mails m set state = 'claimed', claimed_at = now(), attempts = m.attempts + 1
    where m.id = (
      select w.id from private.mails w
      where (w.state = 'ready' and w.due_at <= now())
         or (w.state = 'claimed' and w.due_at <= now() and w.claimed_at < now() - interval '5 minutes')
      order by w.due_at, w.id for update skip locked limit 1
    )
    returning m.* into mail;
    if mail.id is null then
      return null;
    end if;
    select u.email as address, u.email_confirmed_at is not null as is_confirmed, s.mail as pace,
      p.name, coalesce(u.banned_until < now(), true) as is_open,
      private.make_token('p', mail.person_id, mail.post_id, 'set') as token
    into reader
    from auth.users u join public.profiles p on p.id = u.id join private.notice_settings s on s.person_id = u.id
    where u.id = mail.person_id
    union all
    select a.address, true, a.mail, null, true,
      private.make_token('a', a.id, mail.post_id, case mail.kind when 'confirm' then 'confirm' else 'set' end)
    from private.mail_addresses a where a.id = mail.address_id;
    says := private.mail_says(mail);
    problem := case
      when reader.address is null or not reader.is_open then 'There is nobody any more to send it to.'
      when not reader.is_confirmed then 'The address is not confirmed.'
      when mail.kind = 'notices' and reader.pace = 'never' then 'The reader wants no mails any more.'
      when exists (select from private.silenced s where s.key = private.address_key(reader.address))
        then 'The address takes no mails.'
      when says is null then 'What it was about is gone.'
    end;
    if problem is null then
      return says || jsonb_build_object(
        'id', mail.id, 'attempt', mail.attempts, 'key', mail.key, 'kind', mail.kind, 'post_id', mail.post_id,
        'to', reader.address, 'name', reader.name, 'pace', reader.pace, 'token', reader.token,
        'is_person', mail.person_id is not null
      );
    end if;
    update private.mails m set state = 'dropped', outcome = problem where m.id = mail.id;
  end loop;
end
$$;

-- A summary for each admin who wants one, once a day from the hour of summaries on. How many it made.
create function private.make_summaries() returns integer
language sql set search_path = ''
as $$
  with made as (
    insert into private.mails (kind, person_id, day)
    select 'summary', r.user_id, (now() at time zone 'utc')::date
    from public.roles r join private.notice_settings s on s.person_id = r.user_id and s.summary
    cross join private.notice_rules n
    where extract(hour from now() at time zone 'utc') >= n.summary_hour
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from made
$$;

-- Right before the text of a mail goes out; false when the claim has run out, and then nothing may.
create function private.begin_mail(mail_id bigint, attempt integer) returns boolean
language sql set search_path = ''
as $$
  with begun as (
    update private.mails set state = 'sending', claimed_at = now()
    where id = mail_id and attempts = attempt and state = 'claimed' and claimed_at > now() - interval '4 minutes'
    returning 1
  )
  select exists (select from begun)
$$;

-- What became of an attempt: 'sent', 'failed' (for good), 'unknown', or 'later', which tries again up to eight times,
-- after pauses that grow from a minute to four hours. An answer to an attempt that is over changes nothing.
create function private.settle_mail(mail_id bigint, attempt integer, became text, words text) returns void
language sql set search_path = ''
as $$
  update private.mails set
    state = case when became = 'later' then case when attempts < 8 then 'ready' else 'failed' end else became end,
    due_at = case when became = 'later' then now() + least(interval '1 minute' * 3 ^ (attempts - 1), interval '4 hours') else due_at end,
    outcome = left(words, 500)
  where id = mail_id and attempts = attempt and state in ('claimed', 'sending')
$$;

-- Nothing is mailed to this address any more.
create function private.silence(address text, reason text) returns void
language sql set search_path = ''
as $$
  insert into private.silenced (key, reason) values (private.address_key(address), left(reason, 200)) on conflict do nothing
$$;
grant execute on function private.gather_mails(integer), private.give_up_lost_mails(), private.claim_mail(),
  private.make_summaries(), private.begin_mail(bigint, integer), private.settle_mail(bigint, integer, text, text),
  private.silence(text, text) to service_role;

-- For the site's server: a mail server's word that an address bounces or that its owner complained.
create function public.silence_address(address text, reason text) returns void
language sql security definer set search_path = ''
as $$
  select private.silence(left(address, 320), reason)
$$;
revoke execute on function public.silence_address(text, text) from public, anon, authenticated;
grant execute on function public.silence_address(text, text) to service_role;

-- Wakes who sends mails, where a statement made one.
create function private.wake_mailer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from made) then
    perform pg_notify('signpost', 'mail');
  end if;
  return null;
end
$$;
create trigger wake_mailer after insert on private.mails
  referencing new table as made
  for each statement execute function private.wake_mailer();

-- Removes what is no longer needed: read notices after three months, all after a year; the log of mails after three
-- months; addresses that were not confirmed within two days; addresses that follow nothing.
create function private.tidy_notices() returns void
language sql set search_path = ''
as $$
  delete from private.notices n using private.events e
  where e.id = n.event_id and (n.read_at < now() - interval '90 days' or e.created_at < now() - interval '1 year');
  delete from private.mail_parts m using private.events e
  where e.id = m.event_id and m.mail_id is not null and e.created_at < now() - interval '90 days';
  delete from private.mails where created_at < now() - interval '90 days' and state not in ('ready', 'claimed', 'sending');
  delete from private.mail_follows where confirmed_at is null and created_at < now() - interval '2 days';
$$;
grant execute on function private.tidy_notices() to service_role;

-- An address stays as long as it follows something, and leaves with the account that has it.
create function private.forget_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_table_name = 'users' then
    delete from private.mail_addresses a where a.address = lower(old.email);
  else
    delete from private.mail_addresses a
    where a.id = old.address_id and not exists (select from private.mail_follows f where f.address_id = a.id);
  end if;
  return null;
end
$$;
create trigger forget_address after delete on private.mail_follows
  for each row execute function private.forget_address();
create trigger forget_address after delete on auth.users
  for each row execute function private.forget_address();

alter table private.attempt_limits drop constraint attempt_limits_kind_check;
alter table private.attempt_limits add constraint attempt_limits_kind_check
  check (kind in ('sign-in', 'sign-up', 'recover', 'confirm-resend', 'follow'));
insert into private.attempt_limits (kind, scope, max_count, period) values
  ('follow', 'account and address', 5, '10 minutes'),
  ('follow', 'address', 30, '10 minutes');

-- For the site's server, after count_attempt('follow', …): an address without an account asks to follow a post. It
-- gets a mail to confirm that, three a day at most. The answer does not say whether it follows already.
create function public.follow_by_mail(post_id bigint, address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := lower(btrim(left(address, 320)));
  follower uuid;
begin
  perform 1 from public.posts p where p.id = follow_by_mail.post_id and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if exists (select from private.silenced s where s.key = private.address_key(given)) then
    return;
  end if;
  insert into private.mail_addresses as a (address) values (given)
  on conflict on constraint mail_addresses_address_key do update set address = excluded.address
  returning a.id into follower;
  insert into private.mail_follows (post_id, address_id) values (follow_by_mail.post_id, follower) on conflict do nothing;
  insert into private.mails (kind, address_id, post_id)
  select 'confirm', follower, follow_by_mail.post_id
  where exists (
    select from private.mail_follows f
    where f.post_id = follow_by_mail.post_id and f.address_id = follower and f.confirmed_at is null
  ) and 3 > (
    select count(*) from private.mails m
    where m.address_id = follower and m.kind = 'confirm' and m.created_at > now() - interval '1 day'
  );
end
$$;
revoke execute on function public.follow_by_mail(bigint, text) from public, anon, authenticated;
grant execute on function public.follow_by_mail(bigint, text) to service_role;

-- Begins the mails that an address asked for, by the link in the mail to it, and says about which post; no row for a
-- link that is of no use any more. Asking twice changes nothing.
create function public.confirm_follow(token text) returns table (title text, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant record := private.read_token(token, 'confirm');
begin
  return query
    update private.mail_follows f set confirmed_at = coalesce(f.confirmed_at, now())
    from public.posts p, public.categories c
    where f.address_id = asked.address_id and f.post_id = asked.post_id
      and p.id = f.post_id and p.deleted_at is null and c.id = p.category_id
    returning p.title, c.slug, p.slug;
end
$$;
grant execute on function public.confirm_follow(text) to anon, authenticated, service_role;

-- What the reader of a mail may change by the link in it: its pace, and the post it is about. No row for a link that is
-- of no use any more. The address shows its first letter alone: mails are passed on.
create function public.mail_settings(token text)
returns table (
  address text, pace public.mail_pace, has_account boolean, post_id bigint, title text, category_slug text, slug text,
  follows boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asked constant record := private.read_token(token, 'set');
begin
  return query
    with reader as (
      select u.email::text as address, s.mail, true as has_account from auth.users u
      join private.notice_settings s on s.person_id = u.id where u.id = asked.person_id
      union all
      select a.address, a.mail, false from private.mail_addresses a where a.id = asked.address_id
    )
    select regexp_replace(r.address, '^(.)[^@]*', '\1…'), r.mail, r.has_account, p.id, p.title, c.slug, p.slug,
      case
        when p.id is null then null
        when r.has_account then (
          select coalesce(f.level, 'muted') > 'muted' from private.follows_of(array[asked.person_id], p.id) f)
        else exists (
          select from private.mail_follows f
          where f.post_id = any (private.followed_as(p.id)) and f.address_id = asked.address_id)
      end
    from reader r
    left join public.posts p on p.id = asked.post_id and p.deleted_at is null
    left join public.categories c on c.id = p.category_id;
end
$$;
grant execute on function public.mail_settings(text) to anon, authenticated, service_role;

-- Changes that: a new pace, and whether mails about the post go on; what is null stays. Who wants no mails gets no
-- summary either, and an address without an account is then deleted. Whether the link was of any use.
create function public.set_mail_settings(token text, pace public.mail_pace default null, follows boolean default null)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant record := private.read_token(token, 'set');
begin
  if asked.person_id is null and asked.address_id is null then
    return false;
  end if;
  if pace is not null then
    update private.notice_settings s set mail = pace, summary = s.summary and pace <> 'never'
    where s.person_id = asked.person_id;
    update private.mail_addresses a set mail = pace where a.id = asked.address_id;
    perform private.repace(asked.person_id, asked.address_id, pace);
  end if;
  if follows and asked.person_id is not null then
    delete from private.follows f where f.post_id = asked.post_id and f.person_id = asked.person_id and f.level = 'muted';
  elsif not follows and asked.person_id is not null then
    insert into private.follows as f (post_id, person_id, level)
    select p.id, asked.person_id, 'muted' from public.posts p join public.profiles r on r.id = asked.person_id
    where p.id = asked.post_id
    on conflict on constraint follows_pkey do update set level = 'muted' where f.level <> 'muted';
  elsif not follows then
    delete from private.mail_follows f
    where f.address_id = asked.address_id and f.post_id = any (private.followed_as(asked.post_id));
  end if;
  if pace = 'never' then
    delete from private.mail_addresses a where a.id = asked.address_id;
  end if;
  return true;
end
$$;
grant execute on function public.set_mail_settings(text, public.mail_pace, boolean) to anon, authenticated, service_role;

-- A mail to the caller, to see that mails arrive; one a minute at most. Whether it will go out.
create function public.send_test_mail() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := private.require_member();
begin
  perform pg_advisory_xact_lock(hashtextextended('test mail of ' || me, 0));
  insert into private.mails (kind, person_id)
  select 'test', me where not exists (
    select from private.mails m where m.person_id = me and m.kind = 'test' and m.created_at > now() - interval '1 minute'
  );
  return found;
end
$$;
revoke execute on function public.send_test_mail() from public, anon;
grant execute on function public.send_test_mail() to authenticated, service_role;

-- The log of mails, newest first; before_mail is the last one seen. Admins only. Readers are named, addresses are not.
create function public.admin_mails(before_mail bigint default null, only_state text default null, max_rows integer default 50)
returns table (
  id bigint, kind text, reader text, post_id bigint, post_title text, reasons text[], state text, attempts integer,
  outcome text, created_at timestamptz, due_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select m.id, m.kind, coalesce(r.name, regexp_replace(a.address, '^(.)[^@]*', '\1…')), m.post_id, p.title,
      array(select distinct t.reason from private.mail_parts t where t.mail_id = m.id order by 1),
      m.state, m.attempts, m.outcome, m.created_at, m.due_at
    from private.mails m
    left join public.profiles r on r.id = m.person_id
    left join private.mail_addresses a on a.id = m.address_id
    left join public.posts p on p.id = m.post_id and p.deleted_at is null
    where (before_mail is null or m.id < before_mail) and (only_state is null or m.state = only_state)
    order by m.id desc limit least(max_rows, 100);
end
$$;
revoke execute on function public.admin_mails(bigint, text, integer) from public, anon;
grant execute on function public.admin_mails(bigint, text, integer) to authenticated, service_role;

-- A secret address for the caller's personal feed, instead of the one there was; without wanted, none.
create function public.renew_feed(wanted boolean default true) returns uuid
language sql security definer set search_path = ''
as $$
  update private.notice_settings s set feed_key = case when wanted then gen_random_uuid() end
  where s.person_id = private.require_member()
  returning s.feed_key
$$;
revoke execute on function public.renew_feed(boolean) from public, anon;
grant execute on function public.renew_feed(boolean) to authenticated, service_role;

-- The newest that happened on what the person with this feed follows. Nothing for a key that is not in use.
create function public.followed_feed(key uuid)
returns table (
  id bigint, kind text, post_id bigint, title text, category_slug text, category_name text, slug text,
  change_id bigint, from_state public.post_state, to_state public.post_state, note text, comment_id bigint, parent_id bigint,
  body text, actor_id uuid, actor_name text, created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  person constant uuid := (select s.person_id from private.notice_settings s where s.feed_key = followed_feed.key);
begin
  return query
    select v.id, v.kind, v.post_id, v.post_title, v.category_slug, c.name, v.post_slug, v.change_id, v.from_state, v.to_state,
      v.note, v.comment_id, v.parent_id, v.body, a.id, a.name, v.created_at
    from private.posts_of(person) as followed (post_id)
    cross join lateral private.follows_of(array[person], followed.post_id) f
    cross join lateral (
      select e.* from private.visible_events e
      where e.post_id = followed.post_id
        and (e.kind = 'post.state' or (e.kind = 'comment.created' and f.level = 'all'))
      order by e.id desc limit 50
    ) v
    join public.categories c on c.slug = v.category_slug
    left join public.profiles a on a.id = v.actor_id
    where f.level > 'muted'
    order by v.id desc limit 50;
end
$$;
grant execute on function public.followed_feed(uuid) to anon, authenticated, service_role;

-- What is kept about how the caller hears of things: a part of export_account.
create function private.export_following() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'notice_settings', (
      select to_jsonb(s) - array['person_id', 'feed_key'] from private.notice_settings s where s.person_id = me.id),
    'follows', (
      select coalesce(jsonb_agg(to_jsonb(f) - 'person_id' order by f.post_id), '[]')
      from private.follows f where f.person_id = me.id),
    'mentions', (
      select coalesce(jsonb_agg(m.comment_id order by m.comment_id), '[]')
      from private.mentions m where m.person_id = me.id),
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', e.kind, 'post_id', e.post_id, 'comment_id', e.comment_id, 'reason', n.reason,
        'created_at', e.created_at, 'read_at', n.read_at) order by e.id), '[]')
      from private.notices n join private.visible_events e on e.id = n.event_id where n.person_id = me.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'post_id', m.post_id, 'state', m.state, 'created_at', m.created_at) order by m.id), '[]')
      from private.mails m where m.person_id = me.id)
  )
  from (select auth.uid() as id where private.is_present()) me
$$;
grant execute on function private.export_following() to authenticated, service_role;

create or replace function public.export_account() returns jsonb
language sql stable set search_path = ''
as $$
  select private.export_following() || jsonb_build_object(
    'profile', jsonb_build_object(
      'id', p.id, 'name', p.name, 'avatar', p.avatar_url, 'created_at', p.created_at, 'email', me.email
    ),
    'role', me.role,
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'title', t.title, 'details', t.details, 'state', t.state, 'votes_total', t.votes_total,
        'created_at', t.created_at, 'edited_at', t.edited_at) order by t.id), '[]')
      from public.posts t where t.author_id = p.id
    ),
    'comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'parent_id', c.parent_id, 'body', c.body,
        'created_at', c.created_at, 'edited_at', c.edited_at) order by c.id), '[]')
      from public.comments c where c.author_id = p.id
    ),
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('post_id', v.post_id, 'created_at', v.created_at)
        order by v.created_at), '[]')
      from public.votes v where v.user_id = p.id
    ),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'alt', i.alt, 'created_at', i.created_at)
        order by i.created_at), '[]')
      from public.images i where i.uploader_id = p.id
    )
  )
  from public.get_viewer() me join public.profiles p on p.id = me.id
$$;
