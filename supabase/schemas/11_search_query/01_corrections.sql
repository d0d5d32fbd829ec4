-- What a query asks for: its words, their corrections, and what else has the same meaning.

create type private.search_atom as (
  place integer,
  strict_title text,
  loose_title text,
  strict_body text,
  loose_body text,
  forms text[],
  prefix text,
  documents double precision,
  rarity double precision,
  wide_title text,
  wide_body text
);
comment on type private.search_atom is
  'One part of a query: the number of its first word; tsquery texts for titles and for longer texts, as typed (strict) and with corrections (loose, null if there are none); the words and word beginnings to highlight; roughly how many texts contain it, null if not counted; its weight (private.rarity), 0 if no text contains it; and tsquery texts for posts that contain only some parts (wide): with synonyms in titles, and with corrections only for words that aren''t in use.';

create function private.count_texts() returns double precision
language plpgsql stable set search_path = '' as $$
begin
  return greatest(
    1,
    (select sum(t.posts) from public.post_totals t),
    (select sum(c.reltuples) from pg_catalog.pg_class c
     where c.oid in ('private.search_posts'::regclass, 'private.search_comments'::regclass))
  );
end
$$;
comment on function private.count_texts is 'Roughly how many texts there are, even before statistics exist.';

create function private.rarity(documents double precision, texts double precision) returns double precision
language sql immutable parallel safe set search_path = ''
return ln(1 + texts / (documents + 0.5));
comment on function private.rarity is 'The weight of a word that this many of all texts contain: the rarer, the more.';

create function private.search_corrections(
  typed text, max_words integer, documents double precision, any_rare boolean
) returns text[]
language plpgsql stable set search_path = '' as $$
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
comment on function private.search_corrections is
  'Words in use that a misspelled word may have meant, best first: one letter missing, added or replaced, or two neighbors swapped; longer words may have two mistakes. In: the word, how many to return, how many texts contain the word itself (0: it isn''t in use), and whether corrections of a word in use may be rare. A word in use is corrected by one letter only and, unless they may be rare, only to much more common words.';

create function private.search_fixes(typed text, known double precision, is_last boolean, guess boolean) returns text[]
language plpgsql stable set search_path = '' as $$
declare
  bare constant text := rtrim(typed, '+#');
  size constant integer := char_length(bare);
  -- Letters of scripts without capitals carry more meaning each: two make a word.
  is_latin constant boolean := bare < 'Ͱ' collate "C";
  fixes text[];
begin
  -- The last word may be unfinished: the beginning of a word in use isn't a mistake.
  if known is null and is_last and not guess and size < 4 and exists (
    select 1 from private.search_words s where s.word > bare and s.word < bare || U&'\+10FFFF'
  ) then
    known := 1;
  end if;
  -- A rare word may be a mistake that others have made too.
  if not guess and (known >= 8 or (known is not null and char_length(typed) < 5)) then
    return array[]::text[];
  end if;
  fixes := private.search_corrections(typed, case when known is null then 6 else 3 end, coalesce(known, 0), guess);
  if known is null and size between (case when is_latin then 5 else 4 end) and 32 then
    -- Two words, including ones joined by a letter in German or followed by a particle in Korean.
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
comment on function private.search_fixes is
  'What a word may have meant instead. In: the word; how many texts contain it, or null; whether it is the last word of the query; whether words in use are corrected as well. Out: words, and if two words were typed as one, both with a space between them.';
