-- How long the site offers to undo a deletion.
create function private.undo_time() returns interval
language sql immutable set search_path = ''
return interval '10 seconds';

-- How long a deletion can be undone. Longer than it is offered: the offer stays on the screen while the pointer rests
-- on it, and the way here takes time.
create function private.restore_time() returns interval
language sql immutable set search_path = ''
return interval '1 minute';

-- What was deleted before this moment stays deleted.
create function private.undo_end() returns timestamptz
language sql stable set search_path = ''
return now() - private.restore_time();

-- Locks in the order of ids, so that two of these calls wait for each other and do not end in a deadlock.
create function private.hide_posts(ids bigint[]) returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  return query
    update public.posts p set deleted_at = now(), deleted_by = (select auth.uid())
    from public.categories c
    where p.id = any (ids) and p.deleted_at is null and c.id = p.category_id
    returning p.id, c.slug, p.slug;
end
$$;

-- Deletes a post of one's own (an admin: anyone's) and says where it was; no row when it is gone already.
create function public.delete_post(post_id bigint) returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  author uuid;
begin
  select p.author_id into author from public.posts p
  where p.id = delete_post.post_id and p.deleted_at is null for update;
  if not found then
    return;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a post.' using errcode = '42501';
  end if;
  return query select * from private.hide_posts(array[delete_post.post_id]);
end
$$;
revoke execute on function public.delete_post(bigint) from public, anon;
grant execute on function public.delete_post(bigint) to authenticated, service_role;

-- Deletes up to 200 posts and says where they were. Admins only.
create function public.delete_posts(post_ids bigint[]) returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if cardinality(post_ids) > 200 then
    raise exception 'At most 200 posts at once.' using errcode = '22023';
  end if;
  return query select * from private.hide_posts(post_ids);
end
$$;
revoke execute on function public.delete_posts(bigint[]) from public, anon;
grant execute on function public.delete_posts(bigint[]) to authenticated, service_role;

-- Brings back posts the caller deleted a moment ago, and still might delete, and says where they are.
create function public.restore_posts(post_ids bigint[]) returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
    update public.posts p set deleted_at = null, deleted_by = null
    from public.categories c
    where p.id = any (post_ids) and p.deleted_by = (select auth.uid()) and p.deleted_at > private.undo_end()
      and (p.author_id = (select auth.uid()) or (select private.is_admin()))
      and c.id = p.category_id
    returning p.id, c.slug, p.slug;
end
$$;
revoke execute on function public.restore_posts(bigint[]) from public, anon;
grant execute on function public.restore_posts(bigint[]) to authenticated, service_role;

-- Words are looked up anew for a post that comes back. Admins undo what they did to many posts at once.
create trigger a_spend_restore before update of deleted_at on public.posts
  for each row
  when (
    pg_trigger_depth() = 0 and old.deleted_at is not null and new.deleted_at is null and not private.is_admin()
  )
  execute function private.spend('edit');

-- Removes for good what can no longer be restored, with all that belongs to it, and says how many posts those were.
create function private.remove_deleted_posts() returns integer
language plpgsql set search_path = ''
as $$
declare
  removed integer;
begin
  delete from public.posts where deleted_at <= private.undo_end();
  get diagnostics removed = row_count;
  return removed;
end
$$;
grant execute on function private.remove_deleted_posts() to service_role;
