-- How texts become words that search can compare.

create function private.search_gaps() returns text
language sql immutable parallel safe set search_path = ''
return '\u0001-\u0022\u0024-\u0026\u0028-\u002a\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02ff\u0375\u037e\u0387\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u180e\u2000-\u2018\u201a-\u25ff\u27c0-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe6f\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U000e0000-\U0010ffff';
comment on function private.search_gaps is 'Characters between words, for a bracket expression.';

create function private.search_dense() returns text
language sql immutable parallel safe set search_path = ''
return '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff';
comment on function private.search_dense is 'Scripts without spaces, and emoji: searched by pairs.';

create function private.search_fold(value text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if octet_length(value) = char_length(value) then
    return replace(lower(value), '''', '');
  end if;
  return translate(
    normalize(
      regexp_replace(
        lower(normalize(private.cut_marks(value), nfkd) collate "und-x-icu"),
        '[\u0027\u02bc\u2019\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u2060\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]',
        '', 'g'
      ),
      nfc
    ),
    'øđłıðکیى', 'odlidكيي'
  );
end
$$;
comment on function private.search_fold is 'A text in lower case, without accents, joiners and apostrophes.';

create function private.search_words_of(value text) returns table(
  place integer, chunk integer, word text, dense boolean
)
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return query
  with chunks as materialized (
    select t.ord::integer as ord, btrim(t.m[1], '-._') as raw
    from regexp_matches(
      private.search_fold(value), '[^' || private.search_gaps() || ']+', 'g'
    ) with ordinality as t(m, ord)
  ),
  mixed as materialized (
    select c.ord, c.raw ~ ('[-._+#' || private.search_dense() || ']') as is_mixed, c.raw from chunks c
  ),
  pieces as (
    select m.ord, 1::bigint as piece, m.raw as text, false as is_dense from mixed m where not m.is_mixed and m.raw <> ''
    union all
    select m.ord, t.ord, t.m[1], t.m[1] ~ ('^[' || private.search_dense() || ']')
    from mixed m, regexp_matches(
      m.raw,
      '[' || private.search_dense() || ']+|[^-._+#' || private.search_dense() || ']+(?:\+\+|\+|#)?(?![^-._' || private.search_dense() || '])'
      || '|[^-._+#' || private.search_dense() || ']+', 'g'
    ) with ordinality as t(m, ord)
    where m.is_mixed
  ),
  words as (
    select p.ord, p.piece, 1 as step, left(p.text, 48) as text, false as is_dense from pieces p where not p.is_dense
    union all
    select p.ord, p.piece, s, substr(p.text, s, 2), true
    from pieces p, generate_series(1, char_length(p.text)) s where p.is_dense
  )
  select (row_number() over (order by w.ord, w.piece, w.step))::integer, w.ord, w.text, w.is_dense from words w;
end
$$;
comment on function private.search_words_of is
  'Splits a text into words in reading order. Words joined by - . _ + # share a chunk ("pi-hole" is two words in one chunk); + and # stay at the end of a word (c++, c#). Scripts without spaces (dense) give overlapping pairs of characters, and the last character alone at the end.';

create function private.search_language() returns text
language plpgsql stable parallel safe set search_path = '' as $$
begin
  return coalesce((select s.language from public.site_settings s where s.language in ('de', 'fr', 'es', 'pt-BR', 'ar')), 'en');
end
$$;
comment on function private.search_language is
  'The language whose stems and stop words search uses: the site''s, or English if PostgreSQL has none for it.';

create function private.search_lexemes(word text, language text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  is_stop boolean;
begin
  if word ~ '^[a-z]+$' and language in ('en', 'ar') then
    return ts_lexize('pg_catalog.english_stem', word);
  elsif language = 'en' then
    return null;
  end if;
  -- Stop words that PostgreSQL only knows with accents, folded, and missing ones, as in Arabic.
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
    -- The stemmer removes some endings only if the word has its article.
    return case when word ~ '^[ء-ي]{3,}$' then
      ts_lexize('pg_catalog.arabic_stem', 'ال' || regexp_replace(word, '^([وبفك]?ال|لل)(.{3})', '\2'))
    end;
  elsif word !~ '^[a-zßœ]+$' then
    return null;
  end if;
  -- Endings that the stemmers only know with accents are replaced by others of the same stem, or get their accents
  -- back.
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
$$;
comment on function private.search_lexemes is
  'The stem of a folded word in a language; empty for a stop word, null if the language has neither.';

create function private.search_stem(word text, language text default private.search_language()) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  if char_length(word) < 3 then
    return null;
  end if;
  return nullif((private.search_lexemes(word, language))[1], word);
end
$$;
comment on function private.search_stem is 'The stem of a word; null if it is the word itself.';

create function private.is_stop_word(word text, language text default private.search_language()) returns boolean
language sql immutable parallel safe set search_path = ''
return coalesce(cardinality(private.search_lexemes(word, language)) = 0, false);
comment on function private.is_stop_word is 'Whether a word is too common to search for.';

create function private.search_vector(
  value text, all_words boolean, language text default private.search_language()
) returns tsvector
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    with words as materialized (
      select least(w.place, 16000) as place, w.chunk, w.word, w.dense,
        lag(w.chunk) over (order by w.place) is not distinct from w.chunk
          or lead(w.chunk) over (order by w.place) is not distinct from w.chunk as has_neighbour,
        -- The result is empty for a stop word.
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
$$;
comment on function private.search_vector is
  'The words of a text with their positions: the words themselves, their stems, and compounds also as one word. Stop words only count with all_words or inside a compound.';
