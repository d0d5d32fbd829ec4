-- An approval is taken back like every other act. And of what waited and was hidden before it was ever shown everybody hears
-- as of what is new, once.
alter table private.hidings add column is_unheard boolean not null default false;
comment on column private.hidings.is_unheard is 'Whether nobody has ever seen it: it waited for approval from the moment it was written.';
update private.hidings h set is_unheard = true where h.cause = 'approval';

create function private.mark_unheard() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.is_unheard := new.cause = 'approval' and now() = coalesce(
    (select p.created_at from public.posts p where p.id = new.post_id),
    (select c.created_at from public.comments c where c.id = new.comment_id)
  );
  return new;
end
$$;
create trigger mark_unheard before insert on private.hidings
  for each row when (new.cause = 'approval') execute function private.mark_unheard();

-- The deliveries that tell that a post or comment came and were not tried so far. Nobody tries them before the end of the
-- transaction, and no webhook goes before its deliveries.
create function private.unheard_deliveries(of_post bigint, of_comment bigint) returns setof private.webhook_deliveries
language plpgsql set search_path = ''
as $$
begin
  perform 1 from private.webhooks w where w.off_at is null order by w.id for key share;
  return query
    select d.* from private.events e cross join private.webhooks w
    join private.webhook_deliveries d on d.webhook_id = w.id and d.event_id = e.id
    where w.off_at is null and d.tried_at is null and (
      of_comment is null and e.kind = 'post.created' and e.post_id = of_post
      or e.kind = 'comment.created' and e.comment_id = of_comment
    )
    order by d.id for update of d;
end
$$;

-- Sends what was dropped while nobody could see the post or comment.
create function private.send_unheard(of_post bigint, of_comment bigint) returns void
language sql set search_path = ''
as $$
  update private.webhook_deliveries d set state = 'ready', due_at = now(), outcome = null
  from private.unheard_deliveries(of_post, of_comment) u where d.id = u.id and d.state = 'dropped'
$$;

create or replace function private.send_approved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.send_unheard(old.post_id, old.comment_id);
  perform pg_notify('signpost', 'webhook'), pg_notify('signpost', 'event');
  return null;
end
$$;
drop trigger send_approved on private.hidings;
create trigger send_approved after delete on private.hidings
  for each row execute function private.send_approved();

-- A webhook that has not heard of something yet does not hear that it is gone or back either, but that it came, once it is
-- there to stay.
create or replace function private.queue_deliveries() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  unheard bigint[] := '{}';
begin
  if new.kind in ('post.deleted', 'post.restored', 'comment.deleted') then
    unheard := array(select u.webhook_id from private.unheard_deliveries(new.post_id, new.comment_id) u);
  end if;
  if new.kind = 'post.restored' then
    perform private.send_unheard(new.post_id, null);
  end if;
  insert into private.webhook_deliveries (webhook_id, event_id)
  select w.id, new.id from private.webhooks w
  where w.off_at is null and new.kind = any (w.kinds) and w.id <> all (unheard)
  -- One that is deleted meanwhile does not fail what happens.
  for key share;
  if found or unheard <> '{}' then
    perform pg_notify('signpost', 'webhook');
  end if;
  return null;
end
$$;

do $$
begin
  execute replace(
    pg_get_functiondef('private.claim_delivery()'::regprocedure),
    'order by d.due_at, d.id limit 1;',
    'order by d.due_at, d.id limit 1 for no key update;'
  );
  -- Nobody hears that it is gone what nobody has ever seen.
  execute replace(
    pg_get_functiondef('public.hide_posts(bigint[],text)'::regprocedure),
    $sql$jsonb_build_object('reason', why)),
    private.log_event('post.deleted', p.id)
  from public.posts p where p.id = any (ids) and p.hidden_at is not null order by p.id;$sql$,
    $sql$jsonb_build_object('reason', why))
  from public.posts p where p.id = any (ids) and p.hidden_at is not null order by p.id;
  perform private.log_event('post.deleted', h.post_id)
  from private.hidings h where h.post_id = any (ids) and not h.is_unheard order by h.post_id;$sql$
  );
  execute replace(
    pg_get_functiondef('public.hide_comments(bigint[],text)'::regprocedure),
    $sql$'reason', why)),
    private.log_event('comment.deleted', p.id, c.id)
  from public.comments c join public.posts p on p.id = c.post_id
  where c.id = any (ids) and c.hidden_at is not null order by c.id;$sql$,
    $sql$'reason', why))
  from public.comments c join public.posts p on p.id = c.post_id
  where c.id = any (ids) and c.hidden_at is not null order by c.id;
  perform private.log_event('comment.deleted', c.post_id, c.id)
  from private.hidings h join public.comments c on c.id = h.comment_id
  where h.comment_id = any (ids) and not h.is_unheard order by c.id;$sql$
  );
end
$$;

create or replace function public.show_posts(post_ids bigint[]) returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
  approved bigint[];
  unheard bigint[];
begin
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

-- Takes back that posts and comments were approved: they wait again, and reports that it settled are open again. Nothing
-- else does. For the team.
create function public.unapprove(post_ids bigint[] default '{}', comment_ids bigint[] default '{}')
returns table (id bigint, category_slug text, slug text)
language plpgsql security definer set search_path = ''
as $$
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
revoke execute on function public.unapprove(bigint[], bigint[]) from public, anon;
grant execute on function public.unapprove(bigint[], bigint[]) to authenticated;
