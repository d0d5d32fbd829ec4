create function public.create_post(
  category text, title text, details text, sent_key uuid, mentions uuid[] default '{}'
) returns table(id bigint, slug text)
language plpgsql set search_path = '' as $$
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
    perform private.note_post_mentions(made, mentions);
    perform private.finish_sending(sent_key, made);
  end if;
  return query select p.id, p.slug from public.posts p where p.id = made;
end
$$;
comment on function public.create_post is
  'Publishes a post once per idempotency key and returns it; no row if it has been deleted since. A former address of the category is accepted, because the form may have been open for a while.';
grant execute on function public.create_post to authenticated, service_role;

create function private.edit_waiting_post(
  post_id bigint, new_title text, new_details text, seen_revision integer, mentions uuid[]
) returns table(status text, title text, details text, revision integer, category_slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  was record;
begin
  select p.title, p.details, p.revision into was from public.posts p
  where p.id = edit_waiting_post.post_id and p.author_id = auth.uid() and p.hidden_at is not null for update;
  -- The team may have decided while this waited for the lock.
  if not found or not private.is_own_waiting(edit_waiting_post.post_id, null) then
    return;
  end if;
  if was.revision is distinct from edit_waiting_post.seen_revision then
    return query select 'conflict', was.title, was.details, was.revision, null::text;
    return;
  end if;
  update public.posts p set title = edit_waiting_post.new_title, details = edit_waiting_post.new_details
  where p.id = edit_waiting_post.post_id;
  perform private.drop_mentions(p.id, null, p.details) from public.posts p where p.id = edit_waiting_post.post_id;
  perform private.note_post_mentions(edit_waiting_post.post_id, edit_waiting_post.mentions);
  return query
    select 'saved', p.title, p.details, p.revision, c.slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = edit_waiting_post.post_id;
end
$$;
comment on function private.edit_waiting_post is
  'Saves the texts of the caller''s own post that awaits approval; it still awaits it. People whom it no longer mentions aren''t notified. Outcomes as in edit_post; no row for any other post.';
grant execute on function private.edit_waiting_post to authenticated, service_role;

create function public.edit_post(
  post_id bigint, new_title text, new_details text, seen_revision integer, mentions uuid[] default '{}'
) returns table(status text, title text, details text, revision integer, category_slug text)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  current_post record;
begin
  return query
    select * from private.edit_waiting_post(
      edit_post.post_id, edit_post.new_title, edit_post.new_details, edit_post.seen_revision, edit_post.mentions
    );
  if found then
    return;
  end if;
  select p.id, p.title, p.revision into current_post from public.posts p where p.id = edit_post.post_id for update;
  if current_post.id is null then
    if exists (select 1 from public.posts p where p.id = edit_post.post_id) then
      raise exception 'Only its author or an admin may edit a post.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::text, null::integer, null::text;
  elsif current_post.revision is distinct from edit_post.seen_revision then
    return query select 'conflict', current_post.title, private.details_of(edit_post.post_id),
      current_post.revision, null::text;
  else
    update public.posts p set title = edit_post.new_title, details = edit_post.new_details
    where p.id = edit_post.post_id;
    return query
      select 'saved', p.title, private.details_of(p.id), p.revision, c.slug
      from public.posts p join public.categories c on c.id = p.category_id
      where p.id = edit_post.post_id;
    perform private.note_post_mentions(edit_post.post_id, mentions);
  end if;
end
$$;
comment on function public.edit_post is
  'Saves title and details unless someone else saved after `seen_revision`. Returns ''saved'', ''conflict'' (with the current texts; nothing is written) or ''missing''.';
grant execute on function public.edit_post to authenticated, service_role;

create function private.hide_posts(ids bigint[]) returns table(id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = '' as $$
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
comment on function private.hide_posts is 'Deletes posts. Locks them in order of their ids to avoid deadlocks.';

create function public.delete_post(post_id bigint) returns table(id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  author uuid;
begin
  select p.author_id into author from public.posts p
  where p.id = delete_post.post_id and p.deleted_at is null for update;
  if not found then
    if private.is_own_waiting(delete_post.post_id, null) then
      perform private.free_merged(array[delete_post.post_id]);
    end if;
    return query
      delete from public.posts p using public.categories c, private.hidings h
      where p.id = delete_post.post_id and p.author_id = (select auth.uid()) and c.id = p.category_id
        and h.post_id = p.id and h.cause = 'approval'
      returning p.id, c.slug, p.slug;
    return;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a post.' using errcode = '42501';
  end if;
  return query select * from private.hide_posts(array[delete_post.post_id]);
end
$$;
comment on function public.delete_post is 'Deletes the caller''s own post; admins may delete any post. One that awaits approval is gone at once.';
grant execute on function public.delete_post to authenticated, service_role;

create function public.delete_posts(post_ids bigint[]) returns table(id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if cardinality(post_ids) > 200 then
    raise exception 'You can change at most 200 posts at once.' using errcode = '22023';
  end if;
  return query select * from private.hide_posts(post_ids);
end
$$;
comment on function public.delete_posts is 'Deletes up to 200 posts and returns their addresses. Admins only.';
grant execute on function public.delete_posts to authenticated, service_role;

create function public.restore_posts(post_ids bigint[]) returns table(id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_unblocked(true);
  perform 1 from public.posts p
  where p.id = any (post_ids) and p.deleted_by = (select auth.uid()) order by p.id for update;
  return query
    update public.posts p set deleted_at = null, deleted_by = null
    from public.categories c
    where p.id = any (post_ids) and p.deleted_by = (select auth.uid()) and p.deleted_at > private.undo_end()
      and (p.author_id = (select auth.uid()) or (select private.is_admin()))
      and c.id = p.category_id
    returning p.id, c.slug, p.slug;
end
$$;
comment on function public.restore_posts is 'Restores posts that the caller just deleted, and returns their addresses.';
grant execute on function public.restore_posts to authenticated, service_role;

create function private.remove_deleted_posts() returns integer
language plpgsql set search_path = '' as $$
declare
  removed integer;
begin
  perform private.free_merged(array(select p.id from public.posts p where p.deleted_at <= private.undo_end()));
  delete from public.posts where deleted_at <= private.undo_end();
  get diagnostics removed = row_count;
  return removed;
end
$$;
comment on function private.remove_deleted_posts is 'Removes posts that can no longer be restored. Returns how many.';
grant execute on function private.remove_deleted_posts to service_role;
