create function private.search_word_atom(
  typed text, is_last boolean, guess boolean, without_stops boolean, texts double precision
) returns private.search_atom
language plpgsql stable set search_path = '' as $$
declare
  size constant integer := char_length(typed);
  bare constant text := rtrim(typed, '+#');
  language constant text := private.search_language();
  stem constant text := private.search_stem(typed, language);
  is_stop constant boolean := without_stops and private.is_stop_word(typed, language);
  is_hangul constant boolean := size > 1 and typed >= '가' collate "C" and typed < '힤' collate "C";
  known double precision;
  fixed double precision;
  fixes text[];
  fix text;
  choices text[] := array[]::text[];
  atom private.search_atom;
begin
  if is_stop and not (is_last and size > 1) then
    return atom;
  end if;
  select s.documents into known from private.search_words s where s.word = typed;
  atom.documents := greatest(
    coalesce(known, 0), (select s.documents from private.search_words s where s.word = stem)
  );
  if is_last or is_hangul then
    -- Very many words start with just a few letters.
    atom.documents := case when size < 3 and not is_hangul then 'infinity' else greatest(atom.documents, (
      select coalesce(sum(begun.documents), 0)
      from (
        select s.documents from private.search_words s where s.word >= typed and s.word < typed || U&'\+10FFFF' limit 500
      ) begun
    )) end;
  end if;

  atom.forms := array[typed];
  atom.strict_title := format('''%s''', typed);
  if stem is not null then
    atom.forms := atom.forms || stem;
    atom.strict_title := atom.strict_title || format(' | ''%s''', stem);
  end if;
  atom.strict_body := atom.strict_title;
  -- Korean adds its particles to the end of a word.
  if is_last or is_hangul or (known is null and size >= 3) then
    atom.prefix := typed;
    atom.strict_title := atom.strict_title || format(' | ''%s'':*', typed);
    -- In texts, a very short beginning would match almost everything, and a word that a thousand texts contain is
    -- enough on its own.
    if (size >= 3 or is_hangul) and coalesce(known, 0) < 1000 then
      atom.strict_body := atom.strict_title;
    end if;
  end if;

  if bare <> typed then
    choices := choices || format('''%s''', bare);
  end if;
  fixes := private.search_fixes(typed, known, is_last, guess);
  foreach fix in array fixes loop
    choices := choices || format('(''%s''%s)', replace(fix, ' ', ''' <-> '''), case when is_hangul then ':*' else '' end);
    atom.forms := atom.forms || string_to_array(fix, ' ');
  end loop;
  if cardinality(choices) > 0 then
    atom.loose_title := atom.strict_title || ' | ' || array_to_string(choices, ' | ');
    atom.loose_body := atom.strict_body || ' | ' || array_to_string(choices, ' | ');
  end if;

  -- A word in use may be a mistake, but only if a title contains the other words too.
  if known is not null then
    atom.wide_title := atom.strict_title;
    atom.wide_body := atom.strict_body;
  end if;

  if is_stop then
    atom.strict_title := format('''%s'':*', typed);
    atom.strict_body := atom.strict_title;
    atom.rarity := 0.1;
    return atom;
  end if;
  if known is null and cardinality(fixes) > 0 then
    select sum(s.documents) into fixed from private.search_words s
    where s.word in (select split_part(f, ' ', 1) from unnest(fixes) f);
    atom.documents := greatest(atom.documents, fixed);
  end if;
  -- The list of words has no digits. If a word isn't in it and nothing resembles it, no text contains it.
  atom.rarity := case
    when known is not null or fixed is not null or atom.documents between 1 and 1e15
      then private.rarity(greatest(known, fixed, case when known is null then atom.documents end), texts)
    when typed ~ '^[0-9]' or size < 3 then 2
    else 0
  end;
  return atom;
end
$$;
comment on function private.search_word_atom is
  'One word. In: the word; whether it is the last of the query and may be unfinished; whether words in use are corrected as well; whether stop words are skipped. Out: its atom, empty if it is skipped.';

create function private.search_compound_atom(words text[], is_last boolean, guess boolean) returns private.search_atom
language plpgsql stable set search_path = '' as $$
declare
  size constant integer := cardinality(words);
  last_mark constant text := case when is_last then ':*' else '' end;
  side_by_side constant text := format('''%s''', array_to_string(words, ''' <-> '''));
  -- In texts, a very short beginning would match almost everything.
  is_short constant boolean := is_last and char_length(words[size]) < 3;
  joined constant text := translate(array_to_string(words, ''), '+#', '');
  as_one constant text := format('''%s''', joined) || case when char_length(joined) > 2 then last_mark else '' end;
  part_mark constant text := case when char_length(words[size]) = 1 and char_length(joined) > 2 then '' else last_mark end;
  fixes text[];
  choice text;
  loose text[] := array[]::text[];
  atom private.search_atom;
begin
  atom.forms := words || joined;
  atom.prefix := case when is_last then words[size] end;
  atom.strict_title := format('(%s%s) | %s', side_by_side, part_mark, as_one);
  atom.strict_body := case when is_short then format('(%s) | %s', side_by_side, as_one) else atom.strict_title end;
  if size > 4 then
    return atom;
  end if;
  for i in 1..size loop
    fixes := private.search_corrections(words[i], 3, 0, false);
    atom.forms := atom.forms || fixes;
    choice := format('''%s''', words[i]) || case when i = size then part_mark else '' end;
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
comment on function private.search_compound_atom is
  'A compound ("pi-hole"): searched as its words side by side or as one word, and with corrections as all its words anywhere. In: its words; whether it ends the query; whether words in use are corrected as well. Out: its atom.';
