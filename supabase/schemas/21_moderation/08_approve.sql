create function private.send_approved() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_unheard(old.post_id, old.comment_id);
  perform pg_notify('signpost', 'webhook'), pg_notify('signpost', 'event');
  return null;
end
$$;
comment on function private.send_approved is 'Sends webhooks what was dropped while it awaited approval.';

create function public.waiting_of(sent_key uuid, is_comment boolean) returns bigint
language sql stable security definer set search_path = '' as $$
  select s.made from private.sendings s
  where s.user_id = private.require_member() and s.key = sent_key and case
    when is_comment then private.is_own_waiting(null, s.made) else private.is_own_waiting(s.made, null) end
$$;
comment on function public.waiting_of is
  'What the caller''s form sent with this key and is awaiting approval: a post or a comment.';
grant execute on function public.waiting_of to authenticated, service_role;

create function public.my_waiting() returns table(
  post_id bigint, comment_id bigint, title text, body text, created_at timestamptz, on_post bigint, parent_id bigint,
  category_slug text, slug text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select(3);
  return query
    select h.post_id, h.comment_id, p.title, coalesce(h.body, p.details), h.hidden_at, c.post_id, c.parent_id, t.slug, p.slug
    from private.hidings h
    left join public.comments c on c.id = h.comment_id
    join public.posts p on p.id = coalesce(h.post_id, c.post_id)
    join public.categories t on t.id = p.category_id
    where h.cause = 'approval' and me = case when c.id is null then p.author_id else c.author_id end
    order by h.id desc limit 100;
end
$$;
comment on function public.my_waiting is
  'The caller''s content that awaits approval, newest first. For a comment, also its post and the comment it replies to.';
grant execute on function public.my_waiting to authenticated, service_role;

create function public.unapprove(post_ids bigint[] default '{}', comment_ids bigint[] default '{}') returns table(
  id bigint, category_slug text, slug text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  posts bigint[] := private.bulk_ids(post_ids);
  comments bigint[] := private.bulk_ids(comment_ids);
begin
  posts := array(
    select p.id from public.posts p
    where p.id = any (posts) and p.deleted_at is null
      and exists (select from public.audit_log l where l.post_id = p.id and l.action = 'post.approve')
    order by 1
  );
  comments := array(
    select c.id from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
    where c.id = any (comments) and c.deleted_at is null and c.hidden_at is null
      and exists (
        select from public.audit_log l
        where l.post_id = p.id and l.action = 'comment.approve' and l.after -> 'comment_id' = to_jsonb(c.id)
      )
    order by 1
  );
  perform private.conceal(posts, comments, 'approval', 'waits for approval');
  perform private.reopen(array(
    select r.id from private.reports r
    where r.outcome = 'dismissed' and (r.post_id = any (posts) or r.comment_id = any (comments)) and r.settled_at = (
      select max(l.created_at) from public.audit_log l
      where l.action = 'post.approve' and l.post_id = r.post_id
        or l.action = 'comment.approve' and l.after -> 'comment_id' = to_jsonb(r.comment_id)
          and l.post_id = (select c.post_id from public.comments c where c.id = r.comment_id)
    )
  ));
  perform private.audit('post.unapprove', p.id, p.title, null, null), private.log_event('post.deleted', p.id)
  from public.posts p where p.id = any (posts) order by p.id;
  perform private.audit('comment.unapprove', p.id, p.title, null, jsonb_build_object('comment_id', c.id)),
    private.log_event('comment.deleted', p.id, c.id)
  from public.comments c join public.posts p on p.id = c.post_id where c.id = any (comments) order by c.id;
  return query
    select p.id, k.slug, p.slug from public.posts p join public.categories k on k.id = p.category_id
    where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments));
end
$$;
comment on function public.unapprove is
  'Undoes the approval of posts and comments: they await approval again, and reports closed by the approval are open again. For the team.';
grant execute on function public.unapprove to authenticated;
