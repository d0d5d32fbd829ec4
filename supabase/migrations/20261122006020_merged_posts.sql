-- What reads and writes know of merged posts. What is not said of them here is as it was.

-- Makes the caller's vote as it is wanted and says how it stands, and on which post: of a merged one, on the one that
-- stays. Asking twice changes nothing.
drop function public.set_vote(bigint, boolean);
create function public.set_vote(post_id bigint, wanted boolean)
returns table (voted boolean, votes_total integer, category_slug text, on_post bigint)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  target bigint := set_vote.post_id;
  stands boolean;
begin
  if me is null then
    raise exception 'Sign in to vote.' using errcode = '42501';
  end if;
  -- One vote on a post at a time: waiting here is cheaper than twenty transactions waiting for one row.
  perform pg_advisory_xact_lock(target);
  -- Nothing is merged or undone round a post that is held here.
  if not exists (select 1 from public.posts p where p.id = target) then
    target := private.standing_post(target);
  end if;
  if not exists (select 1 from public.posts p where p.id = target) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  stands := exists (select 1 from public.votes v where v.user_id = me and v.post_id = target);
  if wanted and not stands then
    insert into public.votes (post_id) values (target) on conflict do nothing;
  elsif stands and not wanted then
    delete from public.votes v where v.user_id = me and v.post_id = target;
  end if;
  return query
    select exists (select 1 from public.votes v where v.user_id = me and v.post_id = p.id), p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
revoke execute on function public.set_vote(bigint, boolean) from public, anon;
grant execute on function public.set_vote(bigint, boolean) to authenticated, service_role;

-- Publishes a comment, or a reply to the comment parent_id, once for each key and returns it; no row when it has
-- been deleted since. On a merged post it comes to the one that stays.
drop function public.create_comment(bigint, text, uuid, bigint, uuid[]);
create function public.create_comment(
  post_id bigint, body text, sent_key uuid, parent_id bigint default null, mentions uuid[] default '{}'
)
returns table (id bigint, written text, created_at timestamptz, category_slug text, on_post bigint)
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
    select c.id, c.body, c.created_at, t.slug, p.id
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = made;
end
$$;
revoke execute on function public.create_comment(bigint, text, uuid, bigint, uuid[]) from public, anon;
grant execute on function public.create_comment(bigint, text, uuid, bigint, uuid[]) to authenticated, service_role;

-- A post's comments, oldest first, each with its first replies, and the title of the merged post it was written on;
-- cursors as in list_posts.
drop function public.list_comments(bigint, text, integer, integer);
create function public.list_comments(
  of_post bigint, after_cursor text default null, max_rows integer default 20, max_replies integer default 3
)
returns table (
  id bigint, body text, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
  author_id uuid, author_name text, author_avatar text, author_is_team boolean,
  replies_total integer, replies jsonb, row_cursor text, merged_from text
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
    jsonb_build_array(c.created_at, c.id)::text, m.title
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
revoke execute on function public.list_comments(bigint, text, integer, integer) from public;
grant execute on function public.list_comments(bigint, text, integer, integer) to anon, authenticated, service_role;

-- What the posts that are merged into this one say, the oldest merge first. Security definer because they are out of
-- reach; whoever sees the post that stays may read them there.
create function public.merged_posts(of_post bigint)
returns table (
  id bigint, title text, details text, created_at timestamptz, author_id uuid, author_name text, author_is_team boolean
)
language sql stable security definer set search_path = ''
as $$
  select p.id, p.title, p.details, p.created_at, p.author_id, a.name, coalesce(a.is_team, false)
  from public.post_merges m
  join public.posts stays on stays.id = m.stays_id and stays.deleted_at is null
  join public.posts p on p.id = m.post_id
  left join public.profiles a on a.id = p.author_id
  where m.stays_id = of_post and m.undone_at is null
  order by m.id limit 100
$$;
revoke execute on function public.merged_posts(bigint) from public;
grant execute on function public.merged_posts(bigint) to anon, authenticated, service_role;

-- The caller's posts that were merged into others.
create function private.own_merged_posts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'title', p.title, 'details', p.details, 'state', p.state, 'created_at', p.created_at,
    'edited_at', p.edited_at, 'merged_into', m.stays_id) order by p.id), '[]')
  from public.posts p join public.post_merges m on m.post_id = p.id and m.undone_at is null
  where p.author_id = (select auth.uid())
$$;
grant execute on function private.own_merged_posts() to authenticated, service_role;
