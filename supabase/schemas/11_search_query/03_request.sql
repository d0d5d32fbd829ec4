create function private.search_atoms(query text, guess boolean) returns setof private.search_atom
language plpgsql stable set search_path = '' as $$
declare
  words text[];
  chunks integer[];
  denses boolean[];
  total integer;
  without_stops boolean;
  language constant text := private.search_language();
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
    where not private.is_stop_word(w, language) or (t.i = total and char_length(w) > 1)
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
      -- A pair of characters. The last character of a run is part of the pair before it, unless it is the only one.
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
comment on function private.search_atoms is
  'The parts of a query in reading order, without repetitions, up to twelve words. In: what was typed; whether words in use are corrected as well. A stop word only counts if there is nothing else, or if it ends the query and may be unfinished.';

create function private.with_joined(joined text, joined_at integer, parts text[], places integer[]) returns tsquery
language plpgsql immutable set search_path = '' as $$
begin
  return array_to_string(
    format('''%s''', joined) || array(
      select t.part from unnest(parts, places) as t(part, place) where t.place not in (joined_at, joined_at + 1)
    ),
    ' & '
  )::tsquery;
end
$$;
comment on function private.with_joined is 'All parts of a query, with pairs of neighbors as one word.';

create function private.with_synonyms(
  atom private.search_atom, first integer, last integer, places private.synonym_place[], texts double precision
) returns private.search_atom
language plpgsql immutable set search_path = '' as $$
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
comment on function private.with_synonyms is
  'A part of a query together with its synonyms. In: the part, the numbers of its first and last word, where synonyms appear in the query, and how many texts there are. Out: the part with its alternatives.';

create type private.search_request as (
  query text,
  words text[],
  typed_key text,
  titles text[],
  bodies text[],
  title_strict tsquery,
  title_loose tsquery,
  body_strict tsquery,
  body_loose tsquery,
  phrase tsquery,
  whole tsquery,
  marked text[],
  prefix text,
  share double precision,
  strict_titles text[],
  wide_titles text[],
  wide_bodies text[],
  rarities double precision[],
  documents double precision[],
  texts double precision
);
comment on type private.search_request is
  'A query as it was read: its text, its words, and these words as one text; for each part, a tsquery text for titles and one for longer texts; tsqueries for all parts as typed (strict) and with corrections (loose), for the words side by side, and for whole words; the words and word beginnings to highlight; the share of all texts that may contain all parts, null if unknown; for each part also tsquery texts for titles as typed, and for titles and longer texts of posts that contain only some parts; its weight and roughly how many texts contain it; and how many texts there are.';

create type private.search_hits as (
  ids bigint[],
  comment_posts bigint[],
  comment_ids bigint[],
  title_guess tsquery,
  marked text[],
  is_exact boolean,
  is_partial boolean
);
comment on type private.search_hits is
  'All posts found; those found only by a comment, with that comment; the tsquery for titles when words in use were corrected as well; the words to highlight; whether nothing else matches; and whether no post or comment contains all words.';

create function private.read_search(query text) returns private.search_request
language plpgsql stable set search_path = '' as $$
declare
  asked private.search_request;
  places integer[];
  joined text;
  joined_at integer;
begin
  asked.query := query;
  asked.texts := private.count_texts();
  select array_agg(w.word order by w.place), string_agg(w.word, ' ' order by w.place)
  into asked.words, asked.typed_key
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  select array_agg(a.place order by a.place), array_agg(a.loose_title order by a.place),
    array_agg(a.loose_body order by a.place), array_agg(a.strict_title order by a.place),
    array_agg(a.wide_title order by a.place), array_agg(a.wide_body order by a.place),
    array_agg(coalesce(a.rarity, 1) order by a.place), array_agg(a.documents order by a.place),
    string_agg(a.strict_title, ' & ' order by a.place)::tsquery,
    string_agg(a.strict_body, ' & ' order by a.place)::tsquery, max(a.prefix),
    string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' '),
    exp(sum(ln(least(1, (a.documents + 1) / asked.texts))))
  into places, asked.titles, asked.bodies, asked.strict_titles, asked.wide_titles, asked.wide_bodies, asked.rarities, asked.documents,
    asked.title_strict, asked.body_strict, asked.prefix, asked.marked, asked.share
  -- Each part counts once, no matter how often it was typed.
  from (select distinct on (strict_title) * from private.search_atoms(query, false) order by strict_title, place) a;
  if asked.titles is null then
    return asked;
  end if;
  if not exists (
    select from unnest(asked.rarities, asked.titles, asked.bodies) as t(rarity, title, body)
    where t.rarity = 0 and private.is_nowhere(t.title, t.body)
  ) then
    asked.title_loose := array_to_string(asked.titles, ' & ')::tsquery;
    asked.body_loose := coalesce(
      (
        select string_agg(t.body, ' & ' order by t.i)
        from unnest(asked.bodies, asked.rarities, asked.documents) with ordinality as t(body, rarity, documents, i)
        where t.rarity > 0.1 or t.documents < 'infinity'
      ),
      array_to_string(asked.bodies, ' & ')
    )::tsquery;
  end if;
  asked.phrase := (
    select string_agg(format('''%s''', w) || case when i = cardinality(asked.words) then ':*' else '' end, ' <-> ' order by i)
    from unnest(asked.words) with ordinality as t(w, i) where i <= 8
  )::tsquery;
  asked.whole := (
    select string_agg(format('''%s''', w), ' & ') from unnest(asked.words) w where not private.is_stop_word(w)
  )::tsquery;
  -- The first two neighbors that others write as one word, in German also with a letter between them.
  select w.word, t.i into joined, joined_at
  from generate_series(1, least(cardinality(asked.words), 13) - 1) as t(i),
    lateral (
      select s.word from private.search_words s
      where s.word = any (array(
        select asked.words[t.i] || link || asked.words[t.i + 1] from unnest(array['', 's', 'n', 'en', 'es']) link
      ))
      order by char_length(s.word) limit 1
    ) w
  where char_length(w.word) > 3
  order by t.i limit 1;
  if found then
    asked.title_loose := coalesce(asked.title_loose || private.with_joined(joined, joined_at, asked.titles, places),
      private.with_joined(joined, joined_at, asked.titles, places));
    asked.body_loose := coalesce(asked.body_loose || private.with_joined(joined, joined_at, asked.bodies, places),
      private.with_joined(joined, joined_at, asked.bodies, places));
    asked.marked := asked.marked || joined;
  end if;
  return asked;
end
$$;
comment on function private.read_search is 'Reads a query. Without titles if nothing is asked for.';
