-- Votes by intent, edits that notice each other, deletion that can be undone.

-- Makes the caller's vote as it is wanted and says how it stands; asking twice changes nothing.
create function public.set_vote(post_id bigint, wanted boolean) returns table (voted boolean, votes_total integer)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := (select auth.uid());
begin
  if me is null then
    raise exception 'Sign in to vote.' using errcode = '42501';
  end if;
  -- One vote on a post at a time: waiting here is cheaper than twenty transactions waiting for one row.
  perform pg_advisory_xact_lock(set_vote.post_id);
  if wanted and not exists (select 1 from public.votes v where v.user_id = me and v.post_id = set_vote.post_id) then
    begin
      insert into public.votes (post_id) values (set_vote.post_id) on conflict do nothing;
    exception when foreign_key_violation then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end;
  elsif not wanted then
    delete from public.votes v where v.user_id = me and v.post_id = set_vote.post_id;
  end if;
  return query
    select exists (select 1 from public.votes v where v.user_id = me and v.post_id = p.id), p.votes_total
    from public.posts p where p.id = set_vote.post_id;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
end
$$;
revoke execute on function public.set_vote(bigint, boolean) from public, anon;
grant execute on function public.set_vote(bigint, boolean) to authenticated, service_role;

-- Which of these posts the caller has voted for.
create function public.own_votes(post_ids bigint[]) returns setof bigint
language sql stable set search_path = ''
as $$
  select post_id from public.votes where user_id = (select auth.uid()) and post_id = any (post_ids)
$$;
revoke execute on function public.own_votes(bigint[]) from public, anon;
grant execute on function public.own_votes(bigint[]) to authenticated, service_role;

alter table public.posts add column revision integer not null default 0;
alter table public.comments add column revision integer not null default 0;
comment on column public.posts.revision is 'Goes up with each change of title or details, so that an edit can tell whether it starts from what is there.';

create function private.bump_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;
create trigger bump_revision before update of title, details on public.posts
  for each row when (old.title is distinct from new.title or old.details is distinct from new.details)
  execute function private.bump_revision();
create trigger bump_revision before update of body on public.comments
  for each row when (old.body is distinct from new.body) execute function private.bump_revision();

-- Saves title and details unless somebody saved since `seen_revision`: status is 'saved', 'conflict' (with what
-- is there now; nothing is written) or 'missing'.
create function public.edit_post(post_id bigint, new_title text, new_details text, seen_revision integer)
returns table (status text, title text, details text, revision integer)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_post public.posts;
begin
  select * into current_post from public.posts p where p.id = edit_post.post_id for update;
  if current_post.id is null then
    if exists (select 1 from public.posts p where p.id = edit_post.post_id) then
      raise exception 'Only its author or an admin may edit a post.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::text, null::integer;
  elsif current_post.revision <> edit_post.seen_revision then
    return query select 'conflict', current_post.title, current_post.details, current_post.revision;
  else
    return query
      update public.posts p set title = edit_post.new_title, details = edit_post.new_details
      where p.id = edit_post.post_id
      returning 'saved', p.title, p.details, p.revision;
  end if;
end
$$;
revoke execute on function public.edit_post(bigint, text, text, integer) from public, anon;
grant execute on function public.edit_post(bigint, text, text, integer) to authenticated, service_role;

create function public.edit_comment(comment_id bigint, new_body text, seen_revision integer)
returns table (status text, body text, revision integer)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_comment public.comments;
begin
  select * into current_comment from public.comments c where c.id = edit_comment.comment_id for update;
  if current_comment.id is null then
    if exists (select 1 from public.comments c where c.id = edit_comment.comment_id and c.deleted_at is null) then
      raise exception 'Only its author may edit a comment.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::integer;
  elsif current_comment.revision <> edit_comment.seen_revision then
    return query select 'conflict', current_comment.body, current_comment.revision;
  else
    return query
      update public.comments c set body = edit_comment.new_body where c.id = edit_comment.comment_id
      returning 'saved', c.body, c.revision;
  end if;
end
$$;
revoke execute on function public.edit_comment(bigint, text, integer) from public, anon;
grant execute on function public.edit_comment(bigint, text, integer) to authenticated, service_role;

create table private.removed_objects (
  path text primary key,
  removed_at timestamptz not null default now()
);
comment on table private.removed_objects is
  'Objects of the images bucket whose row is gone. They leave the storage a minute later, when no deletion can be undone any more.';
alter table private.removed_objects enable row level security;
grant all on private.removed_objects to service_role;

create function private.note_removed_object() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.removed_objects (path) values (old.path) on conflict (path) do update set removed_at = now();
  return null;
end
$$;
create trigger note_removed_object after delete on public.images
  for each row execute function private.note_removed_object();

-- Which objects the caller should remove from the storage: of the own folder, an admin all.
create function public.claim_removed_objects(max_rows integer default 100) returns table (path text)
language sql stable security definer set search_path = ''
as $$
  select r.path from private.removed_objects r
  where (split_part(r.path, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
    and r.removed_at < now() - interval '60 seconds'
    and not exists (select 1 from public.images i where i.path = r.path)
  order by r.removed_at limit least(greatest(max_rows, 1), 1000)
$$;
revoke execute on function public.claim_removed_objects(integer) from public, anon;
grant execute on function public.claim_removed_objects(integer) to authenticated, service_role;

create function public.forget_removed_objects(paths text[]) returns void
language sql security definer set search_path = ''
as $$
  delete from private.removed_objects r
  where r.path = any (paths)
    and (split_part(r.path, '/', 1) = (select auth.uid())::text or (select private.is_admin()))
$$;
revoke execute on function public.forget_removed_objects(text[]) from public, anon;
grant execute on function public.forget_removed_objects(text[]) to authenticated, service_role;

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

-- While deleted rows are put back, the triggers that clean, count and limit leave them as they were.
drop trigger prepare_post_insert on public.posts;
create trigger prepare_post_insert before insert on public.posts
  for each row when (coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.prepare_post();
drop trigger count_inserted_votes on public.votes;
create trigger count_inserted_votes after insert on public.votes
  referencing new table as new_rows for each statement
  when (coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.count_votes();
drop trigger prepare_comment on public.comments;
create trigger prepare_comment before insert or update of body on public.comments
  for each row when (coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.prepare_comment();
drop trigger count_comment on public.comments;
create trigger count_comment after insert or delete or update of deleted_at on public.comments
  for each row when (coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.count_comment();
drop trigger limit_images on public.images;
create trigger limit_images before insert on public.images
  for each row when (coalesce(current_setting('signpost.restoring', true), '') <> 'on')
  execute function private.limit_images();

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

-- Recounts everything; a row for each number that is not what it should be.
create function private.find_miscounts() returns table (kind text, id bigint, stored integer, counted integer)
language sql stable set search_path = ''
as $$
  select 'votes of a post', p.id, p.votes_total, coalesce(v.n, 0)
  from public.posts p
  left join (select post_id, count(*)::integer as n from public.votes group by 1) v on v.post_id = p.id
  where p.votes_total <> coalesce(v.n, 0)
  union all
  select 'comments of a post', p.id, p.comments_total, coalesce(c.n, 0)
  from public.posts p
  left join (
    select post_id, count(*)::integer as n from public.comments where deleted_at is null group by 1
  ) c on c.post_id = p.id
  where p.comments_total <> coalesce(c.n, 0)
  union all
  select 'replies to a comment', c.id, c.replies_total, coalesce(r.n, 0)
  from public.comments c
  left join (
    select parent_id, count(*)::integer as n from public.comments
    where parent_id is not null and deleted_at is null group by 1
  ) r on r.parent_id = c.id
  where c.replies_total <> coalesce(r.n, 0)
  union all
  select 'posts of a category in a state', t.category_id, t.posts, coalesce(p.n, 0)
  from public.post_totals t
  left join (select category_id, state, count(*)::integer as n from public.posts group by 1, 2) p
    on p.category_id = t.category_id and p.state = t.state
  where t.posts <> coalesce(p.n, 0)
$$;
grant execute on function private.find_miscounts() to service_role;

-- Sets every count to what is there; for an operator, while nothing else writes.
create function private.mend_counts() returns void
language sql set search_path = ''
as $$
  update public.posts p set votes_total = m.counted from private.find_miscounts() m
  where m.kind = 'votes of a post' and m.id = p.id;
  update public.posts p set comments_total = m.counted from private.find_miscounts() m
  where m.kind = 'comments of a post' and m.id = p.id;
  update public.comments c set replies_total = m.counted from private.find_miscounts() m
  where m.kind = 'replies to a comment' and m.id = c.id;
  update public.post_totals t set posts = (
    select count(*) from public.posts p where p.category_id = t.category_id and p.state = t.state
  );
$$;
grant execute on function private.mend_counts() to service_role;
