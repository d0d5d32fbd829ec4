create function private.find_closest_titles(asked private.search_request) returns bigint[]
language plpgsql stable set search_path = '' as $$
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
comment on function private.find_closest_titles is
  'Posts whose titles start with the query or contain its words side by side: the most likely of too many to rank. For words that many titles share, only titles with votes are searched.';

create function private.find_guessed_titles(
  asked private.search_request, most integer, out ids bigint[], out title_guess tsquery, out marked text[]
) returns record
language plpgsql stable set search_path = '' as $$
begin
  select string_agg(a.loose_title, ' & ')::tsquery,
    asked.marked || string_to_array(string_agg(array_to_string(a.forms, ' '), ' ' order by a.place), ' ')
  into title_guess, marked
  from private.search_atoms(asked.query, true) a;
  if title_guess <> array_to_string(asked.titles, ' & ')::tsquery then
    ids := private.find_voted(title_guess, (select min(d) from unnest(asked.documents) d), asked.share, most);
  end if;
end
$$;
comment on function private.find_guessed_titles is
  'Posts whose titles contain what the query may have meant ("from" for "form"), up to a limit; the tsquery for titles; and the words to highlight.';

create function private.find_texts(
  asked private.search_request, most integer, out ids bigint[], out is_exact boolean
) returns record
language plpgsql stable set search_path = '' as $$
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
comment on function private.find_texts is
  'Posts that contain all parts of the query in title and details together, up to a limit, and whether there are no others. If a large share of texts matches, the newest are searched first, and that is enough if it finds half the limit or if the index would have to read very many.';

create function private.find_comments(
  asked private.search_request, known bigint[], most integer, out post_ids bigint[], out comment_ids bigint[]
) returns record
language plpgsql stable set search_path = '' as $$
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
comment on function private.find_comments is 'Other posts with a comment that contains all parts of the query.';

create function private.is_nowhere(title text, body text) returns boolean
language sql stable set search_path = '' as $$
  select not exists (select from private.search_titles t where t.title @@ is_nowhere.title::tsquery)
    and not exists (select from private.search_posts s where s.vector @@ is_nowhere.body::tsquery)
    and not exists (select from private.search_comments s where s.vector @@ is_nowhere.body::tsquery)
$$;
comment on function private.is_nowhere is 'Whether no text contains a part of the query in any form.';

create function private.find_voted(
  wanted tsquery, texts double precision, share double precision, most integer
) returns bigint[]
language plpgsql stable set search_path = '' as $$
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
comment on function private.find_voted is
  'Posts whose titles match, up to a limit, most votes first. In: the tsquery; in how many texts the index has to look; the share of all texts that may match, null if unknown. If very many match, the posts with the most votes are searched first, and others only if those don''t match.';

create function private.find_newest(wanted tsquery, most integer) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  many constant integer := 4000;
begin
  return array(
    select f.post_id from (select s.post_id from private.search_posts s where s.vector @@ wanted limit many) f
    order by f.post_id desc limit most
  );
end
$$;
comment on function private.find_newest is 'The newest posts whose title and details together contain the whole query.';
