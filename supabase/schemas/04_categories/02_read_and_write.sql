create function public.list_categories() returns table(
  id integer, slug text, name text, description text, prompt text, details_prompt text, archived_at timestamptz,
  slugs text[], posts_total bigint, revision integer
)
language sql stable security definer set search_path = '' as $$
  select c.id, c.slug, c.name, c.description, c.prompt, c.details_prompt, c.archived_at,
    (select coalesce(array_agg(a.slug order by a.slug), '{}') from public.category_addresses a where a.category_id = c.id),
    (select coalesce(sum(t.posts), 0)::bigint from public.post_totals t where t.category_id = c.id),
    c.revision
  from public.categories c
  where (select private.require_small_select(3))
  order by c.position, c.id
$$;
comment on function public.list_categories is 'All categories in order, with their current and former addresses.';
grant execute on function public.list_categories to anon, authenticated;

create function public.admin_save_category(
  category_id integer, new_slug text, new_name text, new_description text, new_prompt text, new_details_prompt text,
  seen_revision integer default null, is_archived boolean default null
) returns table(status text, id integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  was public.categories;
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
  select * into was from public.categories c where c.id = admin_save_category.category_id for update;
  if was.id is null then
    return query select 'missing', null::integer;
  elsif was.revision <> seen_revision then
    return query select 'conflict', was.id;
  elsif was.slug = 'new-features' and new_slug <> was.slug then
    return query select 'fixed', null::integer;
  else
    update public.categories c
    set slug = new_slug, name = new_name, description = coalesce(new_description, ''),
      prompt = new_prompt, details_prompt = new_details_prompt, archived_at = case
        when is_archived then coalesce(c.archived_at, now()) when is_archived is null then c.archived_at end
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
comment on function public.admin_save_category is
  'Adds a category, or changes the one with the id, and archives or restores it if is_archived is given. Returns ''saved'', or why it wasn''t: ''conflict'' (someone saved after seen_revision), ''reserved'' (an address of the site), ''taken'' (an address that another category has or had), ''fixed'' (the category in the navigation) or ''missing''.';
grant execute on function public.admin_save_category to authenticated;

create function public.admin_archive_category(category_id integer, wanted boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.categories c set archived_at = case when wanted then coalesce(c.archived_at, now()) end
  where c.id = admin_archive_category.category_id;
  return found;
end
$$;
comment on function public.admin_archive_category is 'Archives or restores a category. False if it no longer exists.';
grant execute on function public.admin_archive_category to authenticated;

create function public.admin_order_categories(category_ids integer[]) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function public.admin_order_categories is
  'Orders categories. Those not listed come after the others, in their previous order.';
grant execute on function public.admin_order_categories to authenticated;
