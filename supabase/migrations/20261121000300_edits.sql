-- Edits that notice each other.
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
