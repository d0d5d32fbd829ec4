create function private.clean_category() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := private.clean_line(new.name);
  new.description := private.clean_line(new.description);
  new.prompt := nullif(private.clean_line(new.prompt), '');
  new.details_prompt := nullif(private.clean_line(new.details_prompt), '');
  return new;
end
$$;
comment on function private.clean_category is 'Cleans the texts of a category before they are stored.';

create function private.count_category_revision() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;
comment on function private.count_category_revision is 'Counts the edits of a category.';

create function private.keep_feedback() returns trigger
language plpgsql set search_path = '' as $$
begin
  if old.slug = 'new-features'
     and (tg_op = 'DELETE' or new.slug <> old.slug or new.archived_at is not null) then
    raise exception 'The category in the site''s navigation can''t be closed, deleted or moved.' using errcode = '23503';
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.keep_feedback is 'Keeps the category that the site''s navigation links to open and at its address.';

create function private.audit_category() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kept constant text[] := array['id', 'slug', 'name', 'description', 'prompt', 'details_prompt', 'archived_at'];
  before constant jsonb := case when tg_op <> 'INSERT' then (
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old)) where key = any (kept)
  ) end;
  after constant jsonb := case when tg_op <> 'DELETE' then (
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(new)) where key = any (kept)
  ) end;
begin
  -- A new language of the site also renames a category; that is logged as the site's.
  if before is distinct from after and pg_trigger_depth() = 1 then
    perform private.audit(
      case tg_op when 'INSERT' then 'category.create' when 'DELETE' then 'category.delete' else 'category.update' end,
      null, null, before, after
    );
  end if;
  return null;
end
$$;
comment on function private.audit_category is 'Logs new, changed and deleted categories.';

create function private.keep_category_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.keep_category_addresses(array[new.id]);
  return null;
end
$$;
comment on function private.keep_category_address is 'Stores every address that a category gets.';

create function private.keep_category_addresses(category_ids integer[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.category_addresses (slug, category_id)
  select c.slug, c.id from public.categories c where c.id = any (category_ids)
  on conflict (slug) do nothing;
  if exists (
    select from public.categories c join public.category_addresses a on a.slug = c.slug
    where c.id = any (category_ids) and a.category_id <> c.id
  ) then
    raise exception 'This address belongs to another category.' using errcode = '23505';
  end if;
end
$$;
comment on function private.keep_category_addresses is 'Stores the current addresses of categories.';

create table public.categories (
  id integer generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 60),
  name text not null,
  description text not null default '' check (char_length(description) <= 300),
  "position" integer not null default 0,
  created_at timestamptz not null default now(),
  prompt text,
  details_prompt text,
  archived_at timestamptz,
  revision integer not null default 0,
  check (details_prompt is null or private.visible_length(details_prompt) >= 1 and char_length(details_prompt) <= 160),
  check (private.visible_length(name) between 1 and 60 and char_length(name) <= 60),
  check (prompt is null or private.visible_length(prompt) >= 1 and char_length(prompt) <= 80),
  constraint categories_slug_is_free check (
    slug not in (
      '404', '500', 'all', 'api', 'apple-icon', 'auth', 'builds', 'changelog', 'dashboard', 'forgot-password', 'lists', 'mailbox',
      'more', 'reset-password', 'roadmap', 'search', 'settings', 'sign-out', 'sitemap', 'admin', 'insights',
      'notifications', 'people', 'sign-in', 'sign-up', 'embed'
    )
  )
);
comment on table public.categories is 'Areas of feedback; each has its page at /{slug}.';
comment on column public.categories.prompt is 'The label of the button that opens the form; null for the default.';
comment on column public.categories.details_prompt is 'The placeholder of the details field; null for the default.';
comment on column public.categories.archived_at is 'Since when it is archived: it accepts no new posts and is in no menu.';
comment on column public.categories.revision is 'Counts edits, so that an edit can tell whether it is based on the latest version.';

grant select on public.categories to anon, authenticated;
grant insert (
  slug, name, description, position, prompt, details_prompt
), update (name, description, position, prompt, details_prompt), delete
  on public.categories to authenticated;

create policy "anyone reads categories" on public.categories for select to anon, authenticated using (true);
create policy "admins add categories" on public.categories
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change categories" on public.categories
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete categories" on public.categories
  for delete to authenticated using ((select private.is_admin()));

create table public.category_addresses (
  slug text primary key,
  category_id integer not null references public.categories (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.category_addresses is 'Every address that a category ever had, so that old links keep working.';

create index category_addresses_category_idx on public.category_addresses (category_id);

grant select on public.category_addresses to anon, authenticated;

create policy "anyone follows the address of a category" on public.category_addresses
  for select to anon, authenticated using (true);

-- The category that the site's navigation links to; created before anything is logged.
insert into public.categories (slug, name, description, position)
values ('new-features', 'Feedback', 'Ideas for new features, from the people who would use them.', 1);
insert into public.category_addresses (slug, category_id) values ('new-features', 1);

create trigger clean_category before insert or update of name, description, prompt, details_prompt on public.categories
  for each row execute function private.clean_category();
create trigger count_category_revision
  before update of slug, name, description, prompt, details_prompt, archived_at on public.categories
  for each row execute function private.count_category_revision();
create trigger keep_feedback before delete on public.categories for each row execute function private.keep_feedback();
create trigger keep_feedback_open before update of slug, archived_at on public.categories
  for each row execute function private.keep_feedback();
create trigger audit_category after insert or delete on public.categories
  for each row execute function private.audit_category();
create trigger audit_category_update after update on public.categories
  for each row execute function private.audit_category();
create trigger keep_category_address after insert or update of slug on public.categories
  for each row execute function private.keep_category_address();
