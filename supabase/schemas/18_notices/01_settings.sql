create table private.notice_rules (
  only_row boolean default true primary key check (only_row),
  correction interval not null default '00:10:00' check (correction >= '00:00:00'),
  summary_hour integer not null default 8 check (summary_hour between 0 and 23),
  summary_weekday integer not null default 1 check (summary_weekday between 1 and 7)
);
comment on table private.notice_rules is
  'One row. Emails wait until their content can no longer be corrected, and whatever happens in the meantime goes into the same email. Summaries are sent at an hour of UTC, weekly ones on a weekday (1 is Monday). Operators change it with an update.';

create function private.make_notice_settings() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.notice_settings (person_id) values (new.id);
  return null;
end
$$;
comment on function private.make_notice_settings is 'Creates the notification settings of a new profile.';

create table private.notice_settings (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  in_site boolean not null default true,
  mail public.mail_pace not null default 'at-once'::public.mail_pace,
  by_vote public.follow_level not null default 'updates'::public.follow_level,
  by_comment public.follow_level not null default 'all'::public.follow_level,
  by_post public.follow_level not null default 'all'::public.follow_level,
  summary boolean not null default true,
  feed_key uuid unique,
  changelog boolean not null default false
);
comment on table private.notice_settings is 'How a person is notified about what they follow. One row each.';
comment on column private.notice_settings.summary is 'For admins: whether to get the daily summary.';
comment on column private.notice_settings.changelog is 'Whether to be notified about every new changelog entry.';
comment on column private.notice_settings.feed_key is 'The secret in the personal feed''s address.';

create index notice_settings_changelog_idx on private.notice_settings (person_id) where changelog;

create trigger a_spend_edit before update on private.notice_settings
  for each row when (pg_trigger_depth() = 0 and old.* is distinct from new.*) execute function private.spend('edit');
create trigger forget_own_address after update of mail on private.notice_settings
  for each row when (new.mail = 'never'::public.mail_pace and old.mail <> 'never'::public.mail_pace)
  execute function private.forget_own_address();

create function public.my_notice_settings() returns table(
  in_site boolean, mail public.mail_pace, by_vote public.follow_level, by_comment public.follow_level,
  by_post public.follow_level, summary boolean, feed_key uuid, changelog boolean
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select s.in_site, s.mail, s.by_vote, s.by_comment, s.by_post, s.summary, s.feed_key, s.changelog
    from private.notice_settings s where s.person_id = me;
end
$$;
comment on function public.my_notice_settings is 'The caller''s settings.';
grant execute on function public.my_notice_settings to authenticated, service_role;

create function public.set_notice_settings(
  in_site boolean default null, mail public.mail_pace default null, by_vote public.follow_level default null,
  by_comment public.follow_level default null, by_post public.follow_level default null, summary boolean default null,
  changelog boolean default null
) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_member();
  new_pace constant public.mail_pace := set_notice_settings.mail;
begin
  update private.notice_settings s set
    in_site = coalesce(set_notice_settings.in_site, s.in_site),
    mail = coalesce(new_pace, s.mail),
    by_vote = coalesce(set_notice_settings.by_vote, s.by_vote),
    by_comment = coalesce(set_notice_settings.by_comment, s.by_comment),
    by_post = coalesce(set_notice_settings.by_post, s.by_post),
    summary = coalesce(set_notice_settings.summary, s.summary),
    changelog = coalesce(set_notice_settings.changelog, s.changelog)
  where s.person_id = me;
  if new_pace is not null then
    perform private.repace(me, null, new_pace);
  end if;
end
$$;
comment on function public.set_notice_settings is 'Changes the caller''s settings. Null leaves a setting unchanged.';
grant execute on function public.set_notice_settings to authenticated, service_role;

create function private.repace(person uuid, address uuid, pace public.mail_pace) returns void
language sql set search_path = '' as $$
  delete from private.mail_parts m
  where pace = 'never' and m.mail_id is null and (m.person_id = person or m.address_id = address);
  update private.mail_parts m set due_at = private.mail_due(pace, e.created_at)
  from private.events e
  where e.id = m.event_id and m.mail_id is null and (m.person_id = person or m.address_id = address);
$$;
comment on function private.repace is 'Moves pending emails to the new frequency, or cancels them.';

create function public.renew_feed(wanted boolean default true) returns uuid
language sql security definer set search_path = '' as $$
  update private.notice_settings s set feed_key = case when wanted then gen_random_uuid() end
  where s.person_id = private.require_member()
  returning s.feed_key
$$;
comment on function public.renew_feed is 'Creates a new secret address for the caller''s feed, or removes it.';
grant execute on function public.renew_feed to authenticated, service_role;
