-- Categories are kept in the dashboard: named, moved to another address, ordered, archived.
alter table public.categories add column archived_at timestamptz;
comment on column public.categories.archived_at is
  'Since when it takes no new posts and stands in no navigation. What was posted stays readable. Null while it is open.';

create table public.category_addresses (
  slug text primary key,
  category_id integer not null references public.categories (id) on delete cascade,
  created_at timestamptz not null default now()
);
comment on table public.category_addresses is
  'Every address a category ever had, with the one it has. No other category gets it while this one lives, so old links can be redirected for good.';
create index category_addresses_category_idx on public.category_addresses (category_id);

alter table public.category_addresses enable row level security;
revoke all on public.category_addresses from public, anon, authenticated, service_role;
grant select on public.category_addresses to anon, authenticated;
grant all on public.category_addresses to service_role;
create policy "anyone follows the address of a category" on public.category_addresses
  for select to anon, authenticated using (true);
create trigger a_require_presence before insert or update or delete on public.category_addresses
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- Writes down the addresses that categories have now.
create function private.keep_category_addresses(category_ids integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.category_addresses (slug, category_id)
  select c.slug, c.id from public.categories c where c.id = any (category_ids)
  on conflict (slug) do nothing;
  if exists (
    select from public.categories c join public.category_addresses a on a.slug = c.slug
    where c.id = any (category_ids) and a.category_id <> c.id
  ) then
    raise exception 'This address leads to another category.' using errcode = '23505';
  end if;
end
$$;
select private.keep_category_addresses(array(select id from public.categories));

create function private.keep_category_address() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.keep_category_addresses(array[new.id]);
  return null;
end
$$;
create trigger keep_category_address after insert or update of slug on public.categories
  for each row execute function private.keep_category_address();

-- The site's navigation leads there: it stays, open and at its address.
create or replace function private.keep_feedback() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.slug = 'new-features'
     and (tg_op = 'DELETE' or new.slug <> old.slug or new.archived_at is not null) then
    raise exception 'The category of the navigation stays.' using errcode = '23503';
  end if;
  return coalesce(new, old);
end
$$;
create trigger keep_feedback_open before update of slug, archived_at on public.categories
  for each row execute function private.keep_feedback();

-- Imports bring what was written before.
create function private.refuse_archived() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (select c.archived_at from public.categories c where c.id = new.category_id) is not null then
    raise exception 'This category takes no new posts.' using errcode = 'PT409';
  end if;
  return new;
end
$$;
create trigger refuse_archived before insert on public.posts
  for each row when (auth.uid() is not null) execute function private.refuse_archived();

-- As before; but an address the category had before will do: the form may be open since then.
create or replace function public.create_post(category text, title text, details text, sent_key uuid)
returns table (id bigint, slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.posts (category_id, title, details)
    select a.category_id, create_post.title, create_post.details
    from public.category_addresses a where a.slug = create_post.category
    returning posts.id into made;
    if made is null then
      raise exception 'This category no longer exists.' using errcode = 'P0002';
    end if;
    perform private.finish_sending(sent_key, made);
  end if;
  return query select p.id, p.slug from public.posts p where p.id = made;
end
$$;

create or replace function private.audit_category() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  kept constant text[] := array['id', 'slug', 'name', 'description', 'prompt', 'details_prompt', 'archived_at'];
  before constant jsonb := case when tg_op <> 'INSERT' then (
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(old)) where key = any (kept)
  ) end;
  after constant jsonb := case when tg_op <> 'DELETE' then (
    select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(new)) where key = any (kept)
  ) end;
begin
  if before is distinct from after then
    perform private.audit(
      case tg_op when 'INSERT' then 'category.create' when 'DELETE' then 'category.delete' else 'category.update' end,
      null, null, before, after
    );
  end if;
  return null;
end
$$;
drop trigger audit_category_update on public.categories;
create trigger audit_category_update after update on public.categories
  for each row execute function private.audit_category();

-- Adds a category, or changes the one with the id. status is 'saved', or why nothing is: 'reserved' (an address of the
-- site), 'taken' (one of another category, now or before), 'fixed' (that of the navigation) or 'missing'.
create function public.admin_save_category(
  category_id integer, new_slug text, new_name text, new_description text, new_prompt text, new_details_prompt text
)
returns table (status text, id integer)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  current_slug text;
  broken text;
  saved integer;
begin
  perform private.require_admin();
  if category_id is null then
    insert into public.categories (slug, name, description, prompt, details_prompt, position)
    values (
      new_slug, new_name, coalesce(new_description, ''), new_prompt, new_details_prompt,
      (select coalesce(max(c.position), 0) + 1 from public.categories c)
    )
    returning categories.id into saved;
    return query select 'saved', saved;
    return;
  end if;
  select c.slug into current_slug from public.categories c where c.id = admin_save_category.category_id for update;
  if current_slug is null then
    return query select 'missing', null::integer;
  elsif current_slug = 'new-features' and new_slug <> current_slug then
    return query select 'fixed', null::integer;
  else
    update public.categories c
    set slug = new_slug, name = new_name, description = coalesce(new_description, ''),
      prompt = new_prompt, details_prompt = new_details_prompt
    where c.id = admin_save_category.category_id;
    return query select 'saved', admin_save_category.category_id;
  end if;
exception
  when unique_violation then
    return query select 'taken', null::integer;
  when check_violation then
    get stacked diagnostics broken = constraint_name;
    if broken <> 'categories_slug_is_free' then
      raise;
    end if;
    return query select 'reserved', null::integer;
end
$$;

-- Closes a category, or opens it again. False when it is gone.
create function public.admin_archive_category(category_id integer, wanted boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.categories c set archived_at = case when wanted then coalesce(c.archived_at, now()) end
  where c.id = admin_archive_category.category_id;
  return found;
end
$$;

-- Puts the categories in this order; those it does not name come after, as they were.
create function public.admin_order_categories(category_ids integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before constant jsonb := (select jsonb_agg(c.slug order by c.position, c.id) from public.categories c);
  after jsonb;
begin
  perform private.require_admin();
  update public.categories c set position = placed.place
  from (
    select o.id, row_number() over (
      order by coalesce(array_position(category_ids, o.id), 2147483647), o.position, o.id
    ) as place
    from public.categories o
  ) placed
  where placed.id = c.id and c.position <> placed.place;
  after := (select jsonb_agg(c.slug order by c.position, c.id) from public.categories c);
  if before <> after then
    perform private.audit('category.order', null, null, jsonb_build_object('order', before), jsonb_build_object('order', after));
  end if;
end
$$;

revoke execute on function public.admin_save_category(integer, text, text, text, text, text) from public, anon;
revoke execute on function public.admin_archive_category(integer, boolean) from public, anon;
revoke execute on function public.admin_order_categories(integer[]) from public, anon;
grant execute on function public.admin_save_category(integer, text, text, text, text, text) to authenticated;
grant execute on function public.admin_archive_category(integer, boolean) to authenticated;
grant execute on function public.admin_order_categories(integer[]) to authenticated;
