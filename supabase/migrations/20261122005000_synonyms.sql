-- Words that mean the same: a search for one of them finds the others, ranked behind what was typed.
create table public.synonyms (
  id integer generated always as identity primary key,
  words text[] not null check (cardinality(words) between 2 and 20),
  created_at timestamptz not null default now()
);
comment on table public.synonyms is
  'Groups of words, or of a few words in a row, that mean the same to a search. Kept by admins.';

alter table public.synonyms enable row level security;
revoke all on public.synonyms from public, anon, authenticated, service_role;
grant select, insert (words), update (words), delete on public.synonyms to authenticated;
grant all on public.synonyms to service_role;

create policy "admins read synonyms" on public.synonyms
  for select to authenticated using ((select private.is_admin()));
create policy "admins add synonyms" on public.synonyms
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change synonyms" on public.synonyms
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete synonyms" on public.synonyms
  for delete to authenticated using ((select private.is_admin()));

create trigger a_require_presence before insert or update or delete on public.synonyms
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- What a group says as a search reads it: each entry cleaned, at most four words long, and there once.
create function private.clean_synonyms() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.words := array(
    select c.entry
    from (
      select private.clean_line(left(w, 60)) as entry, i from unnest(new.words) with ordinality as t(w, i)
    ) c
    group by c.entry
    having (select count(*) from private.search_words_of(c.entry)) between 1 and 4
    order by min(c.i)
  );
  if cardinality(new.words) < 2 then
    raise exception 'Name at least two words that mean the same.' using errcode = '22023';
  end if;
  return new;
end
$$;
create trigger clean_synonyms before insert or update of words on public.synonyms
  for each row execute function private.clean_synonyms();

create table private.search_synonyms (
  key text collate "C" not null,
  group_id integer not null references public.synonyms (id) on delete cascade,
  words text[] not null,
  title text not null,
  primary key (key, group_id)
);
comment on table private.search_synonyms is
  'The entries of synonyms, by the stems of their words, with the tsquery text that finds one in a title.';
create index search_synonyms_group_idx on private.search_synonyms (group_id);
alter table private.search_synonyms enable row level security;

create function private.index_synonyms() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.search_synonyms s where s.group_id = new.id;
  insert into private.search_synonyms (key, group_id, words, title)
  select e.key, new.id, e.words, e.query
  from unnest(new.words) as given(entry),
    lateral (
      select string_agg(f.stem, ' ' order by f.place) as key, array_agg(f.word order by f.place) as words,
        format('(%s)', string_agg(format('''%s''', f.stem), ' <-> ' order by f.place)) as query
      from (
        select w.place, w.word, coalesce(private.search_stem(w.word), w.word) as stem
        from private.search_words_of(given.entry) w
      ) f
    ) e
  on conflict do nothing;
  return null;
end
$$;
create trigger index_synonyms after insert or update of words on public.synonyms
  for each row execute function private.index_synonyms();

-- What the posts of such boards call the same. An admin changes it at will.
insert into public.synonyms (words)
select string_to_array(line, ', ')
from unnest(array[
  'dark mode, night mode, dark theme, night theme, black theme, dark color scheme',
  'dark, night, black',
  'theme, color scheme, appearance, skin',
  'light mode, bright, white',
  'sign in, log in, login, signin, log on, logon',
  'sign up, register, registration, create account, join',
  'sign out, log out, logout',
  'sso, single sign-on, saml, openid, oidc, okta',
  '2fa, mfa, two-factor, two factor authentication, multi-factor, totp, second factor, authenticator',
  'passkey, webauthn, fingerprint, biometric, face id',
  'password, passphrase, credentials',
  'shortcut, hotkey, keybinding, key binding, keyboard',
  'delete, remove, erase, close, get rid of',
  'archive, hide',
  'undo, restore, recover, bring back, revert',
  'edit, change, modify, update, correct',
  'add, create, new',
  'image, picture, screenshot, photo, screen shot, attachment',
  'avatar, profile picture, portrait, photo',
  'paste, clipboard',
  'upload, attach',
  'video, screen recording, clip, movie',
  'spreadsheet, excel, csv, xlsx, google sheets, table',
  'export, download, save as',
  'import, migrate, move over, transfer, upload',
  'backup, dump, archive, download everything',
  'notify, notification, tell, alert, let me know, inform, remind, alarm',
  'email, e-mail, mail, newsletter',
  'digest, summary, weekly mail',
  'unsubscribe, opt out, stop mails, mute, too many mails',
  'follow, subscribe, watch',
  'translate, translation, language, i18n, localization, localisation, internationalization, l10n',
  'rtl, right-to-left, arabic, hebrew',
  'font, text size, font size, typeface, lettering',
  'bigger, larger, increase',
  'accessibility, a11y, screen reader, contrast, blind',
  'mobile, phone, smartphone, android, ios, iphone, tablet',
  'app, application, program, client',
  'offline, without internet, without connection, no network',
  'draft, unfinished, unsaved',
  'merge, combine, join, unite',
  'duplicate, same, double, copy, clone',
  'private, internal, hidden, confidential',
  'permission, role, rights, access control, access',
  'moderator, moderation, approve, approval, review',
  'staff, employee, colleague, team, coworker',
  'customer, client, user',
  'anonymous, without account, guest',
  'on behalf of, for a customer, for someone else',
  'webhook, callback, http request',
  'api, rest, endpoint',
  'token, api key, access key',
  'integration, integrate, connect, connector, plugin, add-on, addon, extension, link',
  'embed, widget, iframe, inside our app',
  'domain, url, address, subdomain, cname',
  'branding, brand, logo, white label, white-label, custom colors',
  'tag, label, category',
  'filter, show only, narrow down',
  'sort, order, arrange, rank',
  'search, find, look up',
  'mention, ping, @',
  'reaction, emoji, like, thumbs up',
  'vote, upvote, like',
  'release date, eta, due date, deadline, when will',
  'release notes, changelog, what''s new, change log',
  'release, ship, launch, publish, deliver',
  'state, status, stage',
  'done, finished, completed, ready',
  'calendar, agenda, schedule',
  'time zone, timezone, local time, utc',
  'bulk, multiple, several, many at once, batch, mass',
  'print, printing, paper',
  'slow, performance, fast, speed, lag',
  'crash, freeze, hang, hangs, does not respond',
  'error, bug, failure, broken, does not work',
  'self-host, self hosted, on-premise, on-premises, own server, docker',
  'gdpr, privacy, personal data, data protection',
  'spam, spammer, advertising, advertise, junk',
  'ban, block',
  'username, display name, nickname, user name',
  'survey, poll, questionnaire',
  'assign, responsible, owner, assignee',
  'settings, preferences, options, configuration, config',
  'sync, synchronize, synchronise, syncing, synchronization',
  'devices, machines, computers',
  'window, windows, pane',
  'folder, directory',
  'color, colour',
  'gray, grey'
]) as line;
