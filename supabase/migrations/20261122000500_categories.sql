create table public.categories (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  name text not null check (private.visible_length(name) between 1 and 60 and char_length(name) <= 60),
  description text not null default '' check (char_length(description) <= 300),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint categories_slug_is_free check (
    slug not in (
      -- Addresses the site itself answers.
      '404', '500', 'api', 'apple-icon', 'auth', 'builds', 'dashboard', 'forgot-password', 'lists', 'mailbox', 'more',
      'reset-password', 'roadmap', 'search', 'settings', 'sign-out', 'sitemap',
      -- Addresses it may come to answer: a category that had one could not give it back.
      'admin', 'insights', 'notifications', 'sign-in', 'sign-up'
    )
  )
);
comment on table public.categories is 'Areas of feedback; each has its page at /{slug}.';

alter table public.categories enable row level security;
grant select on public.categories to anon, authenticated;
grant insert (slug, name, description, position), update (name, description, position), delete
  on public.categories to authenticated;
grant all on public.categories to service_role;

create policy "anyone reads categories" on public.categories
  for select to anon, authenticated using (true);
create policy "admins add categories" on public.categories
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change categories" on public.categories
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
-- Only empty ones go: posts (deleted ones until they are removed for good) and the old addresses of posts that
-- moved away refuse it by their foreign keys.
create policy "admins delete categories" on public.categories
  for delete to authenticated using ((select private.is_admin()));

create function private.clean_category() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_line(new.description);
  return new;
end
$$;
create trigger clean_category before insert or update of name, description on public.categories
  for each row execute function private.clean_category();

-- The site's navigation leads there.
create function private.keep_feedback() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.slug = 'new-features' then
    raise exception 'The category of the navigation stays.' using errcode = '23503';
  end if;
  return old;
end
$$;
create trigger keep_feedback before delete on public.categories
  for each row execute function private.keep_feedback();

insert into public.categories (slug, name, description, position)
values ('new-features', 'Feedback', 'Ideas for new features, from the people who would use them.', 1);
