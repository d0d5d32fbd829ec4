-- Changes to many posts at once. seen holds what the admin saw of each post by its id; where another admin was
-- faster the post is left alone. Outcomes: done, unchanged (already so, whoever did it), conflict (not as it was
-- seen, or not in seen), missing. Without seen nothing is compared.
create function private.bulk_ids(post_ids bigint[]) returns bigint[]
language plpgsql stable set search_path = ''
as $$
begin
  perform private.require_admin();
  if cardinality(post_ids) > 200 then
    raise exception 'At most 200 posts at once.' using errcode = '22023';
  end if;
  return array(select distinct i from unnest(post_ids) i where i is not null order by i);
end
$$;

create function private.bulk_seen(seen jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  value constant jsonb := private.hosted_json(seen);
begin
  if jsonb_typeof(value) <> 'object' then
    raise exception 'What was seen is an object of post ids.' using errcode = '22023';
  end if;
  return value;
end
$$;

create function public.admin_set_state(
  post_ids bigint[], new_state public.post_state, public_note text default null, seen jsonb default null
)
returns table (post_id bigint, outcome text, category_slug text)
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  note constant text := nullif(private.clean_text(public_note), '');
  wanted bigint;
  current_state public.post_state;
begin
  if new_state is null or char_length(note) > 1000 then
    raise exception 'A state, and a note of up to 1000 characters.' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two of these calls wait for each other instead of dying.
  foreach wanted in array ids loop
    select p.state, c.slug into current_state, category_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    post_id := wanted;
    outcome := case
      when not found then 'missing'
      when current_state = new_state then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_state::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.posts p set state = new_state where p.id = wanted;
      insert into public.post_events (post_id, actor_id, from_state, to_state, note)
      values (wanted, (select auth.uid()), current_state, new_state, note);
    end if;
    return next;
  end loop;
end
$$;

-- Says of each post where it was and where it is.
create function public.admin_set_category(post_ids bigint[], new_category integer, seen jsonb default null)
returns table (
  post_id bigint, outcome text, old_category_slug text, old_slug text, category_slug text, slug text
)
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  new_category_slug constant text := (select c.slug from public.categories c where c.id = new_category);
  wanted bigint;
  current_category integer;
begin
  if new_category_slug is null then
    raise exception 'This category does not exist.' using errcode = '23503';
  end if;
  foreach wanted in array ids loop
    select p.category_id, c.slug, p.slug into current_category, old_category_slug, old_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    post_id := wanted;
    category_slug := old_category_slug;
    slug := old_slug;
    outcome := case
      when not found then 'missing'
      when current_category = new_category then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_category::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.posts p set category_id = new_category where p.id = wanted
      returning new_category_slug, p.slug into category_slug, slug;
    end if;
    return next;
  end loop;
end
$$;

revoke execute on function public.admin_set_state(bigint[], public.post_state, text, jsonb) from public, anon;
revoke execute on function public.admin_set_category(bigint[], integer, jsonb) from public, anon;
grant execute on function public.admin_set_state(bigint[], public.post_state, text, jsonb) to authenticated;
grant execute on function public.admin_set_category(bigint[], integer, jsonb) to authenticated;
