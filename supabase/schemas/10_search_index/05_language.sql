-- What happens when the site's language changes.

create function private.recount_words() returns void
language plpgsql set search_path = '' set lock_timeout = '100ms' as $$
begin
  with counted as materialized (
    select s.word collate "C" as word, s.ndoc::double precision as documents
    from ts_stat('select vector from private.search_posts union all select vector from private.search_comments') s
    where char_length(s.word) between 2 and 32 and s.word ~ ('^[^0-9' || private.search_dense() || ']')
  ),
  gone as (
    delete from private.search_words w where not exists (select from counted c where c.word = w.word)
  )
  insert into private.search_words as w (word, deletes, documents)
  select c.word, coalesce(k.deletes, private.one_letter_less(c.word)), c.documents
  from counted c left join private.search_words k on k.word = c.word
  where k.documents is distinct from c.documents
  on conflict (word) do update set documents = excluded.documents;
end
$$;
comment on function private.recount_words is
  'Rebuilds the list of words in use from the index. Fails instead of waiting for a writer, who may be waiting for its caller.';

create function private.restem_texts(most integer) returns integer
language plpgsql set search_path = '' set enable_seqscan = off set plan_cache_mode = 'force_custom_plan' as $$
declare
  spoken constant text := private.search_language();
  posts bigint[];
  comments bigint[];
  entries bigint[];
  done integer;
begin
  -- One at a time, because the last one counts everyone's words.
  if not pg_try_advisory_xact_lock(hashtextextended('restemming', 0)) then
    return 0;
  end if;
  -- Rows that are locked are picked up next time. The conditions are written as two ranges because an index can't
  -- search for "is different".
  posts := array(
    select s.post_id from private.search_posts s join private.search_titles t on t.post_id = s.post_id
    where s.language < spoken or s.language > spoken limit most for update skip locked
  );
  update private.search_titles t set title = private.search_vector(p.title, true, spoken)
  from public.posts p where p.id = t.post_id and t.post_id = any (posts);
  update private.search_posts s
  set vector = setweight(t.title, 'A') || setweight(private.search_vector(s.body, false, spoken), 'B'), language = spoken
  from private.search_titles t where t.post_id = s.post_id and s.post_id = any (posts);
  comments := array(
    select s.comment_id from private.search_comments s
    where s.language < spoken or s.language > spoken limit most - cardinality(posts) for update skip locked
  );
  update private.search_comments s
  set vector = setweight(private.search_vector(s.body, false, spoken), 'C'), language = spoken
  where s.comment_id = any (comments);
  entries := array(
    select s.entry_id from private.search_entries s
    where s.language <> spoken limit most - cardinality(posts) - cardinality(comments) for update skip locked
  );
  perform private.index_entries(entries);
  done := cardinality(posts) + cardinality(comments) + cardinality(entries);
  if done > 0
    and not exists (select from private.search_posts s where s.language < spoken or s.language > spoken)
    and not exists (select from private.search_comments s where s.language < spoken or s.language > spoken) then
    perform private.recount_words();
  end if;
  return done;
end
$$;
comment on function private.restem_texts is
  'Stems at most this many texts again that were stemmed in another language than the site''s, and returns how many. Until it is done, search finds words that both languages stem alike.';

create function private.change_search_language() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.synonyms set words = words where words <> '{}';
  -- As many as a request has time for. The worker does the rest.
  begin
    perform private.restem_texts(200);
  exception when lock_not_available then
    null;
  end;
  perform pg_notify('signpost', 'language');
  return null;
end
$$;
comment on function private.change_search_language is 'Rebuilds the known search words in the site''s language.';
