create function private.read_comment_cursor(given text, out created_at timestamptz, out id bigint) returns record
language plpgsql stable set search_path = '' as $$
begin
  if given is null then
    return;
  end if;
  begin
    created_at := (private.read_cursor(given) ->> 0)::timestamptz;
    id := (private.read_cursor(given) ->> 1)::bigint;
  exception when others then
    created_at := null;
  end;
  if created_at is null or id is null then
    raise exception 'Unknown cursor' using errcode = '22023';
  end if;
end
$$;
comment on function private.read_comment_cursor is 'Reads a row_cursor of comments.';
grant execute on function private.read_comment_cursor to anon, authenticated, service_role;

create function private.body_of(comment bigint) returns text
language sql security definer set search_path = '' as $$
  select c.body
  from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
  where c.id = comment and c.deleted_at is null and (c.hidden_at is null or c.hidden_reason is not null)
$$;
comment on function private.body_of is 'The text of a comment, for functions that run with a member''s rights.';
grant execute on function private.body_of to authenticated;

create function private.mentioned_in(comment bigint, post bigint default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.id), '[]')
  from (
    select m.person_id from private.mentions m
    join public.comments c on c.id = m.comment_id and c.deleted_at is null and c.hidden_at is null
    where m.comment_id = comment
    union
    select m.person_id from private.post_mentions m where m.post_id = post
  ) m join public.profiles p on p.id = m.person_id and p.is_public
$$;
comment on function private.mentioned_in is 'The people that a comment or a post mentions, for links to their pages.';
grant execute on function private.mentioned_in to authenticated;

create function public.list_comments(
  of_post bigint, after_cursor text default null, max_rows integer default 20, max_replies integer default 3
) returns table(
  id bigint, body text, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz, author_id uuid,
  author_name text, author_avatar text, author_is_team boolean, replies_total integer, replies jsonb, row_cursor text,
  merged_from text, hidden_reason text, mentions jsonb
)
language plpgsql stable security definer set search_path = '' as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  perform private.require_small_select(3);
  return query
  select c.id, case when c.deleted_at is null then c.body else '' end, c.created_at, c.edited_at, c.deleted_at, a.id, a.name, a.avatar_url,
    coalesce(a.is_team, false), c.replies_total,
    case when c.replies_total = 0 then '[]'::jsonb else (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at, r.id), '[]'::jsonb)
      from public.list_replies(c.id, null, least(max_replies, 3)) r
    ) end,
    jsonb_build_array(c.created_at, c.id)::text, m.title, c.hidden_reason, private.mentioned_in(c.id)
  from (
    select * from public.comments t
    where t.post_id = of_post and t.parent_id is null
      and exists (select from public.posts p where p.id = of_post and p.deleted_at is null)
      and (t.hidden_at is null or t.hidden_reason is not null)
      and (t.deleted_at is null or t.replies_total > 0)
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 21)
  ) c
  left join public.profiles a on a.id = c.author_id and c.deleted_at is null
  left join public.post_merges m on m.id = c.merge_id and m.undone_at is null
  order by c.created_at, c.id;
end
$$;
comment on function public.list_comments is 'A post''s comments, oldest first, each with its first replies.';
grant execute on function public.list_comments to anon, authenticated, service_role;

create function public.list_replies(
  of_comment bigint, after_cursor text default null, max_rows integer default 20
) returns table(
  id bigint, body text, created_at timestamptz, edited_at timestamptz, author_id uuid, author_name text,
  author_avatar text, author_is_team boolean, row_cursor text, hidden_reason text, mentions jsonb
)
language plpgsql stable security definer set search_path = '' as $$
declare
  after_row constant record := private.read_comment_cursor(after_cursor);
begin
  perform private.require_small_select(3);
  return query
  select c.id, c.body, c.created_at, c.edited_at, c.author_id, a.name, a.avatar_url,
    coalesce(a.is_team, false), jsonb_build_array(c.created_at, c.id)::text, c.hidden_reason, private.mentioned_in(c.id)
  from (
    select * from public.comments t
    where t.parent_id = of_comment and t.deleted_at is null
      and exists (select from public.posts p where p.id = t.post_id and p.deleted_at is null)
      and (t.hidden_at is null or t.hidden_reason is not null)
      and (after_row.id is null or (t.created_at, t.id) > (after_row.created_at, after_row.id))
    order by t.created_at, t.id limit least(greatest(max_rows, 1), 50)
  ) c
  left join public.profiles a on a.id = c.author_id
  order by c.created_at, c.id;
end
$$;
comment on function public.list_replies is 'The replies to a comment, oldest first.';
grant execute on function public.list_replies to anon, authenticated, service_role;

create function public.comment_source(comment_id bigint) returns table(body text, revision integer, post_id bigint)
language sql stable security definer set search_path = '' as $$
  select coalesce(h.body, c.body), c.revision, c.post_id
  from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
  left join private.hidings h on h.comment_id = c.id and private.is_own_waiting(null, c.id)
  where c.id = comment_source.comment_id and c.deleted_at is null
    and (c.hidden_at is null or h.id is not null)
    and (select private.require_small_select(3))
$$;
comment on function public.comment_source is 'The text of a comment and the revision that an edit starts from.';
grant execute on function public.comment_source to authenticated;

create function public.feed_comments(of_post bigint) returns table(
  id bigint, parent_id bigint, body text, author_id uuid, author_name text, created_at timestamptz,
  edited_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select c.id, c.parent_id, c.body, a.id, a.name, c.created_at, c.edited_at
  from public.comments c
  join public.posts p on p.id = c.post_id and p.deleted_at is null
  left join public.profiles a on a.id = c.author_id
  where c.post_id = of_post and c.deleted_at is null and c.hidden_at is null
    and (select private.require_small_select(3))
  order by c.created_at desc, c.id desc limit 50
$$;
comment on function public.feed_comments is 'The fifty newest comments and replies on a post.';
grant execute on function public.feed_comments to anon, authenticated;
