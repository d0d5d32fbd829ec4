create function private.hold_post(post bigint) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  locked timestamptz;
begin
  select p.locked_at into locked from public.posts p where p.id = post and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  return locked;
end
$$;
comment on function private.hold_post is
  'Locks a post so that it can''t be deleted until the comment is counted and indexed. Returns since when its comments are locked, or null.';

create function private.counted_comments(ids bigint[]) returns table(
  post_id bigint, parent_id bigint, reads bigint, lists bigint
)
language sql stable set search_path = '' as $$
  select c.post_id, c.parent_id, count(*) filter (where c.hidden_at is null),
    count(*) filter (where c.hidden_at is null or c.hidden_reason is not null)
  from public.comments c where c.id = any (ids) and c.deleted_at is null group by 1, 2
$$;
comment on function private.counted_comments is 'Which of these comments the counts of posts and threads include.';

create function private.recount_comments(ids bigint[], before jsonb) returns void
language sql set search_path = '' as $$
  update public.posts p set comments_total = p.comments_total + d.n
  from (
    select post_id, sum(reads) as n from (
      select post_id, reads from private.counted_comments(ids)
      union all
      select b.post_id, -b.reads from jsonb_to_recordset(before) as b (post_id bigint, reads bigint)
    ) both_times group by post_id having sum(reads) <> 0
  ) d
  where p.id = d.post_id;
  update public.comments c set replies_total = c.replies_total + d.n
  from (
    select parent_id, sum(lists) as n from (
      select parent_id, lists from private.counted_comments(ids)
      union all
      select b.parent_id, -b.lists from jsonb_to_recordset(before) as b (parent_id bigint, lists bigint)
    ) both_times group by parent_id having sum(lists) <> 0
  ) d
  where c.id = d.parent_id;
$$;
comment on function private.recount_comments is 'Updates counts after these comments changed.';

create function private.hold_post_of(comment_id bigint) returns void
language sql security definer set search_path = '' as $$
  select from public.posts p
  where p.id = (select c.post_id from public.comments c where c.id = comment_id) for key share
$$;
comment on function private.hold_post_of is 'Locks the post of a comment before the comment itself.';
grant execute on function private.hold_post_of to authenticated, service_role;

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
  merge_id bigint references public.post_merges (id) on delete set null,
  hidden_at timestamptz,
  hidden_reason text,
  deleted_by uuid,
  constraint comments_body_length check (
    deleted_at is null
    and hidden_at is null
    and char_length(body) between 1 and 2500
    and private.visible_length(body) >= 1
    or (deleted_at is not null or hidden_at is not null)
    and body = ''
    or deleted_at is not null and deleted_by is not null
  ),
  check (hidden_reason is null or hidden_at is not null and char_length(hidden_reason) between 1 and 200),
  foreign key (parent_id, post_id) references public.comments (id, post_id) on delete cascade,
  unique (id, post_id)
);
comment on table public.comments is
  'Comments, and replies one level deep. A deleted comment is kept as long as its deletion can be undone. After that, one with replies stays as an empty row to keep the thread readable; its text is gone.';
comment on column public.comments.deleted_by is 'Who may restore the comment. Null once its text is gone.';
comment on column public.comments.merge_id is 'The merge that moved the comment here, if any.';
comment on column public.comments.hidden_reason is 'The line shown in place of a hidden comment, if any.';

create index comments_author_idx on public.comments (author_id);
create index comments_thread_idx on public.comments (post_id, created_at, id) where parent_id is null;
create index comments_replies_idx on public.comments (parent_id, created_at, id) where parent_id is not null;
create index comments_post_idx on public.comments (post_id, created_at desc);
create index comments_post_author_idx on public.comments (post_id, author_id) where author_id is not null;
create index comments_merge_idx on public.comments (merge_id) where merge_id is not null;
create index comments_restorable_idx on public.comments (deleted_at) where deleted_by is not null;
create index comments_text_idx on public.comments (hashtextextended(body, (0)::bigint)) where char_length(body) >= 20;

grant select (
  id, post_id, parent_id, author_id, replies_total, created_at, edited_at, deleted_at, revision, merge_id,
  hidden_at, hidden_reason
)
  on public.comments to anon, authenticated;
grant insert (post_id, parent_id, body), update (body) on public.comments to authenticated;

create policy "anyone reads comments" on public.comments for select to anon, authenticated using (true);
create policy "members comment as themselves" on public.comments
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "authors edit their comments" on public.comments
  for update to authenticated
  using (author_id = (select auth.uid()) and deleted_at is null and hidden_at is null)
  with check (author_id = (select auth.uid()));
create policy "comments on deleted posts are out of reach" on public.comments
  as restrictive for all to anon, authenticated
  using ((select true from public.posts p where p.id = comments.post_id))
  with check (true);
create policy "hidden comments without a line are out of reach" on public.comments
  as restrictive for all to anon, authenticated
  using (hidden_at is null or hidden_reason is not null) with check (true);

create policy "comments that can be restored are out of reach" on public.comments
  as restrictive for all to anon, authenticated using (deleted_by is null) with check (true);

create function private.require_answerable(comment public.comments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if comment.deleted_at is null and private.hold_post(comment.post_id) is not null
     and auth.uid() is not null and not private.is_team() then
    raise exception 'Comments are locked.' using errcode = 'PT403', hint = 'locked';
  end if;
  if comment.parent_id is not null and not exists (
    select 1 from public.comments c
    where c.id = comment.parent_id and c.post_id = comment.post_id
      and c.parent_id is null and c.deleted_at is null and c.hidden_at is null
  ) then
    raise exception 'This comment can no longer be replied to.' using errcode = '23503';
  end if;
end
$$;
comment on function private.require_answerable is
  'Refuses a comment if the post or the parent comment no longer exists, or if comments are locked.';
