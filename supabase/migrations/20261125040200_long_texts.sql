-- Two hundred rows with their long texts are two to eight megabytes, in one select that anybody may write. A row read over
-- the API is short now; functions give the long texts, as many as one page of the site shows.

revoke select on public.posts, public.comments from anon, authenticated;
grant select (
  id, category_id, author_id, title, slug, state, votes_total, comments_total, trend, activity_at, created_at, updated_at,
  edited_at, state_changed_at, revision, deleted_at, deleted_by, hidden_at, locked_at, pinned_at
) on public.posts to anon, authenticated;
grant select (
  id, post_id, parent_id, author_id, replies_total, created_at, edited_at, deleted_at, revision, merge_id, hidden_at,
  hidden_reason
) on public.comments to anon, authenticated;

-- Functions that run with a member's rights read a text here. Volatile, to see what the same request has just written.
create function private.details_of(post bigint) returns text
language sql volatile security definer set search_path = ''
as $$
  select p.details from public.posts p where p.id = post and p.deleted_at is null
$$;
create function private.body_of(comment bigint) returns text
language sql volatile security definer set search_path = ''
as $$
  select c.body
  from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
  where c.id = comment and (c.hidden_at is null or c.hidden_reason is not null)
$$;
revoke execute on function private.details_of, private.body_of from public;
grant execute on function private.details_of, private.body_of to authenticated;

create function public.post_source(post_id bigint) returns table (title text, details text, revision integer)
language sql stable security definer set search_path = ''
as $$
  select p.title, p.details, p.revision from public.posts p where p.id = post_source.post_id and p.deleted_at is null
$$;
comment on function public.post_source is 'The texts of a post as they were written, and the revision that an edit starts from.';
create function public.comment_source(comment_id bigint) returns table (body text, revision integer, post_id bigint)
language sql stable security definer set search_path = ''
as $$
  select c.body, c.revision, c.post_id
  from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
  where c.id = comment_source.comment_id and c.deleted_at is null and (c.hidden_at is null or c.hidden_reason is not null)
$$;
comment on function public.comment_source is 'The text of a comment as it was written, and the revision that an edit starts from.';
revoke execute on function public.post_source, public.comment_source from public;
grant execute on function public.post_source, public.comment_source to authenticated;

create function public.feed_posts(in_category integer default null) returns table (
  id bigint, slug text, title text, details text, category_slug text, category_name text, author_id uuid, author_name text,
  created_at timestamptz, edited_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.slug, p.title, p.details, c.slug, c.name, a.id, a.name, p.created_at, p.edited_at
  from (
    select n.*, sum(octet_length(n.details)) over (order by n.created_at desc, n.id desc) as bytes
    from (
      select * from public.posts t
      where t.deleted_at is null and (in_category is null or t.category_id = in_category)
      order by t.created_at desc, t.id desc limit 50
    ) n
  ) p
  join public.categories c on c.id = p.category_id
  left join public.profiles a on a.id = p.author_id
  where p.bytes <= 250000 and (select private.require_small_select(3))
  order by p.created_at desc, p.id desc
$$;
comment on function public.feed_posts is 'The fifty newest posts, fewer when their texts are very long.';
create function public.feed_comments(of_post bigint) returns table (
  id bigint, parent_id bigint, body text, author_id uuid, author_name text, created_at timestamptz, edited_at timestamptz
)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.parent_id, c.body, a.id, a.name, c.created_at, c.edited_at
  from public.comments c
  join public.posts p on p.id = c.post_id and p.deleted_at is null
  left join public.profiles a on a.id = c.author_id
  where c.post_id = of_post and c.deleted_at is null and c.hidden_at is null
    and (select private.require_small_select(3))
  order by c.created_at desc, c.id desc limit 50
$$;
comment on function public.feed_comments is 'The fifty newest comments and replies of a post.';
revoke execute on function public.feed_posts, public.feed_comments from public;
grant execute on function public.feed_posts, public.feed_comments to anon, authenticated;

create or replace function public.list_comments(
  of_post bigint, after_cursor text default null, max_rows integer default 20, max_replies integer default 3
) returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz, author_id uuid,
  author_name text, author_avatar text, author_is_team boolean, replies_total integer, replies jsonb, row_cursor text,
  merged_from text, hidden_reason text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  perform private.require_small_select(3);
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.deleted_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), c.replies_total,
    case when c.replies_total = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]'::jsonb)
      from public.list_replies(c.id, null, least(max_replies, 3)) r
    ) end,
    jsonb_build_array(c.created_at, c.id)::text, m.title, c.hidden_reason
  from (
    select * from public.comments t
    where t.post_id = of_post and t.parent_id is null
      and exists (select from public.posts p where p.id = of_post and p.deleted_at is null)
      and (t.hidden_at is null or t.hidden_reason is not null)
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 21)
  ) c
  left join public.profiles a on a.id = c.author_id
  left join public.post_merges m on m.id = c.merge_id and m.undone_at is null
  order by c.created_at, c.id;
end
$$;

create or replace function public.list_replies(of_comment bigint, after_cursor text default null, max_rows integer default 20)
returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz, author_id uuid, author_name text, author_avatar text,
  author_is_team boolean, row_cursor text, hidden_reason text
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  perform private.require_small_select(3);
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), jsonb_build_array(c.created_at, c.id)::text, c.hidden_reason
  from (
    select * from public.comments t
    where t.parent_id = of_comment
      and exists (select from public.posts p where p.id = t.post_id and p.deleted_at is null)
      and (t.hidden_at is null or t.hidden_reason is not null)
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 50)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$$;

create or replace function public.merged_posts(of_post bigint) returns table (
  id bigint, title text, details text, created_at timestamptz, author_id uuid, author_name text, author_is_team boolean
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.title, p.details, p.created_at, p.author_id, a.name, coalesce(a.is_team, false)
  from (
    select m.id as merge_id, t.*, sum(octet_length(t.details)) over (order by m.id) as bytes
    from public.post_merges m
    join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
    join public.posts t on t.id = m.post_id
    where m.stays_id = of_post and m.undone_at is null
    order by m.id limit 100
  ) p
  left join public.profiles a on a.id = p.author_id
  where p.bytes <= 250000 and (select private.require_small_select(3))
  order by p.merge_id
$$;

create or replace function public.edit_post(
  post_id bigint, new_title text, new_details text, seen_revision integer, mentions uuid[] default '{}'
) returns table (status text, title text, details text, revision integer, category_slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_post record;
begin
  select p.id, p.title, p.revision into current_post from public.posts p where p.id = edit_post.post_id for update;
  if current_post.id is null then
    if exists (select 1 from public.posts p where p.id = edit_post.post_id) then
      raise exception 'Only its author or an admin may edit a post.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::text, null::integer, null::text;
  elsif current_post.revision <> edit_post.seen_revision then
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

create or replace function public.edit_comment(
  comment_id bigint, new_body text, seen_revision integer, mentions uuid[] default '{}'
) returns table (status text, body text, revision integer, post_id bigint, category_slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_comment record;
begin
  perform private.hold_post_of(edit_comment.comment_id);
  select c.id, c.revision into current_comment from public.comments c
  where c.id = edit_comment.comment_id for update;
  if current_comment.id is null then
    if exists (select 1 from public.comments c where c.id = edit_comment.comment_id and c.deleted_at is null) then
      raise exception 'Only its author may edit a comment.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::integer, null::bigint, null::text;
  elsif current_comment.revision <> edit_comment.seen_revision then
    return query select 'conflict', private.body_of(edit_comment.comment_id), current_comment.revision, null::bigint,
      null::text;
  else
    update public.comments c set body = edit_comment.new_body where c.id = edit_comment.comment_id;
    return query
      select 'saved', private.body_of(c.id), c.revision, c.post_id, t.slug
      from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
      where c.id = edit_comment.comment_id;
    perform private.note_more_mentions(edit_comment.comment_id, mentions);
  end if;
end
$$;

create or replace function public.create_comment(
  post_id bigint, body text, sent_key uuid, parent_id bigint default null, mentions uuid[] default '{}'
) returns table (id bigint, written text, created_at timestamptz, category_slug text, on_post bigint)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.comments (post_id, parent_id, body)
    values (private.standing_post(create_comment.post_id), create_comment.parent_id, create_comment.body)
    returning comments.id into made;
    perform private.note_mentions(made, mentions);
    perform private.finish_sending(sent_key, made);
  end if;
  return query
    select c.id, private.body_of(c.id), c.created_at, t.slug, p.id
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = made;
end
$$;

create or replace function public.export_account() returns jsonb
language sql stable set search_path = ''
as $$
  select private.export_following() || private.export_hidden() || private.export_block() || private.export_reports()
    || private.export_vote_marks() || jsonb_build_object(
    'profile', jsonb_build_object(
      'id', p.id, 'name', p.name, 'avatar', p.avatar_url, 'created_at', p.created_at, 'email', me.email
    ),
    'role', me.role,
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'title', t.title, 'details', private.details_of(t.id), 'state', t.state, 'votes_total', t.votes_total,
        'created_at', t.created_at, 'edited_at', t.edited_at) order by t.id), '[]')
      from public.posts t where t.author_id = p.id
    ),
    'merged_posts', private.own_merged_posts(),
    'internal_notes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', n.id, 'post_id', n.post_id, 'body', n.body, 'created_at', n.created_at) order by n.id), '[]')
      from public.post_notes n where n.author_id = p.id
    ),
    'assigned_posts', (
      select coalesce(jsonb_agg(t.post_id order by t.post_id), '[]')
      from public.post_triage t where t.assignee_id = p.id
    ),
    'given_votes', private.own_given_votes(),
    'dashboard_views', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'name', v.name, 'query', v.query, 'is_shared', v.is_shared, 'created_at', v.created_at)
        order by v.id), '[]')
      from public.dashboard_views v where v.owner_id = p.id
    ),
    'same_posts', private.own_same_posts(),
    'comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'parent_id', c.parent_id, 'body', private.body_of(c.id),
        'created_at', c.created_at, 'edited_at', c.edited_at) order by c.id), '[]')
      from public.comments c where c.author_id = p.id
    ),
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('post_id', v.post_id, 'created_at', v.created_at)
        order by v.created_at), '[]')
      from public.votes v where v.user_id = p.id
    ),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'alt', i.alt, 'created_at', i.created_at)
        order by i.created_at), '[]')
      from public.images i where i.uploader_id = p.id
    )
  )
  from public.get_viewer() me join public.profiles p on p.id = me.id
$$;

