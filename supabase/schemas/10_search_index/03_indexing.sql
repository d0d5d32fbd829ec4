create function private.popularity(votes integer) returns smallint
language sql immutable parallel safe set search_path = ''
return round(20 * ln(1 + votes))::smallint;
comment on function private.popularity is 'Votes on a coarse scale for the search index, so that most votes don''t change it.';

create function private.text_of(post bigint, details text) returns text
language sql stable set search_path = '' as $$
  select private.plain_text(concat_ws(E'\n\n', details, (
    select string_agg(concat_ws(E'\n\n', p.title, p.details), E'\n\n' order by m.id)
    from public.post_merges m join public.posts p on p.id = m.post_id
    where m.stays_id = post and m.undone_at is null
  )))
$$;
comment on function private.text_of is 'The searchable text of a post: its details and those of posts merged into it.';

create function private.index_posts(ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  language constant text := private.search_language();
  words text[];
  times integer[];
begin
  insert into private.search_titles (post_id, popularity, tier, key, title)
  select p.id, private.popularity(p.votes_total), floor(log(2, 1 + p.votes_total)),
    coalesce((select string_agg(w.word, ' ' order by w.place) from private.search_words_of(p.title) w), ''),
    private.search_vector(p.title, true, language)
  from public.posts p where p.id = any(ids) and p.deleted_at is null
  on conflict (post_id) do update set key = excluded.key, title = excluded.title;
  with fresh as (
    insert into private.search_posts as s (post_id, vector, body, language)
    select p.id, setweight(t.title, 'A') || setweight(private.search_vector(b.body, false, language), 'B'), b.body,
      language
    from public.posts p
    join private.search_titles t on t.post_id = p.id
    cross join lateral (select private.text_of(p.id, p.details) as body offset 0) b
    where p.id = any(ids)
    on conflict (post_id) do update set
      vector = excluded.vector, body = excluded.body, language = excluded.language
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  insert into private.search_signs (post_id, signs)
  select s.post_id, private.signs_of(p.title || E'\n' || p.details)
  from private.search_posts s join public.posts p on p.id = s.post_id where s.post_id = any(ids)
  on conflict (post_id) do update set signs = excluded.signs where search_signs.signs <> excluded.signs;
  perform private.learn_words(words, times);
end
$$;
comment on function private.index_posts is 'Indexes new or changed posts together with posts merged into them.';

create function private.index_comments(ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  language constant text := private.search_language();
  words text[];
  times integer[];
begin
  with fresh as (
    insert into private.search_comments as s (comment_id, post_id, vector, body, language)
    select c.id, c.post_id, setweight(private.search_vector(t.body, false, language), 'C'), t.body, language
    from public.comments c, lateral (select private.plain_text(c.body) as body offset 0) t
    where c.id = any(ids) and c.deleted_at is null and c.hidden_at is null
      and exists (select 1 from public.posts p where p.id = c.post_id and p.deleted_at is null)
    on conflict (comment_id) do update set
      vector = excluded.vector, body = excluded.body, language = excluded.language
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  perform private.learn_words(words, times);
end
$$;
comment on function private.index_comments is 'Writes and counts the words of new or changed comments.';

create function private.index_entries(ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  language constant text := private.search_language();
begin
  insert into private.search_entries as s (entry_id, vector, language)
  select e.id, setweight(private.search_vector(e.title, true, language), 'A')
    || setweight(private.search_vector(private.plain_text(e.body), false, language), 'B'), language
  from public.changelog_entries e where e.id = any (ids)
  on conflict (entry_id) do update set vector = excluded.vector, language = excluded.language;
end
$$;
comment on function private.index_entries is 'Writes the words of new or changed changelog entries.';

create function private.index_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_entries(array[new.id]);
  return null;
end
$$;
comment on function private.index_entry is 'Indexes a new or changed changelog entry.';

create trigger index_entry after insert or update of title, body on public.changelog_entries
  for each row execute function private.index_entry();

create function private.index_changed_comment(comment bigint, is_gone boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if is_gone then
    delete from private.search_comments where comment_id = comment;
    return;
  end if;
  perform private.forget_words(array(
    select unnest(tsvector_to_array(s.vector)) from private.search_comments s where s.comment_id = comment
  ));
  perform private.index_comments(array[comment]);
end
$$;
comment on function private.index_changed_comment is 'Indexes a changed comment, or removes an emptied one.';

create function private.index_hidden_post(post bigint, is_shown boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if is_shown then
    perform private.index_posts(array[post]);
    perform private.index_comments(array(select c.id from public.comments c where c.post_id = post));
  else
    delete from private.search_titles where post_id = post;
    delete from private.search_posts where post_id = post;
    delete from private.search_comments where comment_id in (select c.id from public.comments c where c.post_id = post);
  end if;
end
$$;
comment on function private.index_hidden_post is 'Removes a deleted post from the index, or adds a restored one.';

create function private.reindex_posts(ids bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function private.reindex_posts is 'Reindexes posts after their words, or those of merged posts, changed.';

create function private.index_merges() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.reindex_posts(array(select distinct n.stays_id from new_rows n));
  elsif tg_op = 'DELETE' then
    perform private.reindex_posts(array(select distinct o.stays_id from old_rows o where o.undone_at is null));
  else
    perform private.reindex_posts(array(
      select distinct post from old_rows o join new_rows n using (id), unnest(array[o.stays_id, n.stays_id]) post
      where (o.stays_id, o.undone_at) is distinct from (n.stays_id, n.undone_at)
    ));
  end if;
  return null;
end
$$;
comment on function private.index_merges is 'Indexes the posts that a merge or its undo changed.';
