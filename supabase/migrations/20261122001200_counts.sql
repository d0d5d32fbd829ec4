create table public.post_totals (
  category_id integer not null references public.categories (id) on delete cascade,
  state public.post_state not null,
  posts integer not null default 0 check (posts >= 0),
  primary key (category_id, state)
);
comment on table public.post_totals is 'How many posts a category has in each state, without deleted ones, kept by a trigger: counting a hundred thousand rows per page would be slow.';

alter table public.post_totals enable row level security;
grant select on public.post_totals to anon, authenticated;
grant all on public.post_totals to service_role;
create policy "anyone reads totals" on public.post_totals
  for select to anon, authenticated using (true);

create function private.count_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    update public.post_totals t set posts = t.posts - d.n
    from (select category_id, state, count(*) as n from old_rows where deleted_at is null group by 1, 2) d
    where t.category_id = d.category_id and t.state = d.state;
  end if;
  if tg_op <> 'DELETE' then
    insert into public.post_totals as t (category_id, state, posts)
    select category_id, state, count(*) from new_rows group by 1, 2 order by 1, 2
    on conflict (category_id, state) do update set posts = t.posts + excluded.posts;
  end if;
  return null;
end
$$;

create trigger count_inserted_posts after insert on public.posts
  referencing new table as new_rows for each statement execute function private.count_posts();
create trigger count_deleted_posts after delete on public.posts
  referencing old table as old_rows for each statement execute function private.count_posts();

-- A post that moves, is deleted or is restored.
create function private.count_changed_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.deleted_at is null then
    update public.post_totals set posts = posts - 1 where category_id = old.category_id and state = old.state;
  end if;
  if new.deleted_at is null then
    insert into public.post_totals as t (category_id, state, posts) values (new.category_id, new.state, 1)
    on conflict (category_id, state) do update set posts = t.posts + 1;
  end if;
  return null;
end
$$;

create trigger count_changed_post after update of category_id, state, deleted_at on public.posts
  for each row when (
    (old.category_id, old.state, old.deleted_at is null) is distinct from (new.category_id, new.state, new.deleted_at is null)
  ) execute function private.count_changed_post();

-- Recounts everything; a row for each number that is not what it should be.
create function private.find_miscounts() returns table (kind text, id bigint, stored integer, counted integer)
language sql stable set search_path = ''
as $$
  select 'votes of a post', p.id, p.votes_total, coalesce(v.n, 0)
  from public.posts p
  left join (select post_id, count(*)::integer as n from public.votes group by 1) v on v.post_id = p.id
  where p.votes_total <> coalesce(v.n, 0)
  union all
  select 'comments of a post', p.id, p.comments_total, coalesce(c.n, 0)
  from public.posts p
  left join (
    select post_id, count(*)::integer as n from public.comments where deleted_at is null group by 1
  ) c on c.post_id = p.id
  where p.comments_total <> coalesce(c.n, 0)
  union all
  select 'replies to a comment', c.id, c.replies_total, coalesce(r.n, 0)
  from public.comments c
  left join (
    select parent_id, count(*)::integer as n from public.comments
    where parent_id is not null and deleted_at is null group by 1
  ) r on r.parent_id = c.id
  where c.replies_total <> coalesce(r.n, 0)
  union all
  select 'posts of a category in a state', t.category_id, t.posts, coalesce(p.n, 0)
  from public.post_totals t
  left join (
    select category_id, state, count(*)::integer as n from public.posts where deleted_at is null group by 1, 2
  ) p
    on p.category_id = t.category_id and p.state = t.state
  where t.posts <> coalesce(p.n, 0)
$$;
grant execute on function private.find_miscounts() to service_role;

-- Sets every count to what is there; for an operator, while nothing else writes.
create function private.mend_counts() returns void
language sql set search_path = ''
as $$
  update public.posts p set votes_total = m.counted from private.find_miscounts() m
  where m.kind = 'votes of a post' and m.id = p.id;
  update public.posts p set comments_total = m.counted from private.find_miscounts() m
  where m.kind = 'comments of a post' and m.id = p.id;
  update public.comments c set replies_total = m.counted from private.find_miscounts() m
  where m.kind = 'replies to a comment' and m.id = c.id;
  update public.post_totals t set posts = (
    select count(*) from public.posts p where p.category_id = t.category_id and p.state = t.state and p.deleted_at is null
  );
$$;
grant execute on function private.mend_counts() to service_role;
