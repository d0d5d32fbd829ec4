create table private.mail_key (
  value bytea not null
);
comment on table private.mail_key is 'The key that signs links in emails.';

create function private.make_token(kind text, id uuid, post bigint, right_to text) returns text
language sql stable security definer set search_path = '' as $$
  select t.text || '.' || left(encode(sha256(k.value || sha256(k.value || convert_to(t.text, 'UTF8'))), 'hex'), 40)
  from private.mail_key k, lateral (select concat_ws('.', kind, id, coalesce(post, 0), right_to) as text) t
$$;
comment on function private.make_token is
  'A link''s token: whose it is (''p'' for a person, ''a'' for an address), which post it is about (0: none; with ''changelog'', an entry), what it may do (''set'' changes settings and ends emails, ''summary'' and ''changelog'' do the same for those, ''confirm'' starts emails), and a signature. It doesn''t expire, because people keep emails.';

create function private.read_token(
  token text, right_to text, out person_id uuid, out address_id uuid, out post_id bigint
) returns record
language plpgsql stable security definer set search_path = '' as $$
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
comment on function private.read_token is 'Whom a token belongs to; nulls if it wasn''t made here.';

create function private.token_right(token text) returns text
language sql immutable set search_path = ''
return case when split_part(left(token, 200), '.', 4) in ('summary', 'changelog') then split_part(left(token, 200), '.', 4)
  else 'set' end;
comment on function private.token_right is 'What a token is for, if it may change settings.';

create function public.mail_settings(token text) returns table(
  address text, pace public.mail_pace, has_account boolean, post_id bigint, title text, category_slug text, slug text,
  follows boolean, summary boolean, changelog boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  about constant text := private.token_right(token);
  asked constant record := private.read_token(token, about);
begin
  perform private.require_small_select(3);
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
      case when about = 'summary' then r.summary end,
      case when about = 'changelog' then
        private.entry_is_due(asked.post_id, 'changelog.changed', asked.person_id, asked.address_id) end
    from reader r
    left join public.posts p on p.id = private.standing_post(asked.post_id) and p.deleted_at is null and about <> 'changelog'
    left join public.categories c on c.id = p.category_id;
end
$$;
comment on function public.mail_settings is
  'What the reader of an email may change with its link: the frequency, and emails about the post. No row if the link no longer works. Only the first letter of the address is shown, because emails get forwarded.';
grant execute on function public.mail_settings to anon, authenticated, service_role;

create function public.set_mail_settings(
  token text, pace public.mail_pace default null, follows boolean default null
) returns boolean
language plpgsql security definer set search_path = '' as $$
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
  if about = 'changelog' then
    perform private.set_changelog_mails(asked.person_id, asked.address_id, asked.post_id, follows);
  elsif about = 'summary' then
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
comment on function public.set_mail_settings is
  'Changes what mail_settings shows: the frequency, and whether emails about the post, or summaries, continue. Null leaves a value unchanged. For a merged post, emails end for it and for the post that remains. Choosing no emails also ends the summary, and deletes an address without an account. Returns whether the link worked.';
grant execute on function public.set_mail_settings to anon, authenticated, service_role;

create function private.set_changelog_mails(person uuid, address uuid, entry bigint, wanted boolean) returns void
language plpgsql set search_path = '' as $$
declare
  posts constant bigint[] := private.posts_of_entry(entry);
begin
  update private.notice_settings s set changelog = wanted where s.person_id = person and wanted is not null;
  if wanted then
    delete from private.follows f where f.post_id = any (posts) and f.person_id = person and f.level = 'muted';
    insert into private.changelog_readers (address_id, confirmed_at)
    select a.id, now() from private.mail_addresses a where a.id = address
    on conflict on constraint changelog_readers_pkey do nothing;
  elsif not wanted then
    insert into private.follows as f (post_id, person_id, level)
    select p.id, r.id, 'muted' from public.posts p join public.profiles r on r.id = person where p.id = any (posts)
    on conflict on constraint follows_pkey do update set level = 'muted' where f.level <> 'muted';
    delete from private.mail_follows f where f.address_id = address and f.post_id = any (posts);
    delete from private.changelog_readers r where r.address_id = address;
  end if;
end
$$;
comment on function private.set_changelog_mails is
  'Ends or starts emails about the changelog with the link in an email about an entry. If the email came because of a linked post, that post is muted.';

create function private.claim_mail_address(given text) returns uuid
language plpgsql set search_path = '' as $$
declare
  mailbox constant text := private.mailbox_of(given);
  claimed uuid;
begin
  if exists (
    select from private.silenced s where s.key in (private.address_key(given), private.address_key(mailbox))
  ) then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('confirmations to ' || mailbox, 0));
  if 3 <= (
    select count(*) from private.mails m join private.mail_addresses a on a.id = m.address_id
    where private.mailbox_of(a.address) = mailbox and m.kind = 'confirm' and m.created_at > now() - interval '1 day'
  ) then
    return null;
  end if;
  insert into private.mail_addresses as a (address) values (given)
  on conflict on constraint mail_addresses_address_key do update set address = excluded.address
  returning a.id into claimed;
  return claimed;
end
$$;
comment on function private.claim_mail_address is
  'The id of an address that may be sent a confirmation now; none if it receives no emails or already got three today.';

create function public.follow_by_mail(post_id bigint, address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target constant bigint := private.standing_post(follow_by_mail.post_id);
  follower uuid;
begin
  perform private.hold_post(target);
  follower := private.claim_mail_address(lower(btrim(left(address, 320))));
  if follower is null then
    return;
  end if;
  insert into private.mail_follows (post_id, address_id) values (target, follower) on conflict do nothing;
  insert into private.mails (kind, address_id, post_id)
  select 'confirm', follower, target
  where exists (
    select from private.mail_follows f
    where f.post_id = target and f.address_id = follower and f.confirmed_at is null
  );
end
$$;
comment on function public.follow_by_mail is
  'For the site''s server, after count_attempt(''follow'', …): an address without an account asks to follow a post. It gets a confirmation email, at most three a day per mailbox. The answer doesn''t reveal whether it already follows.';
grant execute on function public.follow_by_mail to service_role;

create function public.confirm_follow(token text) returns table(title text, category_slug text, slug text)
language plpgsql security definer set search_path = '' as $$
declare
  asked constant record := private.read_token(token, 'confirm');
begin
  if asked.address_id is not null and asked.post_id is null then
    update private.changelog_readers r set confirmed_at = coalesce(r.confirmed_at, now()) where r.address_id = asked.address_id;
    if found then
      return query select 'Changelog', null::text, 'changelog';
    end if;
    return;
  end if;
  return query
    update private.mail_follows f set confirmed_at = coalesce(f.confirmed_at, now())
    from public.posts p, public.categories c
    where f.address_id = asked.address_id and f.post_id = private.standing_post(asked.post_id)
      and p.id = f.post_id and p.deleted_at is null and c.id = p.category_id
    returning p.title, c.slug, p.slug;
end
$$;
comment on function public.confirm_follow is
  'Starts the emails that an address asked for, with the link in the confirmation. Returns the post, or the post it was merged into; the changelog has no category. No row if the link no longer works. Calling it twice changes nothing.';
grant execute on function public.confirm_follow to anon, authenticated, service_role;

create function public.subscribe_to_changelog(address text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  given constant text := lower(btrim(left(address, 320)));
  reader constant uuid := private.claim_mail_address(given);
begin
  if reader is null then
    return;
  end if;
  insert into private.changelog_readers (address_id) values (reader) on conflict do nothing;
  insert into private.mails (kind, address_id)
  select 'confirm', reader
  where exists (select from private.changelog_readers r where r.address_id = reader and r.confirmed_at is null);
end
$$;
comment on function public.subscribe_to_changelog is
  'For the site''s server, after count_attempt(''follow'', …): an address without an account asks to subscribe to the changelog. It gets a confirmation email, as in follow_by_mail.';
grant execute on function public.subscribe_to_changelog to service_role;
