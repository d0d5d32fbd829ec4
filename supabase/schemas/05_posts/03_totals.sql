-- How many posts each category has in each state, kept exact.

create table public.post_totals (
  category_id integer references public.categories (id) on delete cascade,
  state public.post_state,
  posts integer not null default 0 check (posts >= 0),
  primary key (category_id, state)
);
comment on table public.post_totals is
  'How many posts a category has in each state, without deleted ones, kept by a trigger: counting a hundred thousand rows per page would be slow.';

alter table public.post_totals enable row level security;
grant select on public.post_totals to anon, authenticated;

create policy "anyone reads totals" on public.post_totals
  for select to anon, authenticated using (true);
create policy "a request names each column a few times" on public.post_totals
  as restrictive for select to anon, authenticated using ((select private.require_small_select()));

create trigger a_require_presence before insert or delete or update on public.post_totals
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

create function private.hold_totals() returns void
language sql set search_path = ''
return pg_advisory_xact_lock(hashtextextended('counting posts', 0));
comment on function private.hold_totals is
  'Two people of the team who move posts crosswise, or delete and restore them, each held a total the other wanted, and one of them failed. What changes is now counted as its transaction ends, one transaction at a time: whoever waits there wants nothing any more that somebody else could hold.';

create function private.count_posts() returns trigger
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
comment on function private.count_posts is
  'New posts are counted at once, a whole import in one go. One that a person writes takes its turn here already: it may be held back for approval, which is a change.';

create function private.count_changed_post() returns trigger
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
comment on function private.count_changed_post is 'A post that moves, is deleted, is restored or goes for good.';
