create function private.certain_words(typed text) returns tsquery
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select string_agg(
      format('''%s''', w.word) || case when w.is_last and not (w.dense and char_length(w.word) = 2) then ':*' else '' end, ' & '
    )::tsquery
    from (
      select *, w.place = 1 as is_first, w.place = count(*) over () as is_last from private.search_words_of(typed) w
    ) w
    where case when w.dense then char_length(w.word) = 2 or w.is_first and w.is_last else not w.is_first end
  );
end
$$;
comment on function private.certain_words is
  'The words that a title must contain if its key contains this text. The first and last word may be part of a longer word, so they don''t count. In scripts without spaces, every pair of characters is a word. Null if there are none.';

create function private.signs_of(value text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  signs text[] := array(
    select s from unnest(string_to_array('!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', null)) s where strpos(value, s) > 0
  );
begin
  if octet_length(value) > char_length(value) then
    signs := signs || array(
      select distinct m[1] from regexp_matches(value, '(?![\u0001-\u007f])[’' || private.search_gaps() || ']', 'g') m
    );
  end if;
  return signs
    || array(select a || b from unnest(signs) a, unnest(signs) b where strpos(value, a || b) > 0)
    || array(
      select a || ' ' || b
      from (select s as a from unnest(signs) s where strpos(value, s || ' ') > 0) before,
        (select s as b from unnest(signs) s where strpos(value, ' ' || s) > 0) after
      where strpos(value, a || ' ' || b) > 0
    );
end
$$;
comment on function private.signs_of is 'The symbols in a text, each once, and adjacent ones as pairs.';

create table private.search_signs (
  post_id bigint primary key references private.search_posts (post_id) on delete cascade,
  signs text[] not null
);
comment on table private.search_signs is 'The symbols of each post, single and in pairs, for the dashboard''s text filter.';

create index search_signs_idx on private.search_signs using gin (signs) with (fastupdate = off);

create function private.text_lookups(f private.post_filter) returns text[]
language sql immutable set search_path = ''
return case
  when f.text_key is not null then array[
    'select s.post_id from private.search_posts s where s.vector @@ ($1).text_words',
    'select t.post_id from private.search_titles t where ' || case
      when f.text_title is not null then 't.key like ''%'' || ($1).text_key || ''%'' and t.title @@ ($1).text_title'
      -- Three characters that the database treats as letters are in the trigram index.
      when f.text_key ~ '[^ ]{3}' and extensions.show_trgm(f.text_key) <> '{}' then 't.key like ''%'' || ($1).text_key || ''%'''
      else 'strpos(t.key, ($1).text_key) > 0' end
      || ' and (select s.vector @@ ($1).text_words from private.search_posts s where s.post_id = t.post_id) is not true'
  ]
  when f.text_signs = '{}' then array[
    'select q.id as post_id from public.posts q
     where strpos(q.title, ($1).text_typed) > 0 or strpos(q.details, ($1).text_typed) > 0'
  ]
  -- One or two symbols are an exact match; more are only a possible one.
  else array[
    'select s.post_id from private.search_signs s where s.signs @> ($1).text_signs'
      || case when f.text_typed = any (f.text_signs) then '' else ' and exists (
        select from public.posts q where q.id = s.post_id
          and (strpos(q.title, ($1).text_typed) > 0 or strpos(q.details, ($1).text_typed) > 0)
      )' end
  ]
end;
comment on function private.text_lookups is 'Statements that find the posts with a text, each post once.';

create function private.filter_by_text(
  f private.post_filter, typed text, every_post boolean
) returns private.post_filter
language plpgsql stable set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan' as $$
declare
  is_common boolean := false;
begin
  f.text_typed := typed;
  select string_agg(w.word, ' ' order by w.place) into f.text_key from private.search_words_of(typed) w;
  if f.text_key is null then
    f.text_signs := private.signs_of(typed);
  else
    -- A last word that is a stop word isn't in the details index; it may be the beginning of a word, or nothing else
    -- may be typed.
    select coalesce(
      string_agg(a.strict_body, ' & ') filter (where not (a.is_last and private.is_stop_word(a.forms[1]))),
      string_agg(a.strict_body, ' & ')
    )::tsquery into f.text_words
    from (select s.*, s.place = max(s.place) over () as is_last from private.search_atoms(typed, false) s) a;
    f.text_title := private.certain_words(typed);
  end if;
  if every_post is null then
    return f;
  elsif not every_post and f.text_key is not null then
    is_common := (
      select count(*) filter (where newest.is_found) > 100 from (
        select t.key like '%' || f.text_key || '%' or s.vector @@ f.text_words as is_found
        from private.search_titles t join private.search_posts s on s.post_id = t.post_id
        order by t.post_id desc limit 2000
      ) newest
    );
  elsif not every_post and f.text_signs <> '{}' then
    is_common := (
      select count(*) filter (where newest.signs @> f.text_signs) > 100 and typed = any (f.text_signs)
      from (select s.signs from private.search_signs s order by s.post_id desc limit 2000) newest
    );
  end if;
  if not is_common then
    execute format('select array(%s)', array_to_string(private.text_lookups(f), ' union all ')) into f.post_ids using f;
  end if;
  return f;
end
$$;
comment on function private.filter_by_text is
  'Chooses how to filter by a text: as a condition if at least one in twenty of the newest 2,000 posts contains it, otherwise as a list of posts. If every_post is true, always as a list; if it is null, neither, for callers that look up the text themselves. Planned anew each time, because no index covers a text of two letters.';
