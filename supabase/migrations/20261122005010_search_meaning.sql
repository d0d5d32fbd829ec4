-- What a query asks for, with words that mean the same and with how rare each part is.

alter type private.search_atom add attribute rarity double precision;
alter type private.search_atom add attribute wide_title text;
alter type private.search_atom add attribute wide_body text;
comment on type private.search_atom is
  'One part of a query: the number of its first word; tsquery texts for titles and for longer texts, as typed (strict) and with corrections (loose, null where there are none); the words to highlight, and a beginning of words to highlight; about how many texts have it, null where that was not counted; how much it says (private.rarity), 0 where no text has it; tsquery texts for posts that have only some parts (wide): with synonyms in titles, and with corrections only of words that are not in use.';

-- About how many texts there are. New tables have no statistics yet; the kept totals of posts are always exact.
create function private.count_texts() returns double precision
language plpgsql stable set search_path = ''
as $$
begin
  return greatest(
    1,
    (select sum(t.posts) from public.post_totals t),
    (select sum(c.reltuples) from pg_catalog.pg_class c
     where c.oid in ('private.search_posts'::regclass, 'private.search_comments'::regclass))
  );
end
$$;

-- How much a word says that so many of all texts have: the rarer, the more.
create function private.rarity(documents double precision, texts double precision) returns double precision
language sql immutable parallel safe set search_path = ''
return ln(1 + texts / (documents + 0.5));

-- What a word may have meant instead. In: the word; how many texts have it, null when none has; whether it is the
-- last of the query; whether words in use are corrected as well. Out: words, and where two words were typed as one,
-- both with a space between them.
create or replace function private.search_fixes(typed text, known double precision, is_last boolean, guess boolean)
returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  bare constant text := rtrim(typed, '+#');
  size constant integer := char_length(bare);
  -- Letters of scripts without capitals say more each: two make a word.
  is_latin constant boolean := bare < 'Ͱ' collate "C";
  fixes text[];
begin
  -- The last word may be unfinished: the beginning of a word in use is no mistake.
  if known is null and is_last and not guess and size < 4 and exists (
    select 1 from private.search_words s where s.word > bare and s.word < bare || U&'\+10FFFF'
  ) then
    known := 1;
  end if;
  -- A rare word may be a mistake that others have made, too.
  if not guess and (known >= 8 or (known is not null and char_length(typed) < 5)) then
    return array[]::text[];
  end if;
  fixes := private.search_corrections(typed, case when known is null then 6 else 3 end, coalesce(known, 0), guess);
  if known is null and size between (case when is_latin then 5 else 4 end) and 32 then
    -- Two words, also with a letter that German puts between them or a particle that Korean puts behind them.
    fixes := fixes || array(
      select format('%s %s', p.first, p.second)
      from (
        select i, regexp_replace(left(bare, i), l.link || '$', '') as first, substr(bare, i + 1) as second
        from generate_series(2, size - 2) i, unnest(array['', 's', 'n', 'en', 'es']) l(link)
        where l.link = '' or (size >= 9 and left(bare, i) like '%' || l.link)
      ) p
      where exists (select 1 from private.search_words s where s.word = p.first)
        and exists (
          select 1 from private.search_words s
          where s.word = p.second or (not is_latin and s.word > p.second and s.word < p.second || U&'\+10FFFF')
        )
      order by p.i limit 3
    );
  end if;
  -- A longer word that ends with it: the second half of a compound.
  if known is null and fixes = array[]::text[] and size >= (case when is_latin then 5 else 2 end) then
    fixes := array(
      select s.word from private.search_words s
      where s.word like '%' || replace(replace(replace(bare, '\', '\\'), '%', '\%'), '_', '\_')
      order by s.documents desc, s.word limit 3
    );
  end if;
  return fixes;
end
$$;

-- One word. In: the word; whether it is the last of the query, and so perhaps unfinished; whether words in use are
-- corrected as well; whether stop words are left out; how many texts there are. Out: its atom, empty for one that is
-- left out.
drop function private.search_word_atom(text, boolean, boolean, boolean);
create function private.search_word_atom(
  typed text, is_last boolean, guess boolean, without_stops boolean, texts double precision
)
returns private.search_atom
language plpgsql stable set search_path = ''
as $$
declare
  size constant integer := char_length(typed);
  bare constant text := rtrim(typed, '+#');
  stem constant text := private.search_stem(typed);
  is_stop constant boolean := without_stops and private.is_stop_word(typed);
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
    -- A few letters begin very many words.
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
  -- Korean puts its particles behind a word.
  if is_last or is_hangul or (known is null and size >= 3) then
    atom.prefix := typed;
    atom.strict_title := atom.strict_title || format(' | ''%s'':*', typed);
    -- In texts, a very short beginning would match nearly all, and a word that a thousand have is enough by itself.
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

  -- A word in use may be a mistake, but then a title that has the others must say so.
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
  end if;
  -- Digits are in no list of words; a word that is neither there nor like one there is in no text.
  atom.rarity := case
    when known is not null or fixed is not null or atom.documents between 1 and 1e15
      then private.rarity(greatest(known, fixed, case when known is null then atom.documents end), texts)
    when typed ~ '^[0-9]' or size < 3 then 2
    else 0
  end;
  return atom;
end
$$;

create type private.synonym_place as (
  first integer, last integer, title text, forms text[], documents double precision
);
comment on type private.synonym_place is
  'Where an entry of synonyms stands in a query, as the numbers of its first and last word, and the other entries of its groups: the tsquery text for titles, the words to highlight, and about how many texts have one.';

-- In: the words of a query. Out: where synonyms stand in it.
create function private.find_synonyms(words text[]) returns private.synonym_place[]
language plpgsql stable set search_path = ''
as $$
declare
  stems constant text[] := array(
    select coalesce(private.search_stem(t.w), t.w) from unnest(words) with ordinality as t(w, i) order by t.i
  );
begin
  return array(
    select row(
      k.first, k.last, string_agg(distinct o.title, ' | '),
      string_to_array(string_agg(distinct array_to_string(o.words, ' '), ' '), ' '),
      sum((select w.documents from private.search_words w where w.word = split_part(o.key, ' ', 1)))
    )::private.synonym_place
    from (
      select i as first, i + n - 1 as last, array_to_string(stems[i:i + n - 1], ' ') as key
      from generate_series(1, cardinality(stems)) i, generate_series(1, 4) n
      where i + n - 1 <= cardinality(stems)
    ) k
    join private.search_synonyms s on s.key = k.key
    join private.search_synonyms o on o.group_id = s.group_id and o.key <> s.key
    group by k.first, k.last
  );
end
$$;

-- A part of a query that synonyms stand for as well. In: the part, the numbers of its first and last word, where
-- synonyms stand in the query, and how many texts there are. Out: the part with what else it may be.
create function private.with_synonyms(
  atom private.search_atom, first integer, last integer, places private.synonym_place[], texts double precision
)
returns private.search_atom
language plpgsql immutable set search_path = ''
as $$
declare
  place private.synonym_place;
begin
  foreach place in array places loop
    if place.first <= with_synonyms.first and place.last >= with_synonyms.last then
      atom.wide_title := coalesce(atom.wide_title, atom.loose_title, atom.strict_title) || ' | ' || place.title;
      atom.forms := atom.forms || place.forms;
      if atom.rarity = 0 and place.documents > 0 then
        atom.rarity := private.rarity(place.documents, texts);
      end if;
    end if;
  end loop;
  return atom;
end
$$;

-- The parts of a query, in reading order and none twice, until they make up twelve words. In: what was typed;
-- whether words in use are corrected as well. A stop word is asked for only where there is nothing else, or where it
-- ends the query and may be unfinished.
create or replace function private.search_atoms(query text, guess boolean)
returns setof private.search_atom
language plpgsql stable set search_path = ''
as $$
declare
  words text[];
  chunks integer[];
  denses boolean[];
  total integer;
  without_stops boolean;
  synonyms private.synonym_place[];
  texts constant double precision := private.count_texts();
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
  synonyms := private.find_synonyms(words);

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
      atom.rarity := 3;
      following := case when first + 1 = last then last + 1 else first + 1 end;
    elsif first = last then
      atom := private.search_word_atom(words[first], last = total, guess, without_stops, texts);
    else
      atom := private.search_compound_atom(words[first:last], last = total, guess);
      atom.rarity := private.rarity(least(
        texts / 20, (select min(coalesce(s.documents, 0)) from unnest(words[first:last]) w
                     left join private.search_words s on s.word = w)
      ), texts);
    end if;
    if atom.strict_title is not null and atom.strict_title <> all(seen) then
      seen := seen || atom.strict_title;
      used := used + case when denses[first] then 1 else following - first end;
      if cardinality(synonyms) > 0 then
        atom := private.with_synonyms(atom, first, last, synonyms, texts);
      end if;
      atom.place := first;
      atom.strict_title := format('(%s)', atom.strict_title);
      atom.strict_body := format('(%s)', atom.strict_body);
      atom.loose_title := coalesce('(' || atom.loose_title || ')', atom.strict_title);
      atom.loose_body := coalesce('(' || atom.loose_body || ')', atom.strict_body);
      atom.wide_title := coalesce('(' || atom.wide_title || ')', atom.loose_title);
      atom.wide_body := coalesce('(' || atom.wide_body || ')', atom.loose_body);
      return next atom;
    end if;
    first := following;
  end loop;
end
$$;
