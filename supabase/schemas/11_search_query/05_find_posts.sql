create function private.any_of(
  parts text[], rarities double precision[], documents double precision[], texts double precision, most integer
) returns tsquery
language plpgsql immutable set search_path = '' as $$
declare
  -- Words on the same topic appear together more often than by chance.
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
comment on function private.any_of is
  'A tsquery for the parts that carry most of the meaning: each rare part alone, and others combined with a second one, for about this many texts in total, leaving out whatever the index would find in very many. In: the tsquery texts of the parts; the weight of each and how many texts contain it; how many texts there are; how many may match. Out: a tsquery, null if all parts are common.';

create function private.find_partly(asked private.search_request, most integer) returns bigint[]
language plpgsql stable set search_path = '' as $$
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
comment on function private.find_partly is 'Posts with most of the query in the title or in the details.';

create function private.find_posts(asked private.search_request) returns private.search_hits
language plpgsql stable set search_path = '' as $$
declare
  most constant integer := 500;
  -- Posts whose titles contain everything are enough on their own.
  enough constant integer := 200;
  size constant integer := cardinality(asked.titles);
  titles constant bigint[] := private.find_voted(
    asked.title_loose, (select min(d) from unnest(asked.documents) d), asked.share, most
  );
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
    hits.is_partial := size > 1 and hits.ids = '{}';
    partly := private.find_partly(asked, most);
    hits.ids := array(select distinct f from unnest(hits.ids || partly) f);
    hits.is_exact := hits.is_exact and cardinality(partly) < most;
  end if;
  return hits;
end
$$;
comment on function private.find_posts is 'Runs these steps, each only if needed.';
