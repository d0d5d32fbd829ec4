create function private.search_ranges(value text, forms text[], prefix text) returns jsonb
language plpgsql stable parallel safe set search_path = '' as $$
declare
  most constant integer := 40;
  language constant text := private.search_language();
  between constant text := '-._' || private.search_gaps();
  words text[];
  -- Where each word starts; null if a single letter between two words is all there is.
  starts integer[];
  -- Most words don't start like anything in the query, so they are skipped early.
  heads text := coalesce(left(prefix, 1), '');
  word text;
  fold text;
  bare text;
  next_fold text;
  start integer;
  past integer := -1;
  next_start integer;
  is_marked boolean;
  is_joined boolean := false;
  first integer;
  stop integer := -1;
  island integer;
  ranges jsonb := '[]';
begin
  foreach word in array forms loop
    heads := heads || left(word, 1);
  end loop;
  if octet_length(value) > char_length(value) and value ~ ('[' || private.search_dense() || ']') then
    select array_agg(p.word order by p.i), array_agg(p.past - char_length(p.word) order by p.i) into words, starts
    from (
      select t.i, t.m[1] as word, sum(char_length(coalesce(t.m[1], t.m[2]))) over (order by t.i) as past
      from regexp_matches(
        value, '([' || private.search_dense() || ']|[^' || between || private.search_dense() || ']+)|([' || between || ']+)', 'g'
      ) with ordinality as t(m, i)
    ) p
    where p.word is not null;
  else
    words := regexp_split_to_array(value, '[' || between || ']');
  end if;
  for i in 1..coalesce(cardinality(words), 0) loop
    word := words[i];
    start := coalesce(starts[i], past + 1);
    past := start + char_length(word);
    fold := case when octet_length(word) = char_length(word) then replace(ltrim(lower(word), '+#'), '''', '')
      else private.search_fold(word) end;
    -- An Arabic stem may start after the article.
    continue when fold = '' or not is_joined and language <> 'ar' and strpos(heads, left(fold, 1)) = 0;
    bare := rtrim(fold, '+#');
    is_marked := is_joined or bare = any (forms) or fold = any (forms) or starts_with(fold, prefix)
      or private.search_stem(bare, language) = any (forms);
    -- Together with the word after it: dark-mode, or words with nothing between them.
    is_joined := false;
    next_start := coalesce(starts[i + 1], past + 1);
    if words[i + 1] <> ''
       and (next_start = past or next_start = past + 1 and substr(value, next_start, 1) in ('-', '.', '_')) then
      next_fold := ltrim(private.search_fold(words[i + 1]), '+#');
      if next_fold <> '' and fold || next_fold = any (forms) then
        is_marked := next_start > past or fold !~ '^[a-z]{3}' or is_marked;
        is_joined := next_start > past or next_fold !~ '^[a-z]{3}';
      end if;
    end if;
    if is_marked then
      first := past - char_length(ltrim(word, '''’'));
      if first > stop then
        if island is not null then
          ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
        end if;
        exit when jsonb_array_length(ranges) = most;
        island := first;
      end if;
      stop := past - (char_length(word) - char_length(rtrim(word, '''’')));
    end if;
  end loop;
  if island is not null and jsonb_array_length(ranges) < most then
    ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
  end if;
  return ranges;
end
$$;
comment on function private.search_ranges is 'Where a text contains words of a query, to highlight them.';

create function private.search_snippet(value text, forms text[], phrase text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  accents constant text := 'àáâãäåāăąçćčďèéêëēęěğìíîïīıľĺñńňòóôõöøōőřŕśšşșťțùúûüūůűýÿžźż';
  letters constant text := 'aaaaaaaaacccdeeeeeeegiiiiiillnnnoooooooorrssssttuuuuuuuyyzzz';
  low text;
  hit integer;
  best integer := 0;
  most integer := 0;
  count_here integer;
  form text;
  other text;
  nearby text;
  start integer;
  stop integer;
begin
  if char_length(value) <= 220 then
    return value;
  end if;
  low := lower(value);
  -- The second attempt ignores accents.
  for attempt in 1..2 loop
    best := case when char_length(phrase) > 2 then strpos(low, phrase) else 0 end;
    exit when best > 0;
    foreach form in array forms[1:16] loop
      -- The start of a word if there is one, otherwise anywhere.
      hit := strpos(low, ' ' || form);
      hit := case when hit > 0 then hit + 1 when left(low, char_length(form)) = form then 1
        when char_length(form) > 2 or octet_length(form) > char_length(form) then strpos(low, form) else 0 end;
      if hit > 0 then
        nearby := substr(low, greatest(hit - 60, 1), 200);
        count_here := 0;
        foreach other in array forms[1:16] loop
          count_here := count_here + (strpos(nearby, other) > 0)::integer;
        end loop;
        if count_here > most or (count_here = most and hit < best) then
          most := count_here;
          best := hit;
        end if;
      end if;
    end loop;
    exit when best > 0 or octet_length(value) = char_length(value);
    low := translate(low, accents, letters);
  end loop;
  start := greatest(best - 60, 1);
  if start > 1 then
    hit := strpos(substr(value, start, 30), ' ');
    start := case when hit > 0 then start + hit else start end;
  end if;
  stop := start + 200;
  if stop <= char_length(value) then
    hit := strpos(reverse(substr(value, stop - 30, 30)), ' ');
    stop := case when hit > 0 then stop - hit else stop end;
  end if;
  return case when start > 1 then '…' else '' end || substr(value, start, stop - start)
    || case when stop <= char_length(value) then '…' else '' end;
end
$$;
comment on function private.search_snippet is
  'About 200 characters of a plain text, from where most of the searched words are close together. In: the text, the words, and all of them as one phrase, which is preferred.';

create function private.typed_forms(forms text[], words text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select f.form from unnest(forms) with ordinality as f(form, i)
    where f.form = any (words) or f.form <> all (array(
      select s.form from unnest(private.find_synonyms(words)) place, unnest(place.forms) s(form)
    ))
    order by f.i
  )
$$;
comment on function private.typed_forms is
  'The words to highlight without those that only stand for a synonym. In: the words to highlight, the words of the query.';

create function private.search_marks(
  title text, snippet text, forms text[], typed text[], prefix text, out title_ranges jsonb, out snippet_ranges jsonb
) returns record
language plpgsql stable parallel safe set search_path = '' as $$
begin
  title_ranges := private.search_ranges(title, typed, prefix);
  snippet_ranges := private.search_ranges(snippet, typed, prefix);
  if typed <> forms and title_ranges = '[]' and snippet_ranges = '[]' then
    title_ranges := private.search_ranges(title, forms, prefix);
    snippet_ranges := private.search_ranges(snippet, forms, prefix);
  end if;
end
$$;
comment on function private.search_marks is
  'What to highlight in a row. Synonyms only if it has none of the typed words, because there they are why it was found. In: its texts, the words to highlight with and without synonyms, the word beginning.';
