-- Posts that may say the same as a title that is being typed. In: the title (its first 200 characters count), how
-- many posts (1-20). Out: the likeliest first. Security definer for the same reason as search_posts.
create function public.similar_posts(query text, max_rows integer default 5)
returns table (
  id bigint, slug text, category_slug text, title text, state public.post_state, votes_total integer
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  typed constant text := left(similar_posts.query, 200);
  row_limit constant integer := least(greatest(coalesce(max_rows, 5), 1), 20);
  typed_key text;
  atoms text[];
  each_word tsquery[];
  size integer;
  ids bigint[];
begin
  select string_agg(w.word, ' ' order by w.place) into typed_key from private.search_words_of(typed) w;
  -- The rarest words say most.
  atoms := array(
    select a.loose_title from private.search_atoms(typed, false) a
    where char_length(typed_key) > 2
    order by a.documents nulls first, a.place limit 5
  );
  size := cardinality(atoms);
  each_word := atoms::tsquery[];
  if size = 0 then
    return;
  end if;
  ids := array(
    select t.post_id from private.search_titles t where t.title @@ array_to_string(atoms, ' & ')::tsquery limit 100
  );
  if size > 2 and cardinality(ids) < 20 then
    ids := ids || array(
      select t.post_id from private.search_titles t
      where t.title @@ (
        select string_agg(format('(%s & (%s))', atoms[i], array_to_string(atoms[i + 1:], ' | ')), ' | ')
        from generate_series(1, least(3, size - 1)) i
      )::tsquery
      limit 150
    );
  end if;
  return query
  select p.id, p.slug, c.slug, p.title, p.state, p.votes_total
  from (
    select t.post_id, t.popularity, extensions.similarity(left(t.key, 200), typed_key) as alike,
      (select count(*) from unnest(each_word) q where t.title @@ q) / size::double precision as share
    from (select distinct f as post_id from unnest(ids) f) given
    join private.search_titles t on t.post_id = given.post_id
  ) r
  join public.posts p on p.id = r.post_id
  join public.categories c on c.id = p.category_id
  where r.share >= 0.5 or r.alike >= 0.3
  order by r.alike + r.share + 0.001 * r.popularity desc, p.id desc
  limit row_limit;
end
$$;

revoke execute on function public.similar_posts(text, integer) from public;
grant execute on function public.similar_posts(text, integer) to anon, authenticated, service_role;
