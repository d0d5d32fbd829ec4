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

drop trigger send_approved on private.hidings;
create trigger send_approved after delete on private.hidings
  for each row when (old.cause = 'approval' or old.is_unheard) execute function private.send_approved();

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

-- Takes back that posts and comments were approved: they wait again. Nothing else does. For the team.
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
