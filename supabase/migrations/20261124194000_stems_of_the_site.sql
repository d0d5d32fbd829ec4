set local check_function_bodies = off;

DROP FUNCTION "private"."is_stop_word"(text);

DROP FUNCTION "private"."search_stem"(text);

DROP FUNCTION "private"."search_vector"(text, boolean);

ALTER TABLE "private"."search_comments" ADD COLUMN "language" text NOT NULL DEFAULT 'en'::text;

ALTER TABLE "private"."search_posts" ADD COLUMN "language" text NOT NULL DEFAULT 'en'::text;

CREATE OR REPLACE FUNCTION private.change_search_language()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.synonyms set words = words where words <> '{}';
  -- What a request has time for; the worker does the rest.
  begin
    perform private.restem_texts(200);
  exception when lock_not_available then
    null;
  end;
  perform pg_notify('signpost', 'language');
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION private.index_comments(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  language constant text := private.search_language();
  words text[];
  times integer[];
begin
  with fresh as (
    insert into private.search_comments as s (comment_id, post_id, vector, body, language)
    select c.id, c.post_id, setweight(private.search_vector(t.body, false, language), 'C'), t.body, language
    from public.comments c, lateral (select private.plain_text(c.body) as body offset 0) t
    where c.id = any(ids) and c.deleted_at is null and c.hidden_at is null
      and exists (select 1 from public.posts p where p.id = c.post_id and p.deleted_at is null)
    on conflict (comment_id) do update set
      vector = excluded.vector, body = excluded.body, language = excluded.language
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  perform private.learn_words(words, times);
end
$function$;

CREATE OR REPLACE FUNCTION private.index_posts(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  language constant text := private.search_language();
  words text[];
  times integer[];
begin
  insert into private.search_titles (post_id, popularity, tier, key, title)
  select p.id, private.popularity(p.votes_total), floor(log(2, 1 + p.votes_total)),
    coalesce((select string_agg(w.word, ' ' order by w.place) from private.search_words_of(p.title) w), ''),
    private.search_vector(p.title, true, language)
  from public.posts p where p.id = any(ids) and p.deleted_at is null
  on conflict (post_id) do update set key = excluded.key, title = excluded.title;
  with fresh as (
    insert into private.search_posts as s (post_id, vector, body, language)
    select p.id, setweight(t.title, 'A') || setweight(private.search_vector(b.body, false, language), 'B'), b.body,
      language
    from public.posts p
    join private.search_titles t on t.post_id = p.id
    cross join lateral (select private.text_of(p.id, p.details) as body offset 0) b
    where p.id = any(ids)
    on conflict (post_id) do update set
      vector = excluded.vector, body = excluded.body, language = excluded.language
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  insert into private.search_signs (post_id, signs)
  select s.post_id, private.signs_of(p.title || E'\n' || p.details)
  from private.search_posts s join public.posts p on p.id = s.post_id where s.post_id = any(ids)
  on conflict (post_id) do update set signs = excluded.signs where search_signs.signs <> excluded.signs;
  perform private.learn_words(words, times);
end
$function$;

CREATE OR REPLACE FUNCTION private.recount_words()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET lock_timeout TO '100ms'
AS $function$
begin
  with counted as materialized (
    select s.word collate "C" as word, s.ndoc::double precision as documents
    from ts_stat('select vector from private.search_posts union all select vector from private.search_comments') s
    where char_length(s.word) between 2 and 32 and s.word ~ ('^[^0-9' || private.search_dense() || ']')
  ),
  gone as (
    delete from private.search_words w where not exists (select from counted c where c.word = w.word)
  )
  insert into private.search_words as w (word, deletes, documents)
  select c.word, coalesce(k.deletes, private.one_letter_less(c.word)), c.documents
  from counted c left join private.search_words k on k.word = c.word
  where k.documents is distinct from c.documents
  on conflict (word) do update set documents = excluded.documents;
end
$function$;

CREATE OR REPLACE FUNCTION private.restem_texts(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  spoken constant text := private.search_language();
  posts bigint[];
  comments bigint[];
  done integer;
begin
  -- One at a time, for the last one counts the words of all.
  if not pg_try_advisory_xact_lock(hashtextextended('restemming', 0)) then
    return 0;
  end if;
  -- A row that somebody holds is found the next time. An index has the two ranges, but not "is different".
  posts := array(
    select s.post_id from private.search_posts s join private.search_titles t on t.post_id = s.post_id
    where s.language < spoken or s.language > spoken limit most for update skip locked
  );
  update private.search_titles t set title = private.search_vector(p.title, true, spoken)
  from public.posts p where p.id = t.post_id and t.post_id = any (posts);
  update private.search_posts s
  set vector = setweight(t.title, 'A') || setweight(private.search_vector(s.body, false, spoken), 'B'), language = spoken
  from private.search_titles t where t.post_id = s.post_id and s.post_id = any (posts);
  comments := array(
    select s.comment_id from private.search_comments s
    where s.language < spoken or s.language > spoken limit most - cardinality(posts) for update skip locked
  );
  update private.search_comments s
  set vector = setweight(private.search_vector(s.body, false, spoken), 'C'), language = spoken
  where s.comment_id = any (comments);
  done := cardinality(posts) + cardinality(comments);
  if done > 0
    and not exists (select from private.search_posts s where s.language < spoken or s.language > spoken)
    and not exists (select from private.search_comments s where s.language < spoken or s.language > spoken) then
    perform private.recount_words();
  end if;
  return done;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_language()
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return coalesce((select s.language from public.site_settings s where s.language in ('de', 'fr', 'es', 'pt-BR', 'ar')), 'en');
end
$function$;

CREATE OR REPLACE FUNCTION private.search_lexemes(word text, language text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  is_stop boolean;
begin
  if word ~ '^[a-z]+$' and language in ('en', 'ar') then
    return ts_lexize('pg_catalog.english_stem', word);
  elsif language = 'en' then
    return null;
  end if;
  -- Stop words that PostgreSQL knows with accents only, folded; and those it lacks, as in Arabic.
  is_stop := case language
    when 'de' then word = any ('{fur,konnen,konnte,uber,wahrend,wurde,wurden}')
    when 'fr' then word = any ('{a,etaient,etais,etait,etant,etante,etantes,etants,ete,etee,etees,etes,etiez,etions,eumes,eutes,fumes,futes,les,meme}')
    when 'es' then word = any ('{eramos,estabamos,estais,estan,estara,estaran,estaras,estare,estareis,estaria,estariais,estariamos,estarian,estarias,esteis,esten,estes,estuvieramos,estuviesemos,fueramos,fuesemos,habeis,habia,habiais,habiamos,habian,habias,habra,habran,habras,habre,habreis,habria,habriais,habriamos,habrian,habrias,hayais,hubieramos,hubiesemos,mas,mia,mias,mio,mios,seais,sera,seran,seras,sere,sereis,seria,seriais,seriamos,serian,serias,si,tambien,tendra,tendran,tendras,tendre,tendreis,tendria,tendriais,tendriamos,tendrian,tendrias,teneis,tengais,tenia,teniais,teniamos,tenian,tenias,tuvieramos,tuviesemos}')
    when 'pt-BR' then word = any ('{ate,eramos,estao,estavamos,estiveramos,estivessemos,foramos,fossemos,ha,hao,houveramos,houverao,houveriamos,houvessemos,ja,nao,sao,sera,serao,seriamos,so,tambem,tera,terao,teriamos,tinhamos,tiveramos,tivessemos,voce,voces}')
    when 'ar' then word = any ('{ان,او,الي,اي,التي,الذي,اذا,انا,انت,بين,بعد,ثم,حتي,ذلك,علي,عن,عند,في,قد,كان,كل,كما,لا,لم,ما,مع,من,هذا,هذه,هل,هو,هي,و,يا,يكون}')
  end;
  if is_stop then
    return '{}';
  elsif language = 'ar' then
    -- The stemmer takes some endings only from a word with its article.
    return case when word ~ '^[ء-ي]{3,}$' then
      ts_lexize('pg_catalog.arabic_stem', 'ال' || regexp_replace(word, '^([وبفك]?ال|لل)(.{3})', '\2'))
    end;
  elsif word !~ '^[a-zßœ]+$' then
    return null;
  end if;
  -- Endings that the stemmers know with accents only become others of the same stem, or get them back.
  return case language
    when 'de' then ts_lexize('pg_catalog.german_stem', word)
    when 'fr' then ts_lexize('pg_catalog.french_stem', regexp_replace(regexp_replace(word, 'ees?$', 'e'), 'ieres?$', 'ier'))
    when 'es' then ts_lexize('pg_catalog.spanish_stem', regexp_replace(word, '([au])cion$', '\1ciones'))
    when 'pt-BR' then translate(
      ts_lexize('pg_catalog.portuguese_stem', regexp_replace(regexp_replace(word, 'oes$', 'ao'), '([au])cao$', '\1ção'))::text,
      'çã', 'ca'
    )::text[]
  end;
end
$function$;

CREATE OR REPLACE FUNCTION private.is_stop_word(word text, language text DEFAULT private.search_language())
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
RETURN COALESCE((cardinality(private.search_lexemes(word, language)) = 0), false);

CREATE OR REPLACE FUNCTION private.search_ranges(value text, forms text[], prefix text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  most constant integer := 40;
  language constant text := private.search_language();
  between constant text := '-._' || private.search_gaps();
  words text[];
  -- Where each word starts; null where one letter between two words is all there is.
  starts integer[];
  -- What something asked for begins with: most words do not, and are looked at no closer.
  heads text := coalesce(left(prefix, 1), '');
  word text;
  fold text;
  bare text;
  next_fold text;
  start integer;
  past integer := -1;
  next_start integer;
  is_marked boolean;
  is_joined boolean := false;
  first integer;
  stop integer := -1;
  island integer;
  ranges jsonb := '[]';
begin
  foreach word in array forms loop
    heads := heads || left(word, 1);
  end loop;
  if octet_length(value) > char_length(value) and value ~ ('[' || private.search_dense() || ']') then
    select array_agg(p.word order by p.i), array_agg(p.past - char_length(p.word) order by p.i) into words, starts
    from (
      select t.i, t.m[1] as word, sum(char_length(coalesce(t.m[1], t.m[2]))) over (order by t.i) as past
      from regexp_matches(
        value, '([' || private.search_dense() || ']|[^' || between || private.search_dense() || ']+)|([' || between || ']+)', 'g'
      ) with ordinality as t(m, i)
    ) p
    where p.word is not null;
  else
    words := regexp_split_to_array(value, '[' || between || ']');
  end if;
  for i in 1..coalesce(cardinality(words), 0) loop
    word := words[i];
    start := coalesce(starts[i], past + 1);
    past := start + char_length(word);
    fold := case when octet_length(word) = char_length(word) then replace(ltrim(lower(word), '+#'), '''', '')
      else private.search_fold(word) end;
    -- An Arabic stem may begin after the article.
    continue when fold = '' or not is_joined and language <> 'ar' and strpos(heads, left(fold, 1)) = 0;
    bare := rtrim(fold, '+#');
    is_marked := is_joined or bare = any (forms) or fold = any (forms) or starts_with(fold, prefix)
      or private.search_stem(bare, language) = any (forms);
    -- One with the word after it: dark-mode, or where words have nothing between them.
    is_joined := false;
    next_start := coalesce(starts[i + 1], past + 1);
    if words[i + 1] <> ''
       and (next_start = past or next_start = past + 1 and substr(value, next_start, 1) in ('-', '.', '_')) then
      next_fold := ltrim(private.search_fold(words[i + 1]), '+#');
      if next_fold <> '' and fold || next_fold = any (forms) then
        is_marked := next_start > past or fold !~ '^[a-z]{3}' or is_marked;
        is_joined := next_start > past or next_fold !~ '^[a-z]{3}';
      end if;
    end if;
    if is_marked then
      first := past - char_length(ltrim(word, '''’'));
      if first > stop then
        if island is not null then
          ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
        end if;
        exit when jsonb_array_length(ranges) = most;
        island := first;
      end if;
      stop := past - (char_length(word) - char_length(rtrim(word, '''’')));
    end if;
  end loop;
  if island is not null and jsonb_array_length(ranges) < most then
    ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
  end if;
  return ranges;
end
$function$;

CREATE OR REPLACE FUNCTION private.search_stem(word text, language text DEFAULT private.search_language())
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if char_length(word) < 3 then
    return null;
  end if;
  return nullif((private.search_lexemes(word, language))[1], word);
end
$function$;

CREATE OR REPLACE FUNCTION private.search_vector(value text, all_words boolean, language text DEFAULT private.search_language())
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    with words as materialized (
      select least(w.place, 16000) as place, w.chunk, w.word, w.dense,
        lag(w.chunk) over (order by w.place) is not distinct from w.chunk
          or lead(w.chunk) over (order by w.place) is not distinct from w.chunk as has_neighbour,
        -- Empty for a stop word.
        private.search_lexemes(w.word, language) as stems
      from private.search_words_of(value) w
    ),
    forms as (
      select w.word as form, w.place from words w where all_words or w.has_neighbour or w.stems is distinct from '{}'
      union all
      select w.stems[1], w.place from words w where w.stems[1] <> w.word and char_length(w.word) > 2
      union all
      select rtrim(w.word, '+#'), w.place from words w where w.word ~ '[+#]$'
      union all
      select regexp_replace(w.word, '^[وبفك]?ال', ''), w.place from words w
      where w.word >= U&'\0621' collate "C" and w.word ~ '^[وبفك]?ال.{3}'
      union all
      select string_agg(rtrim(w.word, '+#'), '' order by w.place), min(w.place)
      from words w where w.has_neighbour and not w.dense group by w.chunk having count(*) between 2 and 4
    )
    select coalesce(string_agg('''' || left(form, 60) || ''':' || place, ' '), '')::tsvector
    from forms where form <> ''
  );
end
$function$;

CREATE INDEX search_comments_language_idx ON private.search_comments USING btree (language);

CREATE INDEX search_posts_language_idx ON private.search_posts USING btree (language);

CREATE TRIGGER change_search_language AFTER UPDATE OF language ON public.site_settings FOR EACH ROW WHEN ((old.language <> new.language)) EXECUTE FUNCTION private.change_search_language();

COMMENT ON FUNCTION "private"."change_search_language"() IS 'Writes the words that search knows anew in the language of the site.';

COMMENT ON FUNCTION "private"."is_stop_word"(text, text) IS 'Whether a word is too common to be asked for.';

COMMENT ON FUNCTION "private"."recount_words"() IS 'Makes the list of words in use what the index has. It fails where it would wait for a writer, who may be waiting for its caller.';

COMMENT ON FUNCTION "private"."restem_texts"(integer) IS 'Writes the words anew of at most so many texts that were stemmed in another language than the site''s, and says of how many. What is found meanwhile is what both languages write alike.';

COMMENT ON FUNCTION "private"."search_language"() IS 'The language whose stems and stop words search uses: the site''s, or English.';

COMMENT ON FUNCTION "private"."search_lexemes"(text, text) IS 'The stem of a folded word in a language; empty for a stop word, null where the language has neither.';

COMMENT ON FUNCTION "private"."search_stem"(text, text) IS 'The stem of a word; null where it has no other.';

COMMENT ON FUNCTION "private"."search_vector"(text, boolean, text) IS 'The words of a text with their places: as they are, their stems, and compounds also as one word. Stop words count only with all_words or inside a compound.';

COMMENT ON TABLE "private"."search_comments" IS 'The words of each comment that can be read, its text, and the language it was stemmed in.';

COMMENT ON TABLE "private"."search_posts" IS 'The words of title (A) and details (B) of each post, and the details as plain text, which is stored outside the row because only posts that are shown need it. language is the one that title and details were stemmed in.';

REVOKE ALL ON FUNCTION "private"."change_search_language"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."change_search_language"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."is_stop_word"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."is_stop_word"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."recount_words"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."recount_words"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."restem_texts"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."restem_texts"(integer) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_language"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_language"() TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_lexemes"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_lexemes"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_stem"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_stem"(text, text) TO "postgres";

REVOKE ALL ON FUNCTION "private"."search_vector"(text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "private"."search_vector"(text, boolean, text) TO "postgres";
