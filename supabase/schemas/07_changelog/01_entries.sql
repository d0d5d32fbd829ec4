-- Changelog entries. Only the team sees drafts and scheduled entries.

create type public.entry_state as enum ('draft', 'scheduled', 'published');

create function private.can_publish() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.is_admin()
    or private.is_team() and (select s.moderators_publish from public.site_settings s);
end
$$;
comment on function private.can_publish is
  'Whether the caller may publish changelog entries: admins, and moderators if the site allows it.';
grant execute on function private.can_publish to authenticated, service_role;

create function private.require_publisher() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not (select private.can_publish()) then
    raise exception 'Only an admin may publish changelog entries.' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_publisher is 'Refuses callers who may not publish entries.';

create table public.changelog_entries (
  id bigint generated always as identity primary key,
  title text not null,
  slug text not null unique,
  body text not null default '' check (char_length(body) <= 20000),
  publish_at timestamptz,
  published_at timestamptz(3),
  first_published_at timestamptz,
  tells boolean not null default true,
  told_event bigint,
  likes integer not null default 0 check (likes >= 0),
  loves integer not null default 0 check (loves >= 0),
  celebrations integer not null default 0 check (celebrations >= 0),
  revision integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  state public.entry_state not null default 'draft'::public.entry_state,
  completes boolean not null default false,
  check (
    not private.has_stacked_marks(title)
    and char_length(title) between 3 and 140
    and private.visible_length(title) >= 3
  ),
  check ((state = 'scheduled') = (publish_at is not null)),
  check ((state = 'published') = (published_at is not null))
);
comment on table public.changelog_entries is
  'Changelog entries. Everyone can read published ones; only the team can read drafts and scheduled ones. The body is only available through functions.';
comment on column public.changelog_entries.publish_at is 'When the worker publishes it; null unless it is scheduled.';
comment on column public.changelog_entries.first_published_at is
  'When it was first published. From then on, its address is kept for good.';
comment on column public.changelog_entries.tells is 'Whether people are notified when it is published.';
comment on column public.changelog_entries.completes is 'Whether linked posts move to completed when the worker publishes it.';
comment on column public.changelog_entries.told_event is
  'The row of private.events that notifications are based on: the first publication, or a correction that people were notified about again. It stays when the entry is unpublished, so that no one is notified twice.';
comment on column public.changelog_entries.edited_at is 'When it was last changed after it was published.';
comment on column public.changelog_entries.revision is
  'Counts edits, so that an edit can tell whether it is based on the latest version.';

create index changelog_entries_published_idx on public.changelog_entries (published_at desc, id desc)
  where state = 'published';
create index changelog_entries_due_idx on public.changelog_entries (publish_at) where state = 'scheduled';
create index changelog_entries_author_idx on public.changelog_entries (author_id);

grant select (
  id, title, slug, state, publish_at, published_at, author_id, likes, loves, celebrations, revision, created_at,
  updated_at, edited_at
)
  on public.changelog_entries to anon, authenticated;

create policy "anyone reads published entries, the team all entries" on public.changelog_entries
  for select to anon, authenticated using (state = 'published' or (select private.is_team()));

create table public.changelog_addresses (
  slug text primary key,
  entry_id bigint not null references public.changelog_entries (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.changelog_addresses is
  'Every address that an entry has, or had since it was first published. None is given to another entry.';

create index changelog_addresses_entry_idx on public.changelog_addresses (entry_id);

grant select on public.changelog_addresses to anon, authenticated;

create policy "addresses of entries that the caller can read" on public.changelog_addresses
  for select to anon, authenticated
  using ((select true from public.changelog_entries e where e.id = changelog_addresses.entry_id));

create table public.changelog_labels (
  id integer generated always as identity primary key,
  name text not null,
  slug text not null unique check (slug ~ '^[^\s/?#]+$'),
  "position" integer not null default 0,
  created_at timestamptz not null default now(),
  check (
    not private.has_stacked_marks(name)
    and char_length(name) between 1 and 30
    and private.visible_length(name) >= 1
  )
);
comment on table public.changelog_labels is 'Labels of changelog entries: New, Improved, Fixed, and the team''s own.';

create unique index changelog_labels_name_idx on public.changelog_labels (lower(name));

grant select on public.changelog_labels to anon, authenticated;

create policy "anyone reads labels" on public.changelog_labels for select to anon, authenticated using (true);

insert into public.changelog_labels (name, slug, "position")
values ('New', 'new', 1), ('Improved', 'improved', 2), ('Fixed', 'fixed', 3);

create table public.changelog_entry_labels (
  entry_id bigint references public.changelog_entries (id) on delete cascade,
  label_id integer references public.changelog_labels (id) on delete cascade,
  primary key (entry_id, label_id)
);
comment on table public.changelog_entry_labels is 'The labels of each entry.';

create index changelog_entry_labels_label_idx on public.changelog_entry_labels (label_id, entry_id);

grant select on public.changelog_entry_labels to anon, authenticated;

create policy "labels of entries that the caller can read" on public.changelog_entry_labels
  for select to anon, authenticated
  using ((select true from public.changelog_entries e where e.id = changelog_entry_labels.entry_id));

create table public.changelog_entry_posts (
  entry_id bigint references public.changelog_entries (id) on delete cascade,
  post_id bigint references public.posts (id) on delete cascade,
  "position" integer not null default 0,
  primary key (entry_id, post_id)
);
comment on table public.changelog_entry_posts is 'The posts linked to an entry. Their followers are notified about the entry.';

create index changelog_entry_posts_post_idx on public.changelog_entry_posts (post_id);

grant select on public.changelog_entry_posts to anon, authenticated;

create policy "posts of entries that the caller can read" on public.changelog_entry_posts
  for select to anon, authenticated
  using (
    (select true from public.changelog_entries e where e.id = changelog_entry_posts.entry_id)
    and (select true from public.posts p where p.id = changelog_entry_posts.post_id)
  );
