-- A query read once, for every step of the search that follows.
create type private.search_request as (
  query text, words text[], typed_key text, titles text[], bodies text[],
  title_strict tsquery, title_loose tsquery, body_strict tsquery, body_loose tsquery, phrase tsquery, whole tsquery,
  marked text[], prefix text, share double precision
);
comment on type private.search_request is
  'What was typed, its words and these words as one text; for each part of it a tsquery text for titles and one for longer texts; what has all parts, as typed (strict) and with corrections (loose); what has the words side by side, and what has them as whole words; the words to highlight, and a beginning of words to highlight; the share of all texts that may have all parts, null where that cannot be told.';

-- All parts of a query, two neighbours written as one word. In: that word, the number of the first of the two, the
-- tsquery texts of all parts, and the number of each part's first word.
create function private.with_joined(joined text, joined_at integer, parts text[], places integer[]) returns tsquery
language plpgsql immutable set search_path = ''
as $$
begin
  return array_to_string(
    format('''%s''', joined) || array(
      select t.part from unnest(parts, places) as t(part, place) where t.place not in (joined_at, joined_at + 1)
    ),
    ' & '
  )::tsquery;
end
$$;

-- In: what was typed. Out: the request, without titles when there is nothing to look for.
create function private.read_search(query text) returns private.search_request
language plpgsql stable set search_path = ''
as $$
declare
  asked private.search_request;
  places integer[];
  joined text;
  joined_at integer;
begin
  asked.query := query;
  select array_agg(w.word order by w.place), string_agg(w.word, ' ' order by w.place)
  into asked.words, asked.typed_key
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  select array_agg(a.place order by a.place), array_agg(a.loose_title order by a.place),
    array_agg(a.loose_body order by a.place), string_agg(a.strict_title, ' & ' order by a.place)::tsquery,
    string_agg(a.strict_body, ' & ' order by a.place)::tsquery, max(a.prefix),
    string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' '),
    exp(sum(ln(least(1, (a.documents + 1) / texts.total))))
  into places, asked.titles, asked.bodies, asked.title_strict, asked.body_strict, asked.prefix, asked.marked, asked.share
  from private.search_atoms(query, false) a
  cross join (
    select greatest(sum(c.reltuples), 1) as total from pg_catalog.pg_class c
    where c.oid in ('private.search_posts'::regclass, 'private.search_comments'::regclass)
  ) texts;
  if asked.titles is null then
    return asked;
  end if;
  asked.title_loose := array_to_string(asked.titles, ' & ')::tsquery;
  asked.body_loose := array_to_string(asked.bodies, ' & ')::tsquery;
  asked.phrase := (
    select string_agg(format('''%s''', w) || case when i = cardinality(asked.words) then ':*' else '' end, ' <-> ' order by i)
    from unnest(asked.words) with ordinality as t(w, i) where i <= 8
  )::tsquery;
  asked.whole := (
    select string_agg(format('''%s''', w), ' & ') from unnest(asked.words) w where not private.is_stop_word(w)
  )::tsquery;
  -- The first two neighbours that others write as one word.
  select w.word, t.i into joined, joined_at
  from generate_series(1, least(cardinality(asked.words), 13) - 1) as t(i)
  join private.search_words w on w.word = asked.words[t.i] || asked.words[t.i + 1]
  where char_length(w.word) > 3
  order by t.i limit 1;
  if found then
    asked.title_loose := asked.title_loose || private.with_joined(joined, joined_at, asked.titles, places);
    asked.body_loose := asked.body_loose || private.with_joined(joined, joined_at, asked.bodies, places);
    asked.marked := asked.marked || joined;
  end if;
  return asked;
end
$$;
