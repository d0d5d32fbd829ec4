-- What mails promise: nothing that can still be corrected goes out, and a link in one does what it says whatever has become
-- of the post meanwhile.

-- When a mail of this pace is due that tells of something that happened at a moment: never before it can no longer be
-- corrected.
create or replace function private.mail_due(pace public.mail_pace, moment timestamptz) returns timestamptz
language sql stable set search_path = ''
as $$
  select case pace
    when 'at-once' then moment + r.correction
    when 'daily' then
      greatest(next.day + case when next.day <= now() then interval '1 day' else '0' end, moment + r.correction)
    when 'weekly' then
      greatest(next.week + case when next.week <= now() then interval '7 days' else '0' end, moment + r.correction)
  end
  from private.notice_rules r, lateral (
    select
      (date_trunc('day', now() at time zone 'utc') + make_interval(hours => r.summary_hour)) at time zone 'utc' as day,
      (date_trunc('week', now() at time zone 'utc') + make_interval(days => r.summary_weekday - 1, hours => r.summary_hour))
        at time zone 'utc' as week
  ) next
$$;

-- Makes one mail for each of the next people something is due for: of all that waits for them, what comes at another
-- pace included, but of no change of state that can still be corrected. Whoever such a change waits for gets both in one
-- mail, unless that keeps the first for as long again. How many it made; 0 also while another program does the same.
create or replace function private.gather_mails(max_rows integer default 1000) returns integer
language plpgsql set search_path = ''
as $$
declare
  correction constant interval := (select r.correction from private.notice_rules r);
  made integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather mails', 0)) then
    return 0;
  end if;
  with open_for as materialized (
    select coalesce(m.person_id, m.address_id) as reader
    from private.mail_parts m join private.events e on e.id = m.event_id and e.kind = 'post.state'
    where m.mail_id is null and m.due_at > now() and m.due_at <= now() + correction
  ), waiting as (
    select m.person_id, m.address_id
    from private.mail_parts m join private.visible_events e on e.id = m.event_id
    where m.mail_id is null and m.due_at <= now()
      and (m.due_at <= now() - correction or coalesce(m.person_id, m.address_id) not in (select o.reader from open_for o))
    group by 1, 2 limit max_rows
  ), parts as (
    select m.event_id, m.person_id, m.address_id, e.post_id
    from waiting w join private.mail_parts m
      on (m.person_id = w.person_id or m.address_id = w.address_id) and m.mail_id is null
    join private.visible_events e on e.id = m.event_id and (e.kind <> 'post.state' or m.due_at <= now())
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

-- As before; but of a post that was merged meanwhile it speaks as of the one that stands for it, and not of one whose
-- vote or comment was taken back, which follows it no more.
create or replace function private.mail_says(mail private.mails) returns jsonb
language sql stable set search_path = ''
as $$
  select case mail.kind
    when 'test' then '{}'
    when 'summary' then private.summary_says()
    when 'webhook' then (
      select jsonb_build_object('host', substring(w.address from '^https?://([^/?]+)'), 'why', w.off_reason)
      from private.webhooks w
      where w.id = mail.webhook_id and w.off_reason is not null
        and exists (select from public.roles r where r.user_id = mail.person_id and r.role = 'admin')
    )
    when 'confirm' then (
      select jsonb_build_object('post', jsonb_build_object(
        'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug))
      from private.mail_follows f join public.posts p on p.id = f.post_id and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where f.address_id = mail.address_id and f.post_id = private.standing_post(mail.post_id) and f.confirmed_at is null
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
          -- Muted since, or no longer followed.
          and (mail.person_id is null or exists (
            select from private.follows_of(array[mail.person_id], e.post_id) f
            where f.level = 'all' or (f.level = 'updates' and e.kind = 'post.state')
              or (m.reason = 'mention' and f.level is distinct from 'muted')
          ))
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

-- What a link's token is for, when it is one that changes settings.
create function private.token_right(token text) returns text
language sql immutable set search_path = ''
return case split_part(left(token, 200), '.', 4) when 'summary' then 'summary' else 'set' end;

-- As before; but the link in a summary is about summaries.
create or replace function private.claim_mail() returns jsonb
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
      private.make_token('p', mail.person_id, mail.post_id, case mail.kind when 'summary' then 'summary' else 'set' end) as token
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

-- Begins the mails that an address asked for, by the link in the mail to it, and says about which post: of one that was
-- merged meanwhile, the one that stands for it. No row for a link that is of no use any more. Asking twice changes nothing.
create or replace function public.confirm_follow(token text) returns table (title text, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
declare
  asked constant record := private.read_token(token, 'confirm');
begin
  return query
    update private.mail_follows f set confirmed_at = coalesce(f.confirmed_at, now())
    from public.posts p, public.categories c
    where f.address_id = asked.address_id and f.post_id = private.standing_post(asked.post_id)
      and p.id = f.post_id and p.deleted_at is null and c.id = p.category_id
    returning p.title, c.slug, p.slug;
end
$$;

-- What the reader of a mail may change by the link in it: its pace, and the post it is about (that which stands for it),
-- or of a summary whether they go on. No row for a link that is of no use any more. The address shows its first letter
-- alone: mails are passed on.
drop function public.mail_settings(text);
create function public.mail_settings(token text)
returns table (
  address text, pace public.mail_pace, has_account boolean, post_id bigint, title text, category_slug text, slug text,
  follows boolean, summary boolean
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  about constant text := private.token_right(token);
  asked constant record := private.read_token(token, about);
begin
  return query
    with reader as (
      select u.email::text as address, s.mail, true as has_account, s.summary from auth.users u
      join private.notice_settings s on s.person_id = u.id where u.id = asked.person_id
      union all
      select a.address, a.mail, false, null from private.mail_addresses a where a.id = asked.address_id
    )
    select regexp_replace(r.address, '^(.)[^@]*', '\1…'), r.mail, r.has_account, p.id, p.title, c.slug, p.slug,
      case
        when p.id is null then null
        when r.has_account then (
          select coalesce(f.level, 'muted') > 'muted' from private.follows_of(array[asked.person_id], p.id) f)
        else exists (
          select from private.mail_follows f
          where f.post_id = any (private.followed_as(p.id)) and f.address_id = asked.address_id)
      end,
      case when about = 'summary' then r.summary end
    from reader r
    left join public.posts p on p.id = private.standing_post(asked.post_id) and p.deleted_at is null
    left join public.categories c on c.id = p.category_id;
end
$$;
revoke execute on function public.mail_settings(text) from public;
grant execute on function public.mail_settings(text) to anon, authenticated, service_role;

-- Changes that: a new pace, and whether mails about the post, or summaries, go on; what is null stays. A post that was
-- merged meanwhile is ended where it stands now and where it stood, so that undoing the merge begins no mails. Who wants
-- none at all gets no summary either, and an address without an account is then deleted. Whether the link was of any use.
create or replace function public.set_mail_settings(
  token text, pace public.mail_pace default null, follows boolean default null
)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  about constant text := private.token_right(token);
  asked constant record := private.read_token(token, about);
  posts constant bigint[] := array[private.standing_post(asked.post_id), asked.post_id];
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
  if about = 'summary' then
    update private.notice_settings s set summary = follows and s.mail <> 'never'
    where s.person_id = asked.person_id and follows is not null;
  elsif follows and asked.person_id is not null then
    delete from private.follows f where f.post_id = any (posts) and f.person_id = asked.person_id and f.level = 'muted';
  elsif not follows and asked.person_id is not null then
    insert into private.follows as f (post_id, person_id, level)
    select p.id, asked.person_id, 'muted' from public.posts p join public.profiles r on r.id = asked.person_id
    where p.id = any (posts)
    on conflict on constraint follows_pkey do update set level = 'muted' where f.level <> 'muted';
  elsif follows then
    insert into private.mail_follows as f (post_id, address_id, confirmed_at)
    select p.id, a.id, now() from public.posts p join private.mail_addresses a on a.id = asked.address_id
    where p.id = posts[1] and p.deleted_at is null
    on conflict do nothing;
  elsif not follows then
    delete from private.mail_follows f
    where f.address_id = asked.address_id and f.post_id = any (posts || private.followed_as(posts[1]));
  end if;
  if pace = 'never' then
    delete from private.mail_addresses a where a.id = asked.address_id;
  end if;
  return true;
end
$$;

-- As before; but what was chosen at home meanwhile, by the link in a mail, goes before what comes back.
create or replace function private.send_votes_home(merges bigint[]) returns void
language sql set search_path = ''
as $$
  delete from private.follows f
  using public.post_merges m, private.follows home
  where m.id = any (merges) and f.merge_id = m.id and home.post_id = m.post_id and home.person_id = f.person_id;
  update private.follows f set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and f.merge_id = m.id;
  delete from private.mail_follows f
  using public.post_merges m, private.mail_follows home
  where m.id = any (merges) and f.merge_id = m.id and home.post_id = m.post_id and home.address_id = f.address_id;
  update private.mail_follows f set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and f.merge_id = m.id;
  update public.votes v set post_id = m.post_id, merge_id = null
  from public.post_merges m where m.id = any (merges) and v.merge_id = m.id
$$;

-- As before; but a merged post is followed as the one that stands for it, as it is voted for.
create or replace function public.follow_post(post_id bigint, wanted public.follow_level default null)
returns table (level public.follow_level, reason text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  target constant bigint := private.standing_post(follow_post.post_id);
begin
  perform 1 from public.posts p where p.id = target and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if wanted is null then
    delete from private.follows f where f.post_id = target and f.person_id = me;
  else
    insert into private.follows as f (post_id, person_id, level) values (target, me, wanted)
    on conflict on constraint follows_pkey do update set level = excluded.level where f.level <> excluded.level;
  end if;
  return query select f.level, f.reason from private.follows_of(array[me], target) f;
end
$$;

create or replace function public.follow_by_mail(post_id bigint, address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  given constant text := lower(btrim(left(address, 320)));
  target constant bigint := private.standing_post(follow_by_mail.post_id);
  follower uuid;
begin
  perform 1 from public.posts p where p.id = target and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if exists (select from private.silenced s where s.key = private.address_key(given)) then
    return;
  end if;
  insert into private.mail_addresses as a (address) values (given)
  on conflict on constraint mail_addresses_address_key do update set address = excluded.address
  returning a.id into follower;
  insert into private.mail_follows (post_id, address_id) values (target, follower) on conflict do nothing;
  insert into private.mails (kind, address_id, post_id)
  select 'confirm', follower, target
  where exists (
    select from private.mail_follows f
    where f.post_id = target and f.address_id = follower and f.confirmed_at is null
  ) and 3 > (
    select count(*) from private.mails m
    where m.address_id = follower and m.kind = 'confirm' and m.created_at > now() - interval '1 day'
  );
end
$$;

create or replace function public.my_follow(post_id bigint) returns table (level public.follow_level, reason text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select f.level, f.reason from public.posts p, private.follows_of(array[me], p.id) f
    where p.id = private.standing_post(my_follow.post_id) and p.deleted_at is null;
end
$$;

-- As before, and what the address of the account follows by mail alone.
create or replace function private.export_following() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'notice_settings', (
      select to_jsonb(s) - array['person_id', 'feed_key'] from private.notice_settings s where s.person_id = me.id),
    'follows', (
      select coalesce(jsonb_agg(to_jsonb(f) - 'person_id' order by f.post_id), '[]')
      from private.follows f where f.person_id = me.id),
    'mail_follows', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'post_id', f.post_id, 'confirmed_at', f.confirmed_at, 'created_at', f.created_at) order by f.post_id), '[]')
      from private.mail_follows f join private.mail_addresses a on a.id = f.address_id
      join auth.users u on u.id = me.id and u.email_confirmed_at is not null and lower(u.email) = a.address),
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

-- As before; but a comment that came to another post by a merge is told with that one.
create or replace function private.event_says(event bigint) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('type', e.kind, 'timestamp', e.created_at, 'data', told.data)
  from private.events e
  left join private.visible_events v on v.id = e.id
  cross join lateral (select private.post_says(coalesce(v.post_id, e.post_id)) as says) post
  cross join lateral (
    select case
      when e.kind in ('post.deleted', 'comment.deleted') then
        jsonb_build_object('post', jsonb_build_object('id', e.post_id))
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object('id', e.comment_id)) end
      when e.kind = 'post.merged' then (
        select jsonb_build_object('post', jsonb_build_object('id', e.post_id), 'merged_into', stays.says)
        from public.post_merges m cross join lateral (select private.post_says(m.stays_id) as says) stays
        where m.post_id = e.post_id and m.undone_at is null and stays.says is not null
      )
      -- A change of state that was taken back leaves no entry, and its post as it was before.
      when post.says is not null and (v.id is not null or e.kind = 'post.corrected') then
        jsonb_build_object('post', post.says, 'actor', private.person_says(e.actor_id))
        || case when e.change_id is null then '{}' else jsonb_build_object('change', case when v.id is not null then
          jsonb_build_object('from', v.from_state, 'to', v.to_state, 'note', v.note) end) end
        || case when e.comment_id is null then '{}' else jsonb_build_object('comment', jsonb_build_object(
          'id', e.comment_id, 'parent_id', v.parent_id, 'body', v.body)) end
    end as data
  ) told
  where e.id = event and told.data is not null
$$;

-- Not a reference to people, as post_merges has none to posts: the API would no longer know which of three ways leads
-- from a comment to its author.
alter table private.mentions drop constraint mentions_person_id_fkey;
create function private.forget_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mentions where person_id = old.id;
  return null;
end
$$;
create trigger forget_mentions after delete on public.profiles
  for each row execute function private.forget_mentions();

-- What admins do to webhooks. Of the address its host alone: many have a key in the rest.
create function private.audit_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was jsonb;
  is_now jsonb;
begin
  if tg_op <> 'INSERT' then
    was := jsonb_build_object('id', old.id, 'host', substring(old.address from '^https?://([^/?]+)'),
      'shape', old.shape, 'kinds', old.kinds, 'is_on', old.off_at is null);
  end if;
  if tg_op <> 'DELETE' then
    is_now := jsonb_build_object('id', new.id, 'host', substring(new.address from '^https?://([^/?]+)'),
      'shape', new.shape, 'kinds', new.kinds, 'is_on', new.off_at is null);
  end if;
  perform private.audit(
    case tg_op when 'INSERT' then 'webhook.create' when 'DELETE' then 'webhook.delete' else
      case when new.secret <> old.secret then 'webhook.secret' else 'webhook.update' end end,
    null, null, was, is_now
  );
  return null;
end
$$;
create trigger audit_webhook after insert or delete on private.webhooks
  for each row execute function private.audit_webhook();
-- One that is switched off because nothing arrives has its mail instead.
create trigger audit_webhook_update after update of address, shape, kinds, secret, off_at on private.webhooks
  for each row when (
    auth.uid() is not null and (old.address, old.shape, old.kinds, old.secret, old.off_at is null)
      is distinct from (new.address, new.shape, new.kinds, new.secret, new.off_at is null)
  ) execute function private.audit_webhook();
