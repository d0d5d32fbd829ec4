-- Whoever follows a post hears that it was merged: which merge an event is of, and what it says.

alter table private.events add column merge_id bigint;
comment on column private.events.merge_id is 'The row of post_merges that a merge, or its undo, is.';

-- Whether those hear of such an event who follow official updates alone.
create function private.is_update(kind text) returns boolean
language sql immutable parallel safe set search_path = ''
return kind in ('post.state', 'post.merged');

create or replace function private.is_told(kind text) returns boolean
language sql immutable parallel safe set search_path = ''
return kind in ('post.state', 'post.merged', 'comment.created');

-- As before, with the merge.
drop function private.log_event(text, bigint, bigint, bigint);
create function private.log_event(
  kind text, post_id bigint, comment_id bigint default null, change_id bigint default null, merge_id bigint default null
)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  made bigint;
begin
  insert into private.events (kind, post_id, comment_id, change_id, merge_id, actor_id)
  values (
    kind, post_id, comment_id, change_id, merge_id,
    -- Whoever leaves with all they wrote is gone before the last of it.
    (select p.id from public.profiles p where p.id = (select auth.uid()))
  )
  returning id into made;
  if private.is_told(kind) then
    insert into private.untold (event_id) values (made);
  end if;
  perform pg_notify('signpost', 'event');
end
$$;

-- Nobody hears any more of a merge that was undone.
create or replace function private.log_merge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.log_event(
    case when new.undone_at is null then 'post.merged' else 'post.unmerged' end, new.post_id, merge_id => new.id
  );
  if new.undone_at is not null then
    delete from private.untold w using private.events e
    where e.id = w.event_id and e.post_id = new.post_id and e.merge_id = new.id;
  end if;
  return null;
end
$$;

-- As before; a merge is about the post that stands for the merged one now, as long as it is not undone.
create or replace view private.visible_events as
  select e.id, e.kind, p.id as post_id, e.comment_id, e.change_id, e.actor_id, e.created_at,
    p.title as post_title, p.slug as post_slug, c.slug as category_slug,
    k.from_state, k.to_state, k.note, case e.kind when 'post.mention' then p.details else m.body end as body, m.parent_id,
    g.title as merged_title
  from private.events e
  left join public.post_events k on k.id = e.change_id
  left join public.comments m on m.id = e.comment_id and m.deleted_at is null and m.hidden_at is null
  left join public.post_merges g on g.id = e.merge_id and g.undone_at is null and e.kind = 'post.merged'
  join public.posts p on p.id = coalesce(m.post_id, g.stays_id, e.post_id) and p.deleted_at is null
  join public.categories c on c.id = p.category_id
  where (e.change_id is null or k.id is not null) and (e.comment_id is null or m.id is not null)
    and (e.kind <> 'post.merged' or g.id is not null);
