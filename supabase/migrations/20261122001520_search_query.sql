-- Words in use that a misspelt one may have meant, best first: one letter missing, added, replaced or two
-- neighbours swapped; for longer words also two mistakes. Of a word that is itself in use (documents > 0) only
-- words with one other letter, and much more common ones unless any is wanted.
create function private.search_corrections(typed text, max_words integer, documents double precision, any_rare boolean)
returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  size integer := char_length(typed);
  swaps text[];
  found_words text[];
begin
  if size not between 3 and 32 or typed ~ '[0-9]' then
    return array[]::text[];
  end if;
  swaps := array(
    select overlay(typed placing reverse(substr(typed, i, 2)) from i for 2) from generate_series(1, size - 1) i
  );
  found_words := array(
    select c.word
    from (
      select w.word, w.documents,
        case when w.word = any(swaps) then 1 else extensions.levenshtein(w.word, typed) end as distance
      from private.search_words w
      where w.deletes && private.one_letter_less(typed) and w.word <> typed
    ) c
    where (c.distance = 1 or (c.distance = 2 and size >= 5 and search_corrections.documents = 0))
      and (any_rare or c.documents > 2 * search_corrections.documents)
    order by c.distance, (left(c.word, 1) = left(typed, 1)) desc, c.documents desc, c.word
    limit max_words
  );
  if found_words = array[]::text[] and size >= 6 and search_corrections.documents = 0 then
    found_words := array(
      select w.word from private.search_words w
      where w.word operator(extensions.%) typed and abs(char_length(w.word) - size) <= 3
        and extensions.levenshtein_less_equal(w.word, typed, 3) <= least(1 + size / 6, 3)
      order by extensions.similarity(w.word, typed) desc, w.documents desc, w.word
      limit least(max_words, 3)
    );
  end if;
  return found_words;
end
$$;

-- What a query asks for, one row per word in reading order: tsquery texts for titles and for longer texts (where
-- a very short beginning of a word would match nearly everything), strict and loose (with corrections), and
-- the words to highlight. With guess, words that exist are corrected as well.
create function private.search_atoms(query text, guess boolean)
returns table (
  place integer, strict_title text, loose_title text, strict_body text, loose_body text,
  forms text[], prefix text, documents double precision
)
language plpgsql stable set search_path = ''
as $$
declare
  words text[];
  chunks integer[];
  denses boolean[];
  total integer;
  first integer := 1;
  last integer;
  only_stops boolean;
  is_last boolean;
  term text;
  bare text;
  part text;
  part_body text;
  joined text;
  stem text;
  known double precision;
  fixes text[];
  seen text[] := array[]::text[];
  parts integer;
  used integer := 0;
begin
  select array_agg(w.word order by w.place), array_agg(w.chunk order by w.place), array_agg(w.dense order by w.place)
  into words, chunks, denses
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  total := coalesce(array_length(words, 1), 0);
  only_stops := not exists (
    select 1 from unnest(words) with ordinality as t(w, i)
    where not private.is_stop_word(w) or (t.i = total and char_length(w) > 1)
  );

  while first <= total and used < 12 loop
    last := first;
    while last < total and chunks[last + 1] = chunks[first] and denses[last + 1] = denses[first]
      and (denses[first] or last - first < 4) loop
      last := last + 1;
    end loop;
    is_last := last = total;
    strict_title := null;
    loose_title := null;
    strict_body := null;
    loose_body := null;
    prefix := null;
    forms := array[]::text[];
    documents := null;
    place := first;
    parts := 1;

    if denses[first] then
      -- Pairs of characters; the last character alone only when it is the whole run.
      if first = last then
        strict_title := format('''%s'':*', words[first]);
        forms := array[words[first]];
        first := last + 1;
      else
        strict_title := format('''%s''', words[first]);
        forms := array[words[first]];
        first := case when first + 1 = last then last + 1 else first + 1 end;
      end if;
      strict_body := strict_title;
    elsif first = last then
      term := words[first];
      bare := rtrim(term, '+#');
      stem := private.search_stem(term);
      select s.documents into known from private.search_words s where s.word = words[first];
      documents := coalesce(known, 0);
      if is_last then
        -- A few letters begin very many words.
        documents := case when char_length(term) < 3 then 'infinity' else (
          select coalesce(sum(begun.documents), 0)
          from (
            select s.documents from private.search_words s where s.word >= term and s.word < term || U&'\+10FFFF' limit 500
          ) begun
        ) end;
      end if;
      forms := array[term];
      strict_title := format('''%s''', term);
      strict_body := strict_title;
      if stem is not null then
        strict_title := strict_title || format(' | ''%s''', stem);
        strict_body := strict_title;
        forms := forms || stem;
      end if;
      if is_last or (known is null and char_length(term) >= 3) then
        prefix := term;
        strict_title := strict_title || format(' | ''%s'':*', term);
        -- Of a word that a thousand texts have as it stands, longer ones are looked for in titles only.
        if char_length(term) >= 3 and coalesce(known, 0) < 1000 then
          strict_body := strict_title;
        end if;
      end if;
      if bare <> term then
        loose_title := format('%s | ''%s''', strict_title, bare);
        loose_body := format('%s | ''%s''', strict_body, bare);
      end if;
      if known is null and is_last and not guess and exists (
        select 1 from private.search_words s where s.word > bare and s.word < bare || U&'\+10FFFF'
      ) then
        known := 1;
      end if;
      -- A rare word may be a mistake somebody else has made, too.
      if known is null or guess or (known < 8 and char_length(term) >= 5) then
        fixes := private.search_corrections(term, case when known is null then 6 else 3 end, coalesce(known, 0), guess);
        if known is null and char_length(term) between 5 and 32 then
          -- Two words typed as one.
          select fixes || array_agg(format('%s %s', left(bare, i), substr(bare, i + 1))) into fixes
          from (
            select i from generate_series(2, char_length(bare) - 2) i
            where exists (select 1 from private.search_words s where s.word = left(bare, i))
              and exists (select 1 from private.search_words s where s.word = substr(bare, i + 1))
            limit 3
          ) split;
        end if;
        foreach term in array fixes loop
          part := format('(''%s'')', replace(term, ' ', ''' <-> '''));
          loose_title := coalesce(loose_title, strict_title) || ' | ' || part;
          loose_body := coalesce(loose_body, strict_body) || ' | ' || part;
          forms := forms || string_to_array(term, ' ');
        end loop;
      end if;
      -- A stop word is not asked for, unless there is nothing else or it is still being typed.
      if private.is_stop_word(words[first]) and not only_stops then
        if is_last and char_length(words[first]) > 1 then
          strict_title := format('''%s'':*', words[first]);
          strict_body := strict_title;
        else
          strict_title := null;
        end if;
      end if;
      first := last + 1;
    else
      -- A compound: its parts side by side, or written as one word.
      select string_agg(format('''%s''', w) || case when is_last and i = n then ':*' else '' end, ' <-> ' order by i),
        string_agg(rtrim(w, '+#'), '' order by i), string_agg(format('''%s''', w), ' <-> ' order by i)
      into part, joined, part_body
      from (select w, i, count(*) over () as n from unnest(words[first:last]) with ordinality as t(w, i)) t;
      forms := words[first:last] || joined;
      parts := last - first + 1;
      if is_last then
        prefix := words[last];
      end if;
      strict_title := format('(%s) | ''%s''%s', part, joined, case when is_last and char_length(joined) > 2 then ':*' else '' end);
      if is_last and char_length(words[last]) < 3 then
        part := part_body;
      end if;
      strict_body := format('(%s) | ''%s''%s', part, joined, case when is_last and char_length(joined) > 2 then ':*' else '' end);
      if last - first < 4 then
        select string_agg(format('(%s)', concat_ws(' | ', format('''%s''', t.w) || case when is_last and i = n then ':*' else '' end,
            (select string_agg(format('''%s''', f), ' | ') from unnest(t.fix) f))), ' & ' order by i),
          forms || coalesce((select array_agg(f) from unnest(words[first:last]) w, unnest(private.search_corrections(w, 3, 0, false)) f), array[]::text[])
        into part, forms
        from (
          select w, i, count(*) over () as n,
            case when guess or not exists (select 1 from private.search_words s where s.word = t.w)
              then private.search_corrections(w, 3, 0, false) end as fix
          from unnest(words[first:last]) with ordinality as t(w, i)
        ) t;
        loose_title := format('%s | (%s)', strict_title, part);
        loose_body := case when is_last and char_length(words[last]) < 3 then strict_body
          else format('%s | (%s)', strict_body, part) end;
      end if;
      first := last + 1;
    end if;

    if strict_title is not null and not strict_title = any(seen) then
      seen := seen || strict_title;
      used := used + parts;
      strict_title := format('(%s)', strict_title);
      strict_body := format('(%s)', strict_body);
      loose_title := coalesce('(' || loose_title || ')', strict_title);
      loose_body := coalesce('(' || loose_body || ')', strict_body);
      return next;
    end if;
  end loop;
end
$$;
