create table public.comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  parent_id bigint,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  body text not null,
  replies_total integer not null default 0 check (replies_total >= 0),
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz,
  revision integer not null default 0,
  unique (id, post_id),
  foreign key (parent_id, post_id) references public.comments (id, post_id) on delete cascade,
  constraint comments_body_length check (
    (deleted_at is null and char_length(body) between 1 and 2500 and private.visible_length(body) >= 1)
    or (deleted_at is not null and body = '')
  )
);
comment on table public.comments is
  'Comments and, one level deep, replies to them. A deleted comment that has replies stays as an empty row so that the thread can be read; its text is gone.';

create index comments_author_idx on public.comments (author_id);
create index comments_thread_idx on public.comments (post_id, created_at, id) where parent_id is null;
create index comments_replies_idx on public.comments (parent_id, created_at, id) where parent_id is not null;
create index comments_post_idx on public.comments (post_id, created_at desc);

alter table public.comments enable row level security;
grant select on public.comments to anon, authenticated;
grant insert (post_id, parent_id, body), update (body) on public.comments to authenticated;
grant all on public.comments to service_role;

create policy "anyone reads comments" on public.comments
  for select to anon, authenticated using (true);
create policy "members comment as themselves" on public.comments
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "authors edit their comments" on public.comments
  for update to authenticated
  using (author_id = (select auth.uid()) and deleted_at is null)
  with check (author_id = (select auth.uid()));
create policy "comments on deleted posts are out of reach" on public.comments as restrictive
  for all to anon, authenticated using ((select true from public.posts p where p.id = post_id)) with check (true);

-- The lock keeps the post from being deleted until the comment is counted and its words are indexed.
create function private.prepare_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.body := private.clean_text(new.body);
  if new.deleted_at is null then
    perform 1 from public.posts where id = new.post_id and deleted_at is null for key share;
    if not found then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end if;
  end if;
  if tg_op = 'INSERT' then
    if new.parent_id is not null and not exists (
      select 1 from public.comments
      where id = new.parent_id and post_id = new.post_id and parent_id is null and deleted_at is null
    ) then
      raise exception 'This comment can no longer be answered.' using errcode = '23503';
    end if;
  elsif new.body is distinct from old.body and new.deleted_at is null then
    new.edited_at := now();
  end if;
  return new;
end
$$;

create trigger prepare_comment before insert or update of body on public.comments
  for each row execute function private.prepare_comment();

create trigger bump_revision before update of body on public.comments
  for each row when (old.body is distinct from new.body) execute function private.bump_revision();

create function private.count_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before integer := case when tg_op <> 'INSERT' and old.deleted_at is null then 1 else 0 end;
  after integer := case when tg_op <> 'DELETE' and new.deleted_at is null then 1 else 0 end;
  row_post bigint := case when tg_op = 'DELETE' then old.post_id else new.post_id end;
  row_parent bigint := case when tg_op = 'DELETE' then old.parent_id else new.parent_id end;
begin
  if before = after then
    return null;
  end if;
  if row_parent is not null then
    update public.comments set replies_total = replies_total + after - before where id = row_parent;
  end if;
  update public.posts
  set comments_total = comments_total + after - before,
      activity_at = case when tg_op = 'INSERT' then greatest(activity_at, new.created_at) else activity_at end
  where id = row_post;
  return null;
end
$$;

create trigger count_comment after insert or delete or update of deleted_at on public.comments
  for each row execute function private.count_comment();

create trigger a_spend_comment before insert on public.comments
  for each row when (pg_trigger_depth() = 0)
  execute function private.spend('comment');
create trigger a_spend_edit before update of body on public.comments
  for each row when (pg_trigger_depth() = 0 and new.deleted_at is null and old.body is distinct from new.body)
  execute function private.spend('edit');

-- Publishes a comment, or a reply to the comment parent_id, once for each key and returns it; no row when it has
-- been deleted since.
create function public.create_comment(post_id bigint, body text, sent_key uuid, parent_id bigint default null)
returns table (id bigint, written text, created_at timestamptz, category_slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.comments (post_id, parent_id, body)
    values (create_comment.post_id, create_comment.parent_id, create_comment.body) returning comments.id into made;
    perform private.finish_sending(sent_key, made);
  end if;
  return query
    select c.id, c.body, c.created_at, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = made;
end
$$;
revoke execute on function public.create_comment(bigint, text, uuid, bigint) from public, anon;
grant execute on function public.create_comment(bigint, text, uuid, bigint) to authenticated, service_role;

-- Saves a comment's text; outcomes as in edit_post.
create function public.edit_comment(comment_id bigint, new_body text, seen_revision integer)
returns table (status text, body text, revision integer, post_id bigint, category_slug text)
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
    return query select 'missing', null::text, null::integer, null::bigint, null::text;
  elsif current_comment.revision <> edit_comment.seen_revision then
    return query select 'conflict', current_comment.body, current_comment.revision, null::bigint, null::text;
  else
    return query
      update public.comments c set body = edit_comment.new_body where c.id = edit_comment.comment_id
      returning 'saved', c.body, c.revision, c.post_id, (
        select t.slug from public.posts p join public.categories t on t.id = p.category_id where p.id = c.post_id
      );
  end if;
end
$$;
revoke execute on function public.edit_comment(bigint, text, integer) from public, anon;
grant execute on function public.edit_comment(bigint, text, integer) to authenticated, service_role;

-- With replies a comment is emptied instead of removed; an emptied comment goes with its last reply.
create function private.remove_comment(comment_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target public.comments;
begin
  select * into target from public.comments c where c.id = remove_comment.comment_id for update;
  if target.replies_total > 0 then
    update public.comments set body = '', author_id = null, deleted_at = now() where id = target.id;
    delete from public.images i where i.comment_id = target.id;
  else
    delete from public.comments where id = target.id;
    delete from public.comments where id = target.parent_id and deleted_at is not null and replies_total = 0;
  end if;
end
$$;

-- Deletes a comment of one's own (an admin: anyone's) and says on which post it was; no row when there is none.
create function public.delete_comment(comment_id bigint) returns table (post_id bigint, category_slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  author uuid;
begin
  -- The post first, like everybody who writes a comment.
  select p.id, t.slug into delete_comment.post_id, delete_comment.category_slug
  from public.posts p join public.categories t on t.id = p.category_id
  where p.id = (select c.post_id from public.comments c where c.id = delete_comment.comment_id)
    and p.deleted_at is null
  for key share of p;
  select c.author_id into author from public.comments c
  where c.id = delete_comment.comment_id and c.post_id = delete_comment.post_id and c.deleted_at is null for update;
  if not found then
    return;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a comment.' using errcode = '42501';
  end if;
  perform private.remove_comment(comment_id);
  return next;
end
$$;
revoke execute on function public.delete_comment(bigint) from public, anon;
grant execute on function public.delete_comment(bigint) to authenticated, service_role;
