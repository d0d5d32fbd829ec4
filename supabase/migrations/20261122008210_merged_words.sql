-- A post is found by the words of those that were merged into it, too: it stands for them.

-- What is looked through of a post besides its title: its details, and then what the posts say that it stands for.
create function private.text_of(post bigint, details text) returns text
language sql stable set search_path = ''
as $$
  select private.plain_text(concat_ws(E'\n\n', details, (
    select string_agg(concat_ws(E'\n\n', p.title, p.details), E'\n\n' order by m.id)
    from public.post_merges m join public.posts p on p.id = m.post_id
    where m.stays_id = post and m.undone_at is null
  )))
$$;

-- As before, with that text.
create or replace function private.index_posts(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  words text[];
  times integer[];
begin
  insert into private.search_titles (post_id, popularity, tier, key, title)
  select p.id, private.popularity(p.votes_total), floor(log(2, 1 + p.votes_total)),
    coalesce((select string_agg(w.word, ' ' order by w.place) from private.search_words_of(p.title) w), ''),
    private.search_vector(p.title, true)
  from public.posts p where p.id = any(ids) and p.deleted_at is null
  on conflict (post_id) do update set key = excluded.key, title = excluded.title;
  with fresh as (
    insert into private.search_posts as s (post_id, vector, body)
    select p.id, setweight(t.title, 'A') || setweight(private.search_vector(b.body, false), 'B'), b.body
    from public.posts p
    join private.search_titles t on t.post_id = p.id
    cross join lateral (select private.text_of(p.id, p.details) as body offset 0) b
    where p.id = any(ids)
    on conflict (post_id) do update set vector = excluded.vector, body = excluded.body
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  perform private.learn_words(words, times);
end
$$;

-- Writes the words of posts that stand for others than before.
create function private.index_standing(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  standing constant bigint[] := array(
    select s.post_id from private.search_posts s where s.post_id = any (ids) order by s.post_id
  );
begin
  if standing <> '{}' then
    perform private.forget_words(array(
      select unnest(tsvector_to_array(s.vector)) from private.search_posts s where s.post_id = any (standing)
    ));
    perform private.index_posts(standing);
  end if;
end
$$;

create function private.index_merges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.index_standing(array(select distinct n.stays_id from new_rows n));
  elsif tg_op = 'DELETE' then
    perform private.index_standing(array(select distinct o.stays_id from old_rows o where o.undone_at is null));
  else
    perform private.index_standing(array(
      select distinct post from old_rows o join new_rows n using (id), unnest(array[o.stays_id, n.stays_id]) post
      where (o.stays_id, o.undone_at) is distinct from (n.stays_id, n.undone_at)
    ));
  end if;
  return null;
end
$$;
create trigger index_new_merges after insert on public.post_merges
  referencing new table as new_rows for each statement execute function private.index_merges();
create trigger index_changed_merges after update on public.post_merges
  referencing old table as old_rows new table as new_rows for each statement execute function private.index_merges();
create trigger index_removed_merges after delete on public.post_merges
  referencing old table as old_rows for each statement execute function private.index_merges();

select private.index_standing(array(select distinct m.stays_id from public.post_merges m where m.undone_at is null));
