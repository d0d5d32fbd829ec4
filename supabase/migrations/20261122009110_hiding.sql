-- The team hides posts and comments, and shows them again whenever it likes. A hidden post is out of reach like one that
-- is merged (deleted_at = infinity); where a comment is hidden, a line with the reason stays and its replies with it.
alter table public.posts add column hidden_at timestamptz, add column locked_at timestamptz;
alter table public.posts add constraint posts_hidden_is_out_of_reach check (hidden_at is null or deleted_at = 'infinity');
comment on column public.posts.hidden_at is
  'Since when the post is hidden; why is in private.hidings. A merged post is not hidden, and a hidden one not merged.';
comment on column public.posts.locked_at is 'Since when nobody but the team comments on it; null while everybody may.';
comment on column public.posts.deleted_at is
  'Set while a deleted post waits to be restored or removed for good; infinity while it is hidden, or merged into another, which never ends by itself. Nobody sees it or anything that belongs to it; it keeps its address.';

alter table public.comments
  add column hidden_at timestamptz,
  add column hidden_reason text
    check (hidden_reason is null or (hidden_at is not null and char_length(hidden_reason) between 1 and 200));
comment on column public.comments.hidden_reason is
  'The line in the place of a hidden comment; null where nothing is to be seen of it. Its text waits in private.hidings.';
alter table public.comments drop constraint comments_body_length;
alter table public.comments add constraint comments_body_length check (
  (deleted_at is null and hidden_at is null and char_length(body) between 1 and 2500 and private.visible_length(body) >= 1)
  or ((deleted_at is not null or hidden_at is not null) and body = '')
);

create table private.hidings (
  id bigint generated always as identity primary key,
  post_id bigint unique references public.posts (id) on delete cascade,
  -- Not a reference: the API would no longer know which of two ways leads from a comment to its post.
  comment_id bigint unique,
  cause text not null check (cause in ('team', 'block', 'reports', 'approval')),
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  body text,
  hidden_by uuid references public.profiles (id) on delete set null,
  hidden_at timestamptz not null default now(),
  check (num_nonnulls(post_id, comment_id) = 1 and (comment_id is null) = (body is null))
);
comment on table private.hidings is
  'What is hidden, why and by whom. cause: team, by hand; block, with its author; reports, until somebody has looked at it; approval, before anybody has. body is the text of a comment, which its own row lacks meanwhile.';
create index hidings_hidden_by_idx on private.hidings (hidden_by) where hidden_by is not null;
alter table private.hidings enable row level security;
grant all on private.hidings to service_role;

create function private.forget_hiding() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.hidings h where h.comment_id = old.id;
  return null;
end
$$;
create trigger forget_hiding after delete on public.comments
  for each row when (old.hidden_at is not null) execute function private.forget_hiding();

create policy "hidden comments without a line are out of reach" on public.comments as restrictive
  for all to anon, authenticated using (hidden_at is null or hidden_reason is not null) with check (true);
alter policy "authors edit their comments" on public.comments
  using (author_id = (select auth.uid()) and deleted_at is null and hidden_at is null);
alter policy "images of deleted posts are out of reach" on public.images
  using (
    coalesce(
      (select true from public.posts p where p.id = post_id),
      (select true from public.comments c where c.id = comment_id and c.hidden_at is null)
    )
  );

-- The lock keeps the post from being deleted until the comment is counted and its words are indexed. Hiding and showing
-- ask nothing of the post, and are no edit.
create or replace function private.prepare_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  locked timestamptz;
begin
  new.body := private.clean_text(new.body);
  if tg_op = 'UPDATE' and new.hidden_at is distinct from old.hidden_at then
    return new;
  end if;
  if new.deleted_at is null then
    select p.locked_at into locked from public.posts p where p.id = new.post_id and p.deleted_at is null for key share;
    if not found then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end if;
  end if;
  if tg_op = 'INSERT' then
    if locked is not null and auth.uid() is not null and not private.is_team() then
      raise exception 'This thread is locked.' using errcode = '42501', hint = 'locked';
    end if;
    if new.parent_id is not null and not exists (
      select 1 from public.comments
      where id = new.parent_id and post_id = new.post_id and parent_id is null and deleted_at is null and hidden_at is null
    ) then
      raise exception 'This comment can no longer be answered.' using errcode = '23503';
    end if;
  elsif new.body is distinct from old.body and new.deleted_at is null then
    new.edited_at := now();
  end if;
  return new;
end
$$;
drop trigger a_spend_edit on public.comments;
create trigger a_spend_edit before update of body on public.comments
  for each row when (
    pg_trigger_depth() = 0 and new.deleted_at is null and new.hidden_at is not distinct from old.hidden_at
    and old.body is distinct from new.body
  )
  execute function private.spend('edit');

-- A post counts the comments that can be read, a comment the replies that stand below it, also as a line.
create or replace function private.count_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update public.comments c set replies_total = c.replies_total + d.n
  from (
    select parent_id, step * count(*) as n from changed
    where parent_id is not null and deleted_at is null and (hidden_at is null or hidden_reason is not null)
    group by parent_id order by parent_id
  ) d
  where c.id = d.parent_id;
  update public.posts p
  set comments_total = p.comments_total + d.n,
      activity_at = case when tg_op = 'INSERT' then greatest(p.activity_at, d.newest) else p.activity_at end
  from (
    select post_id, step * count(*) as n, max(created_at) as newest from changed
    where deleted_at is null and hidden_at is null group by post_id order by post_id
  ) d
  where p.id = d.post_id;
  return null;
end
$$;

-- A comment that is emptied because others answered it, also a hidden one. Hiding and showing count for themselves.
create or replace function private.count_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.hidden_at is null or old.hidden_reason is not null then
    update public.comments set replies_total = replies_total - 1 where id = new.parent_id;
  end if;
  if old.hidden_at is null then
    update public.posts set comments_total = comments_total - 1 where id = new.post_id;
  end if;
  return null;
end
$$;
drop trigger count_comment on public.comments;
create trigger count_comment after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.count_comment();

-- With replies a comment is emptied instead of removed, also with hidden ones; an emptied comment goes with its last reply.
create or replace function private.remove_comment(comment_id bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  target public.comments;
begin
  select * into target from public.comments c where c.id = remove_comment.comment_id for update;
  if exists (select from public.comments r where r.parent_id = target.id) then
    delete from private.hidings h where h.comment_id = target.id;
    update public.comments
    set body = '', author_id = null, deleted_at = now(), hidden_at = null, hidden_reason = null where id = target.id;
    delete from public.images i where i.comment_id = target.id;
  else
    delete from public.comments where id = target.id;
    delete from public.comments c
    where c.id = target.parent_id and c.deleted_at is not null
      and not exists (select from public.comments r where r.parent_id = c.id);
  end if;
end
$$;

-- What is hidden is told to nobody and not found; it is there again once it is shown.
create or replace view private.visible_events as
select e.id, e.kind, p.id as post_id, e.comment_id, e.change_id, e.actor_id, e.created_at,
       p.title as post_title, p.slug as post_slug, c.slug as category_slug,
       k.from_state, k.to_state, k.note, m.body, m.parent_id
from private.events e
left join public.post_events k on k.id = e.change_id
left join public.comments m on m.id = e.comment_id and m.deleted_at is null and m.hidden_at is null
join public.posts p on p.id = coalesce(m.post_id, e.post_id) and p.deleted_at is null
join public.categories c on c.id = p.category_id
where (e.change_id is null or k.id is not null) and (e.comment_id is null or m.id is not null);

-- Many are hidden at once: their words go and come together, not with each row.
drop trigger index_changed_comment on public.comments;
create trigger index_changed_comment after update of body, deleted_at on public.comments
  for each row when (
    (old.body is distinct from new.body or old.deleted_at is distinct from new.deleted_at)
    and (old.hidden_at is not distinct from new.hidden_at or new.deleted_at is not null)
  )
  execute function private.index_changed_comment();
drop trigger index_hidden_post on public.posts;
create trigger index_hidden_post after update of deleted_at on public.posts
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null) and old.hidden_at is not distinct from new.hidden_at
  )
  execute function private.index_hidden_post();

-- These leave hidden comments out, and are otherwise as they were.
do $$
begin
  execute replace(
    pg_get_functiondef('private.index_comments(bigint[])'::regprocedure),
    'c.deleted_at is null', 'c.deleted_at is null and c.hidden_at is null'
  );
  execute replace(
    pg_get_functiondef('public.admin_post(bigint)'::regprocedure),
    'm.deleted_at is null', 'm.deleted_at is null and m.hidden_at is null'
  );
end
$$;

-- The lists as they were, and the line in the place of a hidden comment.
drop function public.list_comments(bigint, text, integer, integer);
drop function public.list_replies(bigint, text, integer);
create function public.list_comments(
  of_post bigint, after_cursor text default null, max_rows integer default 20, max_replies integer default 3
)
returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
  author_id uuid, author_name text, author_avatar text, author_is_team boolean,
  replies_total integer, replies jsonb, row_cursor text, merged_from text, hidden_reason text
)
language plpgsql stable set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.deleted_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), c.replies_total,
    case when c.replies_total = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]'::jsonb)
      from public.list_replies(c.id, null, max_replies) r
    ) end,
    jsonb_build_array(c.created_at, c.id)::text, m.title, c.hidden_reason
  from (
    select * from public.comments t
    where t.post_id = of_post and t.parent_id is null
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 100)
  ) c
  left join public.profiles a on a.id = c.author_id
  left join public.post_merges m on m.id = c.merge_id
  order by c.created_at, c.id;
end
$$;

-- The replies to a comment, oldest first.
create function public.list_replies(of_comment bigint, after_cursor text default null, max_rows integer default 20)
returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz,
  author_id uuid, author_name text, author_avatar text, author_is_team boolean, row_cursor text, hidden_reason text
)
language plpgsql stable set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), jsonb_build_array(c.created_at, c.id)::text, c.hidden_reason
  from (
    select * from public.comments t
    where t.parent_id = of_comment
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 100)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$$;
revoke execute on function public.list_comments(bigint, text, integer, integer) from public;
revoke execute on function public.list_replies(bigint, text, integer) from public;
grant execute on function public.list_comments(bigint, text, integer, integer) to anon, authenticated, service_role;
grant execute on function public.list_replies(bigint, text, integer) to anon, authenticated, service_role;

-- How these comments count: in their post where they can be read, below what they answer where they are listed.
create function private.counted_comments(ids bigint[]) returns table (post_id bigint, parent_id bigint, reads bigint, lists bigint)
language sql stable set search_path = ''
as $$
  select c.post_id, c.parent_id, count(*) filter (where c.hidden_at is null),
    count(*) filter (where c.hidden_at is null or c.hidden_reason is not null)
  from public.comments c where c.id = any (ids) and c.deleted_at is null group by 1, 2
$$;

-- Counts these comments by as much as they changed since they were counted as before.
create function private.recount_comments(ids bigint[], before jsonb) returns void
language sql set search_path = ''
as $$
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

-- Hides what is there of these posts and comments. What is hidden already stays as it was, unless the team says so by
-- hand. Of a comment that the team hides, or that others answered, a line stays.
create function private.conceal(posts bigint[], comments bigint[], cause text, reason text) returns void
language plpgsql set search_path = ''
as $$
declare
  me constant uuid := (select p.id from public.profiles p where p.id = auth.uid());
  why constant text := private.clean_line(reason);
  before jsonb;
begin
  -- Like everybody who holds several posts, in the order of their ids.
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  insert into private.hidings as h (post_id, cause, reason, hidden_by)
  select p.id, conceal.cause, why, me from public.posts p
  where p.id = any (posts) and (p.deleted_at is null or p.hidden_at is not null) order by p.id
  on conflict (post_id) do update
  set cause = excluded.cause, reason = excluded.reason, hidden_by = excluded.hidden_by, hidden_at = now()
  where excluded.cause = 'team';
  update public.posts p set hidden_at = now(), deleted_at = 'infinity', deleted_by = null
  where p.id = any (posts) and p.deleted_at is null;
  delete from private.search_titles s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);
  delete from private.search_posts s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);
  delete from private.search_comments s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);

  insert into private.hidings as h (comment_id, cause, reason, body, hidden_by)
  select c.id, conceal.cause, why, c.body, me from public.comments c
  where c.id = any (comments) and c.deleted_at is null order by c.id
  on conflict (comment_id) do update
  set cause = excluded.cause, reason = excluded.reason, hidden_by = excluded.hidden_by, hidden_at = now()
  where excluded.cause = 'team';
  before := (select jsonb_agg(n) from private.counted_comments(comments) n);
  update public.comments c set
    body = '', hidden_at = coalesce(c.hidden_at, now()),
    hidden_reason = case
      when conceal.cause = 'team' or exists (select from public.comments r where r.parent_id = c.id) then why
    end
  where c.id = any (comments) and c.deleted_at is null and (c.hidden_at is null or conceal.cause = 'team');
  perform private.recount_comments(comments, before);
  delete from private.search_comments s where s.comment_id = any (comments);
end
$$;

-- Shows posts and comments again, as they were.
create function private.reveal(posts bigint[], comments bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  before jsonb;
  shown bigint[];
begin
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  -- Comments first: the words of those in hidden posts come with their posts.
  before := (select jsonb_agg(n) from private.counted_comments(comments) n);
  with gone as (
    delete from private.hidings h where h.comment_id = any (comments) returning h.comment_id, h.body
  )
  update public.comments c set body = gone.body, hidden_at = null, hidden_reason = null
  from gone where c.id = gone.comment_id;
  perform private.recount_comments(comments, before);
  perform private.index_comments(comments);

  with gone as (
    delete from private.hidings h where h.post_id = any (posts) returning h.post_id
  )
  select coalesce(array_agg(g.post_id), '{}') into shown from gone g;
  update public.posts p set hidden_at = null, deleted_at = null where p.id = any (shown);
  perform private.index_posts(shown);
  perform private.index_comments(array(select c.id from public.comments c where c.post_id = any (shown)));
end
$$;

-- The reason as it will be read. Whoever is to give one and does not is refused.
create function private.given_reason(reason text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  said constant text := private.clean_line(reason);
begin
  if private.visible_length(said) = 0 or char_length(said) > 200 then
    raise exception 'A reason of up to 200 characters.' using errcode = '23514';
  end if;
  return said;
end
$$;

-- Hides up to 200 posts and says where they were. For the team.
create function public.hide_posts(post_ids bigint[], reason text)
returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  why constant text := private.given_reason(reason);
begin
  perform private.conceal(ids, '{}', 'team', why);
  perform private.audit('post.hide', p.id, p.title, null, jsonb_build_object('reason', why)),
    private.log_event('post.deleted', p.id)
  from public.posts p where p.id = any (ids) and p.hidden_at is not null order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (ids) and p.hidden_at is not null;
end
$$;

-- Shows hidden posts again, and says where they are.
create function public.show_posts(post_ids bigint[]) returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
begin
  ids := array(select h.post_id from private.hidings h where h.post_id = any (ids));
  perform private.reveal(ids, '{}');
  perform private.audit('post.show', p.id, p.title, null, null), private.log_event('post.restored', p.id)
  from public.posts p where p.id = any (ids) order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (ids);
end
$$;

-- Hides up to 200 comments, with a line that says why, and says where they stand. For the team.
create function public.hide_comments(comment_ids bigint[], reason text)
returns table (id bigint, post_id bigint, category_slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(comment_ids);
  why constant text := private.given_reason(reason);
begin
  perform private.conceal('{}', ids, 'team', why);
  perform private.audit('comment.hide', p.id, p.title, null, jsonb_build_object('comment_id', c.id, 'reason', why)),
    private.log_event('comment.deleted', p.id, c.id)
  from public.comments c join public.posts p on p.id = c.post_id
  where c.id = any (ids) and c.hidden_at is not null order by c.id;
  return query
    select c.id, p.id, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = any (ids) and c.hidden_at is not null;
end
$$;

create function public.show_comments(comment_ids bigint[])
returns table (id bigint, post_id bigint, category_slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(comment_ids);
begin
  ids := array(select h.comment_id from private.hidings h where h.comment_id = any (ids));
  perform private.reveal('{}', ids);
  perform private.audit('comment.show', p.id, p.title, null, jsonb_build_object('comment_id', c.id))
  from public.comments c join public.posts p on p.id = c.post_id where c.id = any (ids) order by c.id;
  return query
    select c.id, p.id, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = any (ids);
end
$$;

-- Locks the comments of up to 200 posts, or opens them again, and says where those are that changed. For the team.
create function public.lock_posts(post_ids bigint[], wanted boolean) returns table (id bigint, category_slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  changed bigint[];
begin
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  with changing as (
    update public.posts p set locked_at = case when wanted then now() end
    where p.id = any (ids) and p.deleted_at is null and (p.locked_at is not null) <> wanted
    returning p.id
  )
  select coalesce(array_agg(c.id), '{}') into changed from changing c;
  perform private.audit(case when wanted then 'post.lock' else 'post.unlock' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (changed) order by p.id;
  return query
    select p.id, c.slug from public.posts p join public.categories c on c.id = p.category_id where p.id = any (changed);
end
$$;

-- What is hidden, the newest first, with all there is to decide by; before_id is the last one seen. For the team.
create function public.admin_hidden(before_id bigint default null, only_cause text default null, max_rows integer default 50)
returns table (
  id bigint, cause text, reason text, hidden_at timestamptz, hidden_by text, post_id bigint, comment_id bigint,
  title text, body text, author_id uuid, author_name text, created_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_team();
  return query
    select h.id, h.cause, h.reason, h.hidden_at, m.name, h.post_id, h.comment_id, p.title,
      coalesce(h.body, p.details), a.id, a.name, coalesce(c.created_at, p.created_at)
    from private.hidings h
    left join public.comments c on c.id = h.comment_id
    join public.posts p on p.id = coalesce(h.post_id, c.post_id)
    left join public.profiles a on a.id = case when c.id is null then p.author_id else c.author_id end
    left join public.profiles m on m.id = h.hidden_by
    where (before_id is null or h.id < before_id) and (only_cause is null or h.cause = only_cause)
    order by h.id desc limit least(greatest(max_rows, 1), 200);
end
$$;

revoke execute on function public.hide_posts(bigint[], text) from public, anon;
revoke execute on function public.show_posts(bigint[]) from public, anon;
revoke execute on function public.hide_comments(bigint[], text) from public, anon;
revoke execute on function public.show_comments(bigint[]) from public, anon;
revoke execute on function public.lock_posts(bigint[], boolean) from public, anon;
revoke execute on function public.admin_hidden(bigint, text, integer) from public, anon;
grant execute on function public.hide_posts(bigint[], text) to authenticated;
grant execute on function public.show_posts(bigint[]) to authenticated;
grant execute on function public.hide_comments(bigint[], text) to authenticated;
grant execute on function public.show_comments(bigint[]) to authenticated;
grant execute on function public.lock_posts(bigint[], boolean) to authenticated;
grant execute on function public.admin_hidden(bigint, text, integer) to authenticated;

-- What of the caller's is hidden: a part of export_account.
create function private.export_hidden() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'hidden_posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'title', p.title, 'details', p.details, 'created_at', p.created_at, 'cause', h.cause,
        'reason', h.reason) order by p.id), '[]')
      from public.posts p join private.hidings h on h.post_id = p.id where p.author_id = me.id),
    'hidden_comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'body', h.body, 'created_at', c.created_at, 'cause', h.cause,
        'reason', h.reason) order by c.id), '[]')
      from public.comments c join private.hidings h on h.comment_id = c.id where c.author_id = me.id)
  )
  from (select auth.uid() as id where private.is_present()) me
$$;
grant execute on function private.export_hidden() to authenticated, service_role;
do $$
begin
  execute replace(
    pg_get_functiondef('public.export_account()'::regprocedure),
    'private.export_following() ||', 'private.export_following() || private.export_hidden() ||'
  );
end
$$;
