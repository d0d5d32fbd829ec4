-- In the dashboard, "words here" found no text with these words: details are kept without words like "here".

-- As before, but whoever ends with such a word finds what has the others.
create or replace function private.filter_by_text(f private.post_filter, typed text, every_post boolean)
returns private.post_filter
language plpgsql stable set search_path = '' set jit = off set plan_cache_mode = force_custom_plan
as $$
declare
  is_common boolean := false;
begin
  f.text_typed := typed;
  select string_agg(w.word, ' ' order by w.place) into f.text_key from private.search_words_of(typed) w;
  if f.text_key is null then
    f.text_signs := private.signs_of(typed);
  else
    -- A last word that means nothing is in no details; it may be the beginning of one, or nothing else may be typed.
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
