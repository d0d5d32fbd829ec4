-- What a query asks for: its words, what they may have meant instead, and both as tsquery texts.

-- Words in use that a misspelt one may have meant, best first: one letter missing, added or replaced, or two
-- neighbours swapped; in longer words also two mistakes. In: the word, how many to give at most, how many texts
-- have the word as it is (0: it is not in use), and whether corrections of a word in use may be rare. A word in use
-- is corrected by one letter only and, unless they may be rare, to much more common words only.
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

-- What a word may have meant instead. In: the word; how many texts have it, null when none has; whether it is the
-- last of the query; whether words in use are corrected as well. Out: words, and where two words were typed as one,
-- both with a space between them.
create function private.search_fixes(typed text, known double precision, is_last boolean, guess boolean)
returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  bare constant text := rtrim(typed, '+#');
  fixes text[];
begin
  -- The last word may be unfinished: the beginning of a word in use is no mistake.
  if known is null and is_last and not guess and exists (
    select 1 from private.search_words s where s.word > bare and s.word < bare || U&'\+10FFFF'
  ) then
    known := 1;
  end if;
  -- A rare word may be a mistake that others have made, too.
  if not guess and (known >= 8 or (known is not null and char_length(typed) < 5)) then
    return array[]::text[];
  end if;
  fixes := private.search_corrections(typed, case when known is null then 6 else 3 end, coalesce(known, 0), guess);
  if known is null and char_length(typed) between 5 and 32 then
    fixes := fixes || array(
      select format('%s %s', left(bare, i), substr(bare, i + 1))
      from generate_series(2, char_length(bare) - 2) i
      where exists (select 1 from private.search_words s where s.word = left(bare, i))
        and exists (select 1 from private.search_words s where s.word = substr(bare, i + 1))
      limit 3
    );
  end if;
  return fixes;
end
$$;

create type private.search_atom as (
  place integer, strict_title text, loose_title text, strict_body text, loose_body text,
  forms text[], prefix text, documents double precision
);
comment on type private.search_atom is
  'One part of a query: the number of its first word; tsquery texts for titles and for longer texts, as typed (strict) and with corrections (loose, null where there are none); the words to highlight, and a beginning of words to highlight; about how many texts have it, null where that was not counted.';

-- One word. In: the word; whether it is the last of the query, and so perhaps unfinished; whether words in use are
-- corrected as well; whether stop words are left out. Out: its atom, empty for one that is left out.
create function private.search_word_atom(typed text, is_last boolean, guess boolean, without_stops boolean)
returns private.search_atom
language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := char_length(typed);
  bare constant text := rtrim(typed, '+#');
  stem constant text := private.search_stem(typed);
  is_stop constant boolean := without_stops and private.is_stop_word(typed);
  known double precision;
  fix text;
  choices text[] := array[]::text[];
  atom private.search_atom;
begin
  if is_stop and not (is_last and size > 1) then
    return atom;
  end if;
  select s.documents into known from private.search_words s where s.word = typed;
  atom.documents := coalesce(known, 0);
  if is_last then
    -- A few letters begin very many words.
    atom.documents := case when size < 3 then 'infinity' else (
      select coalesce(sum(begun.documents), 0)
      from (
        select s.documents from private.search_words s where s.word >= typed and s.word < typed || U&'\+10FFFF' limit 500
      ) begun
    ) end;
  end if;

  atom.forms := array[typed];
  atom.strict_title := format('''%s''', typed);
  if stem is not null then
    atom.forms := atom.forms || stem;
    atom.strict_title := atom.strict_title || format(' | ''%s''', stem);
  end if;
  atom.strict_body := atom.strict_title;
  if is_last or (known is null and size >= 3) then
    atom.prefix := typed;
    atom.strict_title := atom.strict_title || format(' | ''%s'':*', typed);
    -- In texts, a very short beginning would match nearly all, and a word that a thousand have is enough by itself.
    if size >= 3 and coalesce(known, 0) < 1000 then
      atom.strict_body := atom.strict_title;
    end if;
  end if;

  if bare <> typed then
    choices := choices || format('''%s''', bare);
  end if;
  foreach fix in array private.search_fixes(typed, known, is_last, guess) loop
    choices := choices || format('(''%s'')', replace(fix, ' ', ''' <-> '''));
    atom.forms := atom.forms || string_to_array(fix, ' ');
  end loop;
  if cardinality(choices) > 0 then
    atom.loose_title := atom.strict_title || ' | ' || array_to_string(choices, ' | ');
    atom.loose_body := atom.strict_body || ' | ' || array_to_string(choices, ' | ');
  end if;

  if is_stop then
    atom.strict_title := format('''%s'':*', typed);
    atom.strict_body := atom.strict_title;
  end if;
  return atom;
end
$$;

-- A compound ("pi-hole"), looked for as its words side by side or as one word; with corrections, all its words
-- anywhere. In: its words; whether it ends the query; whether words in use are corrected as well. Out: its atom.
create function private.search_compound_atom(words text[], is_last boolean, guess boolean)
returns private.search_atom
language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := cardinality(words);
  last_mark constant text := case when is_last then ':*' else '' end;
  side_by_side constant text := format('''%s''', array_to_string(words, ''' <-> '''));
  -- In texts, a very short beginning would match nearly all.
  is_short constant boolean := is_last and char_length(words[size]) < 3;
  joined constant text := translate(array_to_string(words, ''), '+#', '');
  as_one constant text := format('''%s''', joined) || case when char_length(joined) > 2 then last_mark else '' end;
  fixes text[];
  choice text;
  loose text[] := array[]::text[];
  atom private.search_atom;
begin
  atom.forms := words || joined;
  atom.prefix := case when is_last then words[size] end;
  atom.strict_title := format('(%s%s) | %s', side_by_side, last_mark, as_one);
  atom.strict_body := case when is_short then format('(%s) | %s', side_by_side, as_one) else atom.strict_title end;
  if size > 4 then
    return atom;
  end if;
  for i in 1..size loop
    fixes := private.search_corrections(words[i], 3, 0, false);
    atom.forms := atom.forms || fixes;
    choice := format('''%s''', words[i]) || case when i = size then last_mark else '' end;
    if cardinality(fixes) > 0 and (
      guess or not exists (select 1 from private.search_words s where s.word = words[i])
    ) then
      choice := format('%s | ''%s''', choice, array_to_string(fixes, ''' | '''));
    end if;
    loose := loose || format('(%s)', choice);
  end loop;
  atom.loose_title := format('%s | (%s)', atom.strict_title, array_to_string(loose, ' & '));
  atom.loose_body := case when is_short then atom.strict_body
    else format('%s | (%s)', atom.strict_body, array_to_string(loose, ' & ')) end;
  return atom;
end
$$;

-- The parts of a query, in reading order and none twice, until they make up twelve words. In: what was typed;
-- whether words in use are corrected as well. A stop word is asked for only where there is nothing else, or where it
-- ends the query and may be unfinished.
create function private.search_atoms(query text, guess boolean)
returns setof private.search_atom
language plpgsql stable set search_path = ''
as $$
declare
  words text[];
  chunks integer[];
  denses boolean[];
  total integer;
  without_stops boolean;
  first integer := 1;
  last integer;
  following integer;
  seen text[] := array[]::text[];
  used integer := 0;
  atom private.search_atom;
begin
  select array_agg(w.word order by w.place), array_agg(w.chunk order by w.place), array_agg(w.dense order by w.place)
  into words, chunks, denses
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  total := coalesce(cardinality(words), 0);
  without_stops := exists (
    select 1 from unnest(words) with ordinality as t(w, i)
    where not private.is_stop_word(w) or (t.i = total and char_length(w) > 1)
  );

  while first <= total and used < 12 loop
    last := first;
    while last < total and chunks[last + 1] = chunks[first] and denses[last + 1] = denses[first]
      and (denses[first] or last - first < 4) loop
      last := last + 1;
    end loop;
    following := last + 1;
    if denses[first] then
      -- A pair of characters. The last character of a run is in the pair before it, unless it is all there is.
      atom := null;
      atom.strict_title := format('''%s''', words[first]) || case when first = last then ':*' else '' end;
      atom.strict_body := atom.strict_title;
      atom.forms := array[words[first]];
      following := case when first + 1 = last then last + 1 else first + 1 end;
    elsif first = last then
      atom := private.search_word_atom(words[first], last = total, guess, without_stops);
    else
      atom := private.search_compound_atom(words[first:last], last = total, guess);
    end if;
    if atom.strict_title is not null and atom.strict_title <> all(seen) then
      seen := seen || atom.strict_title;
      used := used + case when denses[first] then 1 else following - first end;
      atom.place := first;
      atom.strict_title := format('(%s)', atom.strict_title);
      atom.strict_body := format('(%s)', atom.strict_body);
      atom.loose_title := coalesce('(' || atom.loose_title || ')', atom.strict_title);
      atom.loose_body := coalesce('(' || atom.loose_body || ')', atom.strict_body);
      return next atom;
    end if;
    first := following;
  end loop;
end
$$;
