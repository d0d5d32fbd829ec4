create function public.hide_posts(post_ids bigint[], reason text) returns table(
  id bigint, category_slug text, slug text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  why constant text := private.given_reason(reason);
begin
  perform private.conceal(ids, '{}', 'team', why);
  perform private.audit('post.hide', p.id, p.title, null, jsonb_build_object('reason', why))
  from public.posts p where p.id = any (ids) and p.hidden_at is not null order by p.id;
  perform private.log_event('post.deleted', h.post_id)
  from private.hidings h where h.post_id = any (ids) and not h.is_unheard order by h.post_id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (ids) and p.hidden_at is not null;
end
$$;
comment on function public.hide_posts is 'Hides up to 200 posts and returns their addresses. For the team.';
grant execute on function public.hide_posts to authenticated;

create function public.show_posts(post_ids bigint[], seen text[] default null) returns table(
  id bigint, category_slug text, slug text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
  approved bigint[];
  unheard bigint[];
begin
  perform private.require_seen(post_ids, '{}', seen);
  ids := array(select h.post_id from private.hidings h where h.post_id = any (ids));
  approved := array(select h.post_id from private.hidings h where h.post_id = any (ids) and h.cause = 'approval');
  unheard := array(select h.post_id from private.hidings h where h.post_id = any (ids) and h.is_unheard);
  perform private.show(ids, '{}');
  perform private.audit(case when p.id = any (approved) then 'post.approve' else 'post.show' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (ids) order by p.id;
  perform private.log_event('post.restored', p.id)
  from public.posts p where p.id = any (ids) and p.id <> all (unheard) and p.deleted_at is null order by p.id;
  return query
    select p.id, c.slug, p.slug from public.posts p join public.categories c on c.id = p.category_id
    where p.id = any (ids);
end
$$;
comment on function public.show_posts is 'Unhides posts and returns their addresses. Refuses if one is no longer in the version in seen, in the same order. For the team.';
grant execute on function public.show_posts to authenticated;

create function public.hide_comments(comment_ids bigint[], reason text) returns table(
  id bigint, post_id bigint, category_slug text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(comment_ids);
  why constant text := private.given_reason(reason);
begin
  perform private.conceal('{}', ids, 'team', why);
  -- If it was deleted a moment ago, its author could restore it otherwise.
  perform private.remove_comment(c.id) from public.comments c where c.id = any (ids) and c.deleted_by = c.author_id;
  perform private.audit('comment.hide', p.id, p.title, null, jsonb_build_object('comment_id', c.id, 'reason', why))
  from public.comments c join public.posts p on p.id = c.post_id
  where c.id = any (ids) and c.hidden_at is not null order by c.id;
  perform private.log_event('comment.deleted', c.post_id, c.id)
  from private.hidings h join public.comments c on c.id = h.comment_id
  where h.comment_id = any (ids) and not h.is_unheard order by c.id;
  return query
    select c.id, p.id, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = any (ids) and c.hidden_at is not null;
end
$$;
comment on function public.hide_comments is 'Hides up to 200 comments and shows the reason in their place. For the team.';
grant execute on function public.hide_comments to authenticated;

create function public.show_comments(comment_ids bigint[], seen text[] default null) returns table(
  id bigint, post_id bigint, category_slug text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(comment_ids);
  approved bigint[];
begin
  perform private.require_seen('{}', comment_ids, seen);
  ids := array(select h.comment_id from private.hidings h where h.comment_id = any (ids));
  approved := array(select h.comment_id from private.hidings h where h.comment_id = any (ids) and h.cause = 'approval');
  perform private.show('{}', ids);
  perform private.audit(case when c.id = any (approved) then 'comment.approve' else 'comment.show' end, p.id, p.title,
    null, jsonb_build_object('comment_id', c.id))
  from public.comments c join public.posts p on p.id = c.post_id where c.id = any (ids) order by c.id;
  return query
    select c.id, p.id, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = any (ids);
end
$$;
comment on function public.show_comments is 'Unhides comments and returns their addresses. Refuses if one is no longer in the version in seen, in the same order. For the team.';
grant execute on function public.show_comments to authenticated;
