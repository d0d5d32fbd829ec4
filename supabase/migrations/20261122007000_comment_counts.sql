-- Comments are counted once for each statement, as votes are: where each one rewrites the row of its post, many at once
-- take time with the square of their number.
create function private.count_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step constant integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  update public.comments c set replies_total = c.replies_total + d.n
  from (
    select parent_id, step * count(*) as n from changed
    where parent_id is not null and deleted_at is null group by parent_id order by parent_id
  ) d
  where c.id = d.parent_id;
  update public.posts p
  set comments_total = p.comments_total + d.n,
      activity_at = case when tg_op = 'INSERT' then greatest(p.activity_at, d.newest) else p.activity_at end
  from (
    select post_id, step * count(*) as n, max(created_at) as newest from changed
    where deleted_at is null group by post_id order by post_id
  ) d
  where p.id = d.post_id;
  return null;
end
$$;

drop trigger count_comment on public.comments;
create trigger count_inserted_comments after insert on public.comments
  referencing new table as changed for each statement execute function private.count_comments();
create trigger count_deleted_comments after delete on public.comments
  referencing old table as changed for each statement execute function private.count_comments();

-- A comment that is emptied because others answered it, or filled again.
create or replace function private.count_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  step constant integer := case when new.deleted_at is null then 1 else -1 end;
begin
  update public.comments set replies_total = replies_total + step where id = new.parent_id;
  update public.posts set comments_total = comments_total + step where id = new.post_id;
  return null;
end
$$;

create trigger count_comment after update of deleted_at on public.comments
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function private.count_comment();
