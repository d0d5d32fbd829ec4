-- A search reads as little of the indexes as its words allow.
do $$
begin
  -- What a word may have been meant to be says in how many texts it is: one that was misspelt may be very common.
  execute replace(
    pg_get_functiondef('private.search_word_atom(text,boolean,boolean,boolean,double precision)'::regprocedure),
    'where s.word in (select split_part(f, '' '', 1) from unnest(fixes) f);',
    'where s.word in (select split_part(f, '' '', 1) from unnest(fixes) f);
    atom.documents := greatest(atom.documents, fixed);'
  );
  -- One letter begins very many words: "pi-h" finds "pi-hole" by what is one word, and two words "pi hole" from "pi-ho" on.
  execute replace(replace(replace(
    pg_get_functiondef('private.search_compound_atom(text[],boolean,boolean)'::regprocedure),
    '  fixes text[];
  choice text;',
    '  part_mark constant text := case when char_length(words[size]) = 1 and char_length(joined) > 2 then '''' else last_mark end;
  fixes text[];
  choice text;'
  ),
    'side_by_side, last_mark, as_one)', 'side_by_side, part_mark, as_one)'
  ),
    'case when i = size then last_mark', 'case when i = size then part_mark'
  );
end
$$;

-- Whether no text has a part of a query, in whichever form. In: tsquery texts for titles and for longer texts.
create function private.is_nowhere(title text, body text) returns boolean
language sql stable set search_path = ''
as $$
  select not exists (select from private.search_titles t where t.title @@ is_nowhere.title::tsquery)
    and not exists (select from private.search_posts s where s.vector @@ is_nowhere.body::tsquery)
    and not exists (select from private.search_comments s where s.vector @@ is_nowhere.body::tsquery)
$$;

do $$
begin
  -- Nearly all texts have the beginning of a stop word, such as the "in" that ends what is being typed: beside other parts it
  -- is not looked for in details. And where a part is in no text, none has all parts.
  execute replace(replace(replace(
    pg_get_functiondef('private.read_search(text)'::regprocedure),
    'asked.title_loose := array_to_string(asked.titles, '' & '')::tsquery;
  asked.body_loose := array_to_string(asked.bodies, '' & '')::tsquery;',
    'if not exists (
    select from unnest(asked.rarities, asked.titles, asked.bodies) as t(rarity, title, body)
    where t.rarity = 0 and private.is_nowhere(t.title, t.body)
  ) then
    asked.title_loose := array_to_string(asked.titles, '' & '')::tsquery;
    asked.body_loose := coalesce(
      (
        select string_agg(t.body, '' & '' order by t.i)
        from unnest(asked.bodies, asked.rarities, asked.documents) with ordinality as t(body, rarity, documents, i)
        where t.rarity > 0.1 or t.documents < ''infinity''
      ),
      array_to_string(asked.bodies, '' & '')
    )::tsquery;
  end if;'
  ),
    'asked.title_loose := asked.title_loose || private.with_joined(joined, joined_at, asked.titles, places);',
    'asked.title_loose := coalesce(asked.title_loose || private.with_joined(joined, joined_at, asked.titles, places),
      private.with_joined(joined, joined_at, asked.titles, places));'
  ),
    'asked.body_loose := asked.body_loose || private.with_joined(joined, joined_at, asked.bodies, places);',
    'asked.body_loose := coalesce(asked.body_loose || private.with_joined(joined, joined_at, asked.bodies, places),
      private.with_joined(joined, joined_at, asked.bodies, places));'
  );
end
$$;
