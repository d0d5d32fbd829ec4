set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.plain_text(markdown text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  value text := left(coalesce(markdown, ''), 20000);
begin
  value := regexp_replace(value, '^[ \t]*(```|~~~)[^\n]*$', ' ', 'gn');
  if value ~ '[[(]' then
    value := regexp_replace(value, '!?\[([^\]\n]*)\]\([^()\s]*(?:\s+"[^"\n]*")?\)', '\1', 'g');
    value := regexp_replace(value, '^[ ]{0,3}\[[^\]\n]+\]:[^\n]*$', ' ', 'gn');
  end if;
  if position('<' in value) > 0 then
    value := regexp_replace(value, '<!--.*?-->', ' ', 'g');
    value := regexp_replace(value, '<(https?://[^\s<>]+)>', '\1', 'g');
    value := regexp_replace(
      value,
      '</?(?:a|abbr|b|blockquote|br|center|code|dd|del|details|div|dl|dt|em|figure|figcaption|font|h[1-6]|hr|i|iframe|img|ins|kbd|li|mark|ol|p|picture|pre|q|s|samp|script|small|source|span|strike|strong|style|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|video)(?:\s[^<>]*)?/?>',
      ' ', 'gi'
    );
  end if;
  value := regexp_replace(value, '^[ \t]*(?:>[ \t]*)*', '', 'gn');
  value := regexp_replace(value, '^(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,3}[.)][ \t]+|(?:[-*_][ \t]*){3,}$)', E'\n', 'gn');
  value := regexp_replace(value, '\*\*|__|~~|`', '', 'g');
  value := regexp_replace(value, '(^|[\s(])[*_]([^\s*_][^*_\n]*)[*_](?=$|[\s.,;:!?)])', '\1\2', 'g');
  value := regexp_replace(value, '\|?[ \t]*:?-{3,}:?[ \t]*\|', ' ', 'g');
  value := regexp_replace(value, '\\([][!"#$%&''()*+,./:;<=>?@\\^_{|}~-])', '\1', 'g');
  if position('&' in value) > 0 then
    value := replace(replace(replace(replace(replace(replace(
      value, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&');
  end if;
  -- What ends without punctuation is set apart from the next block.
  value := regexp_replace(value, '([^\s.,:;!?…])[ \t]*\n[ \t]*\n\s*(?=\S)', '\1 · ', 'g');
  return btrim(regexp_replace(value, '[\s\u00a0\u2028\u2029\u3000]+', ' ', 'g'));
end
$function$;

CREATE OR REPLACE FUNCTION private.search_marks(title text, snippet text, forms text[], typed text[], prefix text, OUT title_ranges jsonb, OUT snippet_ranges jsonb)
 RETURNS record
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  title_ranges := private.search_ranges(title, typed, prefix);
  snippet_ranges := private.search_ranges(snippet, typed, prefix);
  if typed <> forms and title_ranges = '[]' and snippet_ranges = '[]' then
    title_ranges := private.search_ranges(title, forms, prefix);
    snippet_ranges := private.search_ranges(snippet, forms, prefix);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION private.typed_forms(forms text[], words text[])
 RETURNS text[]
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select array(
    select f.form from unnest(forms) with ordinality as f(form, i)
    where f.form = any (words) or f.form <> all (array(
      select s.form from unnest(private.find_synonyms(words)) place, unnest(place.forms) s(form)
    ))
    order by f.i
  )
$function$;

CREATE OR REPLACE FUNCTION public.search_posts(query text, after_cursor text DEFAULT NULL::text, max_rows integer DEFAULT 20, in_category text DEFAULT NULL::text, in_state public.post_state DEFAULT NULL::public.post_state)
 RETURNS TABLE(id bigint, category_slug text, slug text, title text, state public.post_state, votes_total integer, comments_total integer, created_at timestamp with time zone, author_name text, author_is_team boolean, snippet text, snippet_source text, title_ranges jsonb, snippet_ranges jsonb, total integer, total_is_exact boolean, row_cursor text, author_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  row_limit constant integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  after_row constant record := private.read_search_cursor(after_cursor);
  asked constant private.search_request := private.read_search(query);
  hits private.search_hits;
  typed text[];
begin
  perform private.require_small_select(3);
  if asked.titles is null then
    return;
  end if;
  hits := private.find_posts(asked);
  if in_category is not null or in_state is not null then
    hits := private.keep_place(asked, hits, in_category, in_state);
  end if;
  typed := private.typed_forms(hits.marked, asked.words);
  return query
  select p.id, c.slug, p.slug, p.title, p.state, p.votes_total, p.comments_total, p.created_at, a.name,
    coalesce(a.is_team, false),
    shown.snippet, case when page.comment_id is null then 'details' else 'comment' end,
    marks.title_ranges, marks.snippet_ranges,
    cardinality(hits.ids), hits.is_exact, jsonb_build_array(page.score, page.post_id)::text, a.id
  from private.rank_posts(asked, hits, after_row.score, after_row.id, row_limit) page
  join public.posts p on p.id = page.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = page.post_id
  left join public.profiles a on a.id = p.author_id
  left join private.search_comments sc on sc.comment_id = page.comment_id
  cross join lateral (
    select private.search_snippet(coalesce(sc.body, s.body), hits.marked, asked.typed_key) as snippet offset 0
  ) shown
  cross join lateral private.search_marks(p.title, shown.snippet, hits.marked, typed, asked.prefix) marks
  order by page.score desc, page.post_id desc;
end
$function$;

CREATE OR REPLACE FUNCTION public.similar_posts(query text, max_rows integer DEFAULT 5, details text DEFAULT ''::text)
 RETURNS TABLE(id bigint, slug text, category_slug text, title text, state public.post_state, votes_total integer, is_same boolean, snippet text, title_ranges jsonb, snippet_ranges jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  typed constant text := left(similar_posts.query, 200);
  row_limit constant integer := least(greatest(coalesce(max_rows, 5), 1), 20);
  most constant integer := 300;
  typed_key text;
  texts constant double precision := private.count_texts();
  whole_rarity double precision;
  wide_titles tsquery[];
  strict_titles tsquery[];
  bodies tsquery[];
  rarities double precision[];
  in_titles tsquery;
  in_texts tsquery;
  any_part tsquery;
  all_parts tsquery;
  documents double precision[];
  marked text[];
  typed_marked text[];
  prefix text;
begin
  perform private.require_small_select(3);
  select string_agg(w.word, ' ' order by w.place) into typed_key from private.search_words_of(typed) w;
  if coalesce(char_length(typed_key), 0) < 3 then
    return;
  end if;
  -- Words in the title count fully; words only in the details count a third.
  with parts as materialized (
    select a.*, 1.0 as weight from private.search_atoms(typed, false) a
    union all
    select a.*, 0.35 from private.telling_words(similar_posts.details, string_to_array(typed_key, ' '), texts) a
  )
  select sum(p.rarity) filter (where p.weight = 1),
    array_agg(p.wide_title::tsquery order by p.place), array_agg(p.strict_title::tsquery order by p.place),
    array_agg(p.wide_body::tsquery order by p.place), array_agg(coalesce(p.rarity, 1) * p.weight order by p.place),
    private.any_of(
      array_agg(p.wide_title order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    private.any_of(
      array_agg(p.wide_body order by p.place), array_agg(p.rarity order by p.place),
      array_agg(p.documents order by p.place), texts, most
    ),
    string_agg(p.wide_title, ' | ') filter (where p.weight = 1)::tsquery,
    string_agg(p.loose_title, ' & ') filter (where p.weight = 1)::tsquery,
    array_agg(p.documents) filter (where p.weight = 1),
    string_to_array(string_agg(array_to_string(p.forms, ' '), ' ' order by p.place), ' '), max(p.prefix)
  into whole_rarity, wide_titles, strict_titles, bodies, rarities, in_titles, in_texts, any_part, all_parts, documents,
    marked, prefix
  from parts p;
  typed_marked := private.typed_forms(marked, string_to_array(typed_key, ' '));
  return query
  select p.id, p.slug, c.slug, p.title, p.state, p.votes_total, best.is_same, shown.snippet,
    marks.title_ranges, marks.snippet_ranges
  from (
    select r.post_id, r.is_same, r.alike + 1.5 * r.said + 0.002 * r.popularity as score
    from (
      select t.post_id, t.popularity, t.key = typed_key as is_same,
        extensions.similarity(left(t.key, 200), typed_key) as alike,
        private.said_by(t.title, s.vector, strict_titles, wide_titles, bodies, rarities) / greatest(whole_rarity, 0.01) as said
      from (
        select f from unnest(private.find_voted(all_parts, (select min(d) from unnest(documents) d), null, 50)) f
        union
        select f from unnest(private.find_voted(any_part, (select sum(d) from unnest(documents) d), null, 50)) f
        union
        select f from unnest(private.find_voted(in_titles, most, null, most)) f
        union
        select f from unnest(private.find_newest(in_texts, most)) f
        union
        (select t.post_id from private.search_titles t where t.key = typed_key order by t.post_id limit 20)
      ) given(post_id)
      join private.search_titles t on t.post_id = given.post_id
      join private.search_posts s on s.post_id = given.post_id
    ) r
    where r.said >= 0.25 or r.alike >= 0.3
    order by score desc, r.post_id desc limit row_limit
  ) best
  join public.posts p on p.id = best.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = best.post_id
  cross join lateral (select private.search_snippet(s.body, marked, typed_key) as snippet offset 0) shown
  cross join lateral private.search_marks(p.title, shown.snippet, marked, typed_marked, prefix) marks
  order by best.score desc, p.id desc;
end
$function$;

COMMENT ON FUNCTION "private"."search_marks"(text, text, text[], text[], text) IS 'What to highlight in a row. Synonyms only if it has none of the typed words, because there they are why it was found. In: its texts, the words to highlight with and without synonyms, the word beginning.';

COMMENT ON FUNCTION "private"."typed_forms"(text[], text[]) IS 'The words to highlight without those that only stand for a synonym. In: the words to highlight, the words of the query.';

REVOKE ALL ON FUNCTION "private"."search_marks"(text, text, text[], text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_marks"(text, text, text[], text[], text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."typed_forms"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."typed_forms"(text[], text[]) TO "postgres";
