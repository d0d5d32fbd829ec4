-- Deletion of posts that can be undone for a minute.
create table private.deleted_posts (
  post_id bigint primary key,
  deleted_by uuid not null,
  deleted_at timestamptz not null default now(),
  data jsonb not null
);
comment on table private.deleted_posts is
  'Deleted posts with all that hung on them, for the minute in which a deletion can be undone. Nobody can read it; rows older than ten minutes go with the next deletion.';
create index deleted_posts_deleted_at_idx on private.deleted_posts (deleted_at);
alter table private.deleted_posts enable row level security;
grant all on private.deleted_posts to service_role;

create function private.delete_and_keep(ids bigint[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  deleted integer;
begin
  delete from private.deleted_posts where deleted_at < now() - interval '10 minutes';
  perform 1 from public.posts where id = any (ids) order by id for update;
  insert into private.deleted_posts (post_id, deleted_by, data)
  select p.id, (select auth.uid()), jsonb_build_object(
    'post', to_jsonb(p),
    'addresses', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.post_addresses a where a.post_id = p.id),
    'votes', (select coalesce(jsonb_agg(to_jsonb(v)), '[]') from public.votes v where v.post_id = p.id),
    'comments', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.comments c where c.post_id = p.id),
    'events', (select coalesce(jsonb_agg(to_jsonb(e)), '[]') from public.post_events e where e.post_id = p.id),
    'images', (
      select coalesce(jsonb_agg(to_jsonb(i)), '[]') from public.images i
      where i.post_id = p.id or i.comment_id in (select c.id from public.comments c where c.post_id = p.id)
    )
  )
  from public.posts p where p.id = any (ids)
  on conflict (post_id) do update set deleted_by = excluded.deleted_by, deleted_at = now(), data = excluded.data;
  delete from public.posts where id = any (ids);
  get diagnostics deleted = row_count;
  return deleted;
end
$$;

-- Deletes a post of one's own (an admin: anyone's). False when it is gone already.
create function public.delete_post(post_id bigint) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  author uuid;
begin
  select author_id into author from public.posts where id = delete_post.post_id for update;
  if not found then
    return false;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a post.' using errcode = '42501';
  end if;
  return private.delete_and_keep(array[delete_post.post_id]) = 1;
end
$$;
revoke execute on function public.delete_post(bigint) from public, anon;
grant execute on function public.delete_post(bigint) to authenticated, service_role;

-- Deletes up to 1,000 posts and says how many there were. Admins only.
create function public.delete_posts(post_ids bigint[]) returns integer
language plpgsql security definer set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may delete several posts.' using errcode = '42501';
  end if;
  if cardinality(post_ids) > 1000 then
    raise exception 'At most 1000 posts at once.' using errcode = '22023';
  end if;
  return private.delete_and_keep(post_ids);
end
$$;
revoke execute on function public.delete_posts(bigint[]) from public, anon;
grant execute on function public.delete_posts(bigint[]) to authenticated, service_role;

-- Brings back posts the caller deleted within the last minute, with votes, comments, images and addresses.
-- Says how many came back.
create function public.restore_posts(post_ids bigint[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  kept private.deleted_posts;
  post public.posts;
  restored integer := 0;
begin
  perform set_config('signpost.restoring', 'on', true);
  for kept in
    select * from private.deleted_posts d
    where d.post_id = any (post_ids) and d.deleted_by = (select auth.uid())
      and d.deleted_at > now() - interval '60 seconds'
    order by d.post_id for update
  loop
    post := jsonb_populate_record(null::public.posts, kept.data -> 'post');
    if not exists (select 1 from public.profiles where id = post.author_id) then
      post.author_id := null;
    end if;
    insert into public.post_addresses
    select * from jsonb_populate_recordset(null::public.post_addresses, kept.data -> 'addresses')
    on conflict do nothing;
    if not exists (
      select 1 from public.post_addresses a
      where a.category_id = post.category_id and a.slug = post.slug and a.post_id = post.id
    ) then
      post.slug := private.claim_address(post.category_id, post.id, post.title);
    end if;
    insert into public.posts overriding system value select post.*;
    insert into public.votes
    select v.* from jsonb_populate_recordset(null::public.votes, kept.data -> 'votes') v
    where exists (select 1 from public.profiles p where p.id = v.user_id);
    insert into public.comments overriding system value
    select c.id, c.post_id, c.parent_id, (select p.id from public.profiles p where p.id = c.author_id), c.body,
           c.replies_total, c.created_at, c.edited_at, c.deleted_at, c.revision
    from jsonb_populate_recordset(null::public.comments, kept.data -> 'comments') c;
    insert into public.post_events overriding system value
    select e.id, e.post_id, (select p.id from public.profiles p where p.id = e.actor_id), e.from_state, e.to_state,
           e.note, e.created_at
    from jsonb_populate_recordset(null::public.post_events, kept.data -> 'events') e;
    insert into public.images
    select i.id, i.post_id, i.comment_id, (select p.id from public.profiles p where p.id = i.uploader_id), i.path,
           i.alt, i.width, i.height, i.position, i.created_at
    from jsonb_populate_recordset(null::public.images, kept.data -> 'images') i;
    delete from private.removed_objects r using public.images i where i.path = r.path;
    update public.posts set votes_total = (select count(*) from public.votes v where v.post_id = post.id)
    where id = post.id;
    delete from private.deleted_posts where post_id = kept.post_id;
    restored := restored + 1;
  end loop;
  perform set_config('signpost.restoring', '', true);
  return restored;
end
$$;
revoke execute on function public.restore_posts(bigint[]) from public, anon;
grant execute on function public.restore_posts(bigint[]) to authenticated, service_role;
