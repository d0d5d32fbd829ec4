-- As before, but of words that many titles have, side by side, only titles that people voted for are looked up: those of
-- all titles with these words are found by reading all of them.
create or replace function private.find_closest_titles(asked private.search_request) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 100;
  few constant integer := 20;
  ids bigint[] := array(
    select t.post_id from private.search_titles t
    where t.key >= asked.typed_key and t.key < asked.typed_key || U&'\+10FFFF' order by t.key, t.post_id limit most
  );
  said bigint[];
begin
  if cardinality(asked.words) < 2 then
    return ids;
  end if;
  if (select min(d) from unnest(asked.documents) d) <= 20000 then
    return ids || array(select t.post_id from private.search_titles t where t.title @@ asked.phrase limit most);
  end if;
  said := array(select t.post_id from private.search_titles t where t.tier >= 6 and t.title @@ asked.phrase limit most);
  if cardinality(said) < few then
    said := array(select t.post_id from private.search_titles t where t.tier >= 3 and t.title @@ asked.phrase limit most);
  end if;
  return ids || said;
end
$$;

-- As before, with each part once.
create or replace function private.read_search(query text) returns private.search_request
language plpgsql stable set search_path = ''
as $$
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
  -- Each part once, however often it was typed.
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
  -- The first two neighbours that others write as one word, in German also with a letter between them.
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
