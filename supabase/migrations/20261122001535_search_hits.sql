-- Which posts a query may mean: first by their titles, then by details and comments, at last by most of its words.
-- These steps are planned with the settings of search_posts, which alone calls them.
create type private.search_hits as (
  ids bigint[], comment_posts bigint[], comment_ids bigint[], title_guess tsquery, marked text[], is_exact boolean
);
comment on type private.search_hits is
  'All posts found; those found by a comment alone, and that comment of each; what titles were asked for when words in use were corrected as well; the words to highlight; whether nothing else matches.';

-- Posts whose titles have all parts of the query, at most so many. What a large share of texts has is found sooner
-- among the most voted and newest than in the index of words.
create function private.find_titles(asked private.search_request, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  ids bigint[] := array[]::bigint[];
begin
  if asked.share > 0.2 then
    ids := array(
      select t.post_id
      from (select s.post_id, s.title from private.search_titles s order by s.tier desc, s.post_id desc limit 4000) t
      where t.title @@ asked.title_loose limit most
    );
  end if;
  if cardinality(ids) < most then
    ids := array(select t.post_id from private.search_titles t where t.title @@ asked.title_loose limit most);
  end if;
  return ids;
end
$$;

-- Posts whose titles begin with the query or have its words side by side: the likeliest of too many to rank.
create function private.find_closest_titles(asked private.search_request) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  ids bigint[] := array(
    select t.post_id from private.search_titles t
    where t.key >= asked.typed_key and t.key < asked.typed_key || U&'\+10FFFF' order by t.key, t.post_id limit 100
  );
begin
  if cardinality(asked.words) > 1 then
    ids := ids || array(select t.post_id from private.search_titles t where t.title @@ asked.phrase limit 100);
  end if;
  return ids;
end
$$;

-- Posts whose titles have what the query may have meant when words in use are corrected as well ("from" for "form"),
-- at most so many; what titles were asked for; and the words to highlight.
create function private.find_guessed_titles(
  asked private.search_request, most integer, out ids bigint[], out title_guess tsquery, out marked text[]
)
language plpgsql stable set search_path = ''
as $$
begin
  select string_agg(a.loose_title, ' & ')::tsquery,
    asked.marked || string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' ')
  into title_guess, marked
  from private.search_atoms(asked.query, true) a;
  ids := array(select t.post_id from private.search_titles t where t.title @@ title_guess limit most);
end
$$;

-- Posts that have all parts of the query in title and details together, at most so many, and whether there are no
-- others. What a large share of texts has is looked for among the newest, and that is enough if it finds half as many.
create function private.find_texts(asked private.search_request, most integer, out ids bigint[], out is_exact boolean)
language plpgsql stable set search_path = ''
as $$
begin
  if asked.share > 0.08 then
    ids := array(
      select t.post_id
      from (select s.post_id, s.vector from private.search_posts s order by s.post_id desc limit 3000) t
      where t.vector @@ asked.body_loose limit most
    );
    is_exact := false;
    if cardinality(ids) >= most / 2 then
      return;
    end if;
  end if;
  ids := array(select s.post_id from private.search_posts s where s.vector @@ asked.body_loose limit most);
  is_exact := cardinality(ids) < most;
end
$$;

-- Posts, other than those known, with a comment that has all parts of the query, and the first such comment of each.
create function private.find_comments(
  asked private.search_request, known bigint[], most integer, out post_ids bigint[], out comment_ids bigint[]
)
language plpgsql stable set search_path = ''
as $$
begin
  select coalesce(array_agg(c.post_id), array[]::bigint[]), coalesce(array_agg(c.comment_id), array[]::bigint[])
  into post_ids, comment_ids
  from (
    select distinct on (hit.post_id) hit.post_id, hit.comment_id
    from (
      select s.post_id, s.comment_id from private.search_comments s where s.vector @@ asked.body_loose limit most
    ) hit
    where hit.post_id <> all(known)
    order by hit.post_id, hit.comment_id
  ) c;
end
$$;

-- What has two of three parts of a query, or either of two words: however many words there are, each is looked up
-- twice at most. In: the tsquery texts of all words.
create function private.most_of(terms text[]) returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  size constant integer := cardinality(terms);
  parts constant integer := least(size, 3);
begin
  return (
    select string_agg(format('(%s)', one), ' | ')
    from (
      select string_agg(terms[j], ' & ') as one
      from generate_series(1, parts) part, generate_series(1, size) j
      where (j * parts + size - 1) / size <> part
      group by part
    ) t
  )::tsquery;
end
$$;

-- Posts that have most of the query in their titles, at most so many; if few do, also in their details.
create function private.find_partly(asked private.search_request, most integer) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  partly tsquery := private.most_of(asked.titles);
  ids bigint[] := array(select t.post_id from private.search_titles t where t.title @@ partly limit most);
begin
  if cardinality(ids) < 5 then
    partly := private.most_of(asked.bodies);
    ids := ids || array(select s.post_id from private.search_posts s where s.vector @@ partly limit most / 2);
  end if;
  return ids;
end
$$;

-- All steps above, each only where it is needed. In: the request. Out: what was found.
create function private.find_posts(asked private.search_request) returns private.search_hits
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  most_partly constant integer := 200;
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
  texts := private.find_texts(asked, most);
  hits.ids := array(select distinct f from unnest(hits.ids || texts.ids) f);
  hits.is_exact := texts.is_exact;
  if hits.is_exact then
    comments := private.find_comments(asked, hits.ids, most);
    hits.comment_posts := comments.post_ids;
    hits.comment_ids := comments.comment_ids;
    hits.ids := hits.ids || hits.comment_posts;
    hits.is_exact := cardinality(hits.comment_posts) < most;
  end if;
  if cardinality(titles) = 0 and cardinality(hits.ids) < (case size when 1 then 0 when 2 then 1 else 5 end) then
    partly := private.find_partly(asked, most_partly);
    hits.ids := array(select distinct f from unnest(hits.ids || partly) f);
    hits.is_exact := hits.is_exact and cardinality(partly) < most_partly;
  end if;
  return hits;
end
$$;
