-- Which posts a query finds, and in which order: any of its words, the rarer the better.

alter type private.search_request add attribute strict_titles text[];
alter type private.search_request add attribute wide_titles text[];
alter type private.search_request add attribute wide_bodies text[];
alter type private.search_request add attribute rarities double precision[];
alter type private.search_request add attribute documents double precision[];
alter type private.search_request add attribute texts double precision;
comment on type private.search_request is
  'What was typed, its words and these words as one text; for each part of it a tsquery text for titles and one for longer texts; what has all parts, as typed (strict) and with corrections (loose); what has the words side by side, and what has them as whole words; the words to highlight, and a beginning of words to highlight; the share of all texts that may have all parts, null where that cannot be told; for each part also tsquery texts for titles as typed, and for titles and longer texts of posts that have only some parts; how much it says and about how many texts have it; how many texts there are.';

-- The most voted ones, in which a common word is found without reading all that have it.
create index search_titles_voted_idx on private.search_titles using gin (title) with (fastupdate = off) where tier >= 3;
create index search_titles_favoured_idx on private.search_titles using gin (title) with (fastupdate = off) where tier >= 6;

-- In: what was typed. Out: the request, without titles when there is nothing to look for.
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
  from private.search_atoms(query, false) a;
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
    asked.title_loose := asked.title_loose || private.with_joined(joined, joined_at, asked.titles, places);
    asked.body_loose := asked.body_loose || private.with_joined(joined, joined_at, asked.bodies, places);
    asked.marked := asked.marked || joined;
  end if;
  return asked;
end
$$;

-- Posts whose titles have what is asked for, at most so many, the most voted first. In: what is asked for; in how many
-- texts the index has to look for it; the share of all texts that may have it, null where that cannot be told. What very
-- many have is looked for among the most voted, and elsewhere only where these do not have it.
create function private.find_voted(wanted tsquery, texts double precision, share double precision, most integer)
returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  many constant integer := 4000;
  few constant integer := 20;
  ids bigint[] := array[]::bigint[];
begin
  if texts > 5 * many then
    ids := array(
      select f.post_id
      from (select t.post_id, t.tier from private.search_titles t where t.tier >= 6 and t.title @@ wanted limit many) f
      order by f.tier desc, f.post_id desc limit most
    );
    if cardinality(ids) < most / 4 then
      ids := array(
        select f.post_id
        from (select t.post_id, t.tier from private.search_titles t where t.tier >= 3 and t.title @@ wanted limit many) f
        order by f.tier desc, f.post_id desc limit most
      );
    end if;
    if cardinality(ids) < few and share > 0.05 then
      ids := ids || array(
        select f.post_id
        from (select t.post_id, t.title from private.search_titles t order by t.post_id desc limit many) f
        where f.title @@ wanted limit most
      );
    end if;
    if cardinality(ids) >= few then
      return ids;
    end if;
  end if;
  return array(
    select f.post_id
    from (select t.post_id, t.tier from private.search_titles t where t.title @@ wanted limit many) f
    order by f.tier desc, f.post_id desc limit most
  );
end
$$;

-- Posts whose titles have all parts of the query, at most so many.
create or replace function private.find_titles(asked private.search_request, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
begin
  return private.find_voted(asked.title_loose, (select min(d) from unnest(asked.documents) d), asked.share, most);
end
$$;

-- The newest posts that have what is asked for in title and details together, at most so many.
create function private.find_newest(wanted tsquery, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  many constant integer := 4000;
begin
  return array(
    select f.post_id from (select s.post_id from private.search_posts s where s.vector @@ wanted limit many) f
    order by f.post_id desc limit most
  );
end
$$;

-- Posts whose titles have what the query may have meant when words in use are corrected as well ("from" for "form"),
-- at most so many; what titles were asked for; and the words to highlight.
create or replace function private.find_guessed_titles(
  asked private.search_request, most integer, out ids bigint[], out title_guess tsquery, out marked text[]
)
language plpgsql stable set search_path = ''
as $$
begin
  select string_agg(a.loose_title, ' & ')::tsquery,
    asked.marked || string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' ')
  into title_guess, marked
  from private.search_atoms(asked.query, true) a;
  ids := private.find_voted(title_guess, (select min(d) from unnest(asked.documents) d), asked.share, most);
end
$$;

-- Posts that have all parts of the query in title and details together, at most so many, and whether there are no
-- others. What a large share of texts has is looked for among the newest, and that is enough if it finds half as many,
-- or if the index would have to look at very many.
create or replace function private.find_texts(
  asked private.search_request, most integer, out ids bigint[], out is_exact boolean
)
language plpgsql stable set search_path = ''
as $$
declare
  is_common constant boolean := (select min(d) from unnest(asked.documents) d) > 50000;
begin
  if is_common or asked.share > 0.08 then
    ids := array(
      select t.post_id
      from (select s.post_id, s.vector from private.search_posts s order by s.post_id desc limit 3000) t
      where t.vector @@ asked.body_loose limit most
    );
    is_exact := false;
    if is_common or cardinality(ids) >= most / 2 then
      return;
    end if;
  end if;
  ids := private.find_newest(asked.body_loose, most);
  is_exact := cardinality(ids) < most;
end
$$;

-- What says most of a query: each rare part alone, and others with a second one, about so many texts in all; nothing
-- that the index would have to look for in very many. In: the tsquery texts of its parts; how much each says and how
-- many texts have it; how many texts there are; how many may match. Out: a tsquery, null where all parts are common.
create function private.any_of(
  parts text[], rarities double precision[], documents double precision[], texts double precision, most integer
)
returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  -- Words that are about the same thing meet more often than chance would have it.
  meeting constant integer := 4;
  common constant integer := 20000;
  sorted text[];
  counts double precision[];
  room double precision := most;
  chosen text[] := array[]::text[];
  expected double precision;
begin
  select array_agg(p.part order by p.count), array_agg(p.count order by p.count) into sorted, counts
  from (
    select t.part, least(coalesce(t.documents, texts / 200), texts) as count
    from unnest(parts, rarities, documents) as t(part, rarity, documents)
    where t.rarity > 0.2 order by t.rarity desc limit 8
  ) p;
  for i in 1..coalesce(cardinality(sorted), 0) loop
    exit when counts[i] > common;
    if counts[i] <= room then
      chosen := chosen || sorted[i];
      room := room - counts[i];
    else
      for j in i + 1..cardinality(sorted) loop
        expected := least(counts[i], meeting * counts[i] * counts[j] / texts);
        if expected <= room then
          chosen := chosen || format('(%s & %s)', sorted[i], sorted[j]);
          room := room - expected;
        end if;
      end loop;
    end if;
  end loop;
  return case when chosen <> '{}' then array_to_string(chosen, ' | ')::tsquery end;
end
$$;

-- Posts that have some of what the query says, at most about so many: in title and details together, or with synonyms in
-- the title.
drop function private.find_partly(private.search_request, integer);
drop function private.most_of(text[]);
create function private.find_partly(asked private.search_request, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  in_texts constant tsquery := private.any_of(asked.wide_bodies, asked.rarities, asked.documents, asked.texts, most);
  in_titles constant tsquery := private.any_of(asked.wide_titles, asked.rarities, asked.documents, asked.texts, most);
begin
  return array(
    select f from unnest(private.find_voted(
      array_to_string(asked.wide_titles, ' | ')::tsquery, (select sum(d) from unnest(asked.documents) d), null, most / 4
    )) f
    union
    select f from unnest(private.find_voted(in_titles, most, null, most)) f
    union
    select f from unnest(private.find_newest(in_texts, most)) f
  );
end
$$;

-- All steps above, each only where it is needed. In: the request. Out: what was found.
create or replace function private.find_posts(asked private.search_request) returns private.search_hits
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  -- Posts whose titles say it all are enough by themselves.
  enough constant integer := 200;
  size constant integer := cardinality(asked.titles);
  titles constant bigint[] := private.find_titles(asked, most);
  guess record;
  texts record;
  comments record;
  partly bigint[];
  hits private.search_hits;
begin
  hits.marked := asked.marked;
  if cardinality(titles) >= most then
    hits.ids := array(select distinct f from unnest(titles || private.find_closest_titles(asked)) f);
    hits.is_exact := false;
    return hits;
  end if;
  hits.ids := titles;
  if cardinality(titles) = 0 and size > 1 then
    guess := private.find_guessed_titles(asked, most / 2);
    if cardinality(guess.ids) > 0 then
      hits.ids := guess.ids;
      hits.title_guess := guess.title_guess;
      hits.marked := guess.marked;
    end if;
  end if;
  if cardinality(hits.ids) >= enough then
    hits.is_exact := false;
    return hits;
  end if;
  texts := private.find_texts(asked, most);
  hits.ids := array(select distinct f from unnest(hits.ids || texts.ids) f);
  hits.is_exact := texts.is_exact;
  if hits.is_exact and cardinality(hits.ids) < enough then
    comments := private.find_comments(asked, hits.ids, most);
    hits.comment_posts := comments.post_ids;
    hits.comment_ids := comments.comment_ids;
    hits.ids := hits.ids || hits.comment_posts;
    hits.is_exact := cardinality(hits.comment_posts) < most;
  end if;
  if cardinality(hits.ids) < enough and (size > 1 or asked.wide_titles <> asked.titles) then
    partly := private.find_partly(asked, most);
    hits.ids := array(select distinct f from unnest(hits.ids || partly) f);
    hits.is_exact := hits.is_exact and cardinality(partly) < most;
  end if;
  return hits;
end
$$;

-- How much of what the query says a post says: its parts by their rarity, in the title whole, in the details half, and
-- less where it was corrected or means the same. In: the words of its title, those of title and details, and the parts
-- of the query.
create function private.said_by(
  title tsvector, both_texts tsvector, strict_titles tsquery[], wide_titles tsquery[], bodies tsquery[],
  rarities double precision[]
)
returns double precision
language plpgsql immutable set search_path = ''
as $$
declare
  -- Unpacked once.
  vector constant tsvector := both_texts || ''::tsvector;
  in_details constant double precision := 0.35 + 0.2 * least(1, 40.0 / greatest(length(vector), 1));
  said double precision := 0;
begin
  for i in 1..cardinality(rarities) loop
    if title @@ wide_titles[i] then
      said := said + rarities[i] * case when title @@ strict_titles[i] then 1 else 0.8 end;
    elsif vector @@ bodies[i] then
      said := said + rarities[i] * in_details;
    end if;
  end loop;
  return said;
end
$$;

-- One page of what was found, best first, after the score and id of the last row seen (null: from the start).
-- What a post scores: 6.5 for a title with all parts of the query as typed and 5.5 for one with corrections, more for
-- a phrase and for whole words. Any other scores up to 4.4 for how much of what the query says it has (its parts by
-- their rarity, in details half), 0.8 for all parts in details, at least 2.9 for a guessed title and 1.8 for a comment.
-- To all of these come points for a title that is or begins with the query, for how much of the title the query is,
-- and for votes. A word grows commoner while somebody turns pages, which moves all scores a little: the page begins after
-- the last row seen as it scores now, unless that has moved by itself.
create or replace function private.rank_posts(
  asked private.search_request, hits private.search_hits, after_score numeric, after_id bigint, max_rows integer
)
returns table (post_id bigint, comment_id bigint, score numeric)
language plpgsql stable set search_path = '' rows 20
as $$
declare
  size constant integer := cardinality(asked.titles);
  -- Of one or two words a title says little by being short or beginning with them, and much by its votes.
  by_shape constant double precision := case when size > 2 then 1 else 0.1 end;
  whole_rarity constant double precision := greatest((select sum(r) from unnest(asked.rarities) r), 0.01);
  strict_titles constant tsquery[] := asked.strict_titles::tsquery[];
  wide_titles constant tsquery[] := asked.wide_titles::tsquery[];
  bodies constant tsquery[] := asked.wide_bodies::tsquery[];
begin
  return query
  with ranked as materialized (
    select t.post_id, hit.comment_id,
      round((
        case
          when m.worth > 0 then m.worth + 0.5
            + case when cardinality(asked.words) > 1 and t.title @@ asked.phrase then 1 else 0 end
            + case when t.title @@ asked.whole then 0.6 else 0 end
          else greatest(
            4.4 * private.said_by(t.title, s.vector, strict_titles, wide_titles, bodies, asked.rarities) / whole_rarity
              + case when s.vector @@ asked.body_strict then 0.8 when s.vector @@ asked.body_loose then 0.5 else 0 end,
            case when t.title @@ hits.title_guess then 2.9 when hit.comment_id is not null then 1.8 else 0 end
          )
        end
        + case when t.key = asked.typed_key then 3 when starts_with(t.key, asked.typed_key) then 1.5 * by_shape else 0 end
        + by_shape * 0.5 * least(size / greatest(length(t.title), 1)::double precision, 1)
        + 0.0075 * t.popularity
      )::numeric, 6) as score
    from unnest(hits.ids) as given(post_id)
    join private.search_titles t on t.post_id = given.post_id
    cross join lateral (
      select case when t.title @@ asked.title_strict then 6 when t.title @@ asked.title_loose then 5 else 0 end as worth
      offset 0
    ) m
    left join private.search_posts s on s.post_id = given.post_id and m.worth = 0
    left join unnest(hits.comment_posts, hits.comment_ids) as hit(post_id, comment_id) on hit.post_id = given.post_id
  ),
  after_row as materialized (
    select coalesce(
      (select r.score from ranked r where r.post_id = after_id and abs(r.score - after_score) < 0.02), after_score
    ) as score
  )
  select r.post_id, r.comment_id, r.score from ranked r
  where after_id is null or (r.score, r.post_id) < ((select a.score from after_row a), after_id)
  order by r.score desc, r.post_id desc limit max_rows;
end
$$;

-- What was found, without posts of other categories. When more was found than is ranked, most of it may lie in those:
-- the category's own most voted posts are looked through as well. Planned with the settings of search_posts, which alone
-- calls it.
create or replace function private.keep_category(asked private.search_request, hits private.search_hits, slug text)
returns private.search_hits
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  many constant integer := 4000;
  category constant integer := (select c.id from public.categories c where c.slug = keep_category.slug);
  own bigint[] := array(
    select p.id from public.posts p where p.id = any (hits.ids) and p.category_id = category
  );
begin
  if not hits.is_exact then
    own := array(
      select f from unnest(own) f
      union
      (select favoured.id
       from (
         select p.id from public.posts p where p.category_id = category and p.deleted_at is null
         order by p.votes_total desc, p.activity_at desc, p.id desc limit many
       ) favoured
       where (select t.title @@ asked.title_loose from private.search_titles t where t.post_id = favoured.id)
       limit most)
    );
  end if;
  hits.ids := own;
  return hits;
end
$$;
