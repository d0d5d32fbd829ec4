-- Two people of the team who move posts crosswise, or delete and restore them, each held a total the other wanted, and
-- one of them failed. What changes is now counted as its transaction ends, one transaction at a time: whoever waits
-- there wants nothing any more that somebody else could hold.
create function private.hold_totals() returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended('counting posts', 0));

-- New posts are counted at once, a whole import in one go. One that a person writes takes its turn here already: it may
-- be held back for approval, which is a change.
create or replace function private.count_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.uid() is not null then
    perform private.hold_totals();
  end if;
  insert into public.post_totals as t (category_id, state, posts)
  select category_id, state, count(*) from new_rows group by 1, 2 order by 1, 2
  on conflict (category_id, state) do update set posts = t.posts + excluded.posts;
  return null;
end
$$;
drop trigger count_deleted_posts on public.posts;

-- A post that moves, is deleted, is restored or goes for good.
create or replace function private.count_changed_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.hold_totals();
  if old.deleted_at is null then
    update public.post_totals set posts = posts - 1 where category_id = old.category_id and state = old.state;
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into public.post_totals as t (category_id, state, posts) values (new.category_id, new.state, 1)
    on conflict (category_id, state) do update set posts = t.posts + 1;
  end if;
  return null;
end
$$;
drop trigger count_changed_post on public.posts;
create constraint trigger count_changed_post after update of category_id, state, deleted_at on public.posts
  deferrable initially deferred for each row when (
    (old.category_id, old.state, old.deleted_at is null) is distinct from (new.category_id, new.state, new.deleted_at is null)
  ) execute function private.count_changed_post();
create constraint trigger count_removed_post after delete on public.posts
  deferrable initially deferred for each row when (old.deleted_at is null)
  execute function private.count_changed_post();
