-- Search over titles, details and comments: exact, by prefix, by word stem and with misspelt words.
-- What is searched lives apart from posts, so that a vote, which rewrites a post's row, rewrites no index of words.

-- Characters that part words, as the inside of a bracket expression; without + # - . _, which may belong to one.
create function private.search_gaps() returns text
language sql immutable parallel safe set search_path = ''
return '\u0001-\u0022\u0024-\u0026\u0028-\u002a\u002c\u002f\u003a-\u0040\u005b-\u005e\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02ff\u0375\u037e\u0387\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0609-\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u1680\u180e\u2000-\u2018\u201a-\u25ff\u27c0-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30fb\ue000-\uf8ff\ufd3e\ufd3f\ufe10-\ufe1f\ufe30-\ufe6f\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\ufff0-\uffff\U000e0000-\U0010ffff';

-- Scripts written without spaces, and emoji: searched by pairs of characters.
create function private.search_dense() returns text
language sql immutable parallel safe set search_path = ''
return '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2600-\u27bf\u3005-\u3007\u3041-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff';

-- A text as search compares it: lower case, without accents, vowel signs, joiners and apostrophes.
create function private.search_fold(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if octet_length(value) = char_length(value) then
    return replace(lower(value), '''', '');
  end if;
  return translate(
    normalize(
      regexp_replace(
        lower(normalize(value, nfkd) collate "und-x-icu"),
        '[\u0027\u02bc\u2019\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u2060\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]',
        '', 'g'
      ),
      nfc
    ),
    'øđłıðکیى', 'odlidكيي'
  );
end
$$;

-- Splits a text into words in reading order. Words joined by - . _ + # share a chunk ("pi-hole" is two words
-- of one chunk); + and # stay at the end of a word (c++, c#); an unspaced script yields pairs of characters.
create function private.search_words_of(value text)
returns table (place integer, chunk integer, word text, dense boolean)
language plpgsql immutable parallel safe set search_path = ''
as $$
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

-- The English stem of a word, or null where it is the word itself or the word is no English.
create function private.search_stem(word text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if word !~ '^[a-z]{3,}$' then
    return null;
  end if;
  return nullif((ts_lexize('pg_catalog.english_stem', word))[1], word);
end
$$;

-- Words too common to ask for.
create function private.is_stop_word(word text) returns boolean
language sql immutable parallel safe set search_path = ''
return char_length(word) < 11 and word ~ '^[a-z]+$' and coalesce(cardinality(ts_lexize('pg_catalog.english_stem', word)) = 0, false);

-- Words, stems and joined words of a text with their places. Stop words only where all = true, or inside a chunk.
create function private.search_vector(value text, all_words boolean) returns tsvector
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    with words as materialized (
      select least(w.place, 16000) as place, w.chunk, w.word, w.dense,
        lag(w.chunk) over (order by w.place) is not distinct from w.chunk
          or lead(w.chunk) over (order by w.place) is not distinct from w.chunk as has_neighbour,
        -- Empty for a stop word.
        case when w.word ~ '^[a-z]+$' then ts_lexize('pg_catalog.english_stem', w.word) end as stems
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

-- Markdown as a reader sees it: one line without marks, tags and link targets. Unknown tags stay: they are text.
create function private.plain_text(markdown text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
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
  value := regexp_replace(value, '^[ \t]*(?:>[ \t]*)*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,3}[.)][ \t]+|(?:[-*_][ \t]*){3,}$)?', '', 'gn');
  value := regexp_replace(value, '\*\*|__|~~|`', '', 'g');
  value := regexp_replace(value, '(^|[\s(])[*_]([^\s*_][^*_\n]*)[*_](?=$|[\s.,;:!?)])', '\1\2', 'g');
  value := regexp_replace(value, '\|?[ \t]*:?-{3,}:?[ \t]*\|', ' ', 'g');
  value := regexp_replace(value, '\\([][!"#$%&''()*+,./:;<=>?@\\^_{|}~-])', '\1', 'g');
  if position('&' in value) > 0 then
    value := replace(replace(replace(replace(replace(replace(
      value, '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&#39;', ''''), '&amp;', '&');
  end if;
  return btrim(regexp_replace(value, '[\s\u00a0\u2028\u2029\u3000]+', ' ', 'g'));
end
$$;

create table private.search_titles (
  post_id bigint primary key references public.posts (id) on delete cascade,
  popularity smallint not null,
  tier smallint not null,
  key text collate "C" not null,
  title tsvector not null
) with (fillfactor = 80);
comment on table private.search_titles is
  'The words of each title: a small table, so that even the commonest word is found and ranked fast. popularity is 20 ln(1 + votes), tier the power of two below the votes: both change ever more seldom as votes come in.';
create index search_titles_title_idx on private.search_titles using gin (title) with (fastupdate = off);
create index search_titles_tier_idx on private.search_titles (tier desc, post_id desc);
create index search_titles_key_idx on private.search_titles (key, post_id);

create table private.search_posts (
  post_id bigint primary key references public.posts (id) on delete cascade,
  vector tsvector not null,
  body text not null
) with (toast_tuple_target = 128);
comment on table private.search_posts is
  'The words of title (A) and details (B) of each post, and the details as plain text, which is stored aside: it is read only for the rows shown.';
alter table private.search_posts alter column vector set storage main;
create index search_posts_vector_idx on private.search_posts using gin (vector) with (fastupdate = off);

create table private.search_comments (
  comment_id bigint primary key references public.comments (id) on delete cascade,
  post_id bigint not null,
  vector tsvector not null,
  body text not null
);
comment on table private.search_comments is 'The words of each comment that is not deleted, and its text without Markdown.';
create index search_comments_vector_idx on private.search_comments using gin (vector) with (fastupdate = off);

create table private.search_words (
  word text collate "C" primary key,
  deletes text[] not null,
  documents double precision not null default 1
) with (fillfactor = 85);
comment on table private.search_words is
  'Every word in use, to find what a misspelt one may have meant: deletes holds the word and all its forms with one letter left out. documents is how many texts have it, exact below 16 and an estimate above. Only a help: no result depends on it being complete.';
create index search_words_deletes_idx on private.search_words using gin (deletes) with (fastupdate = off);
create index search_words_similar_idx on private.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

create function private.one_letter_less(word text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select distinct overlay(word placing '' from i for 1) from generate_series(1, char_length(word)) i
    union select word
  );
end
$$;

-- Counts words of new texts. Common words are counted now and then with more weight, and a row that another
-- writer holds is passed over: writers never wait for each other here.
create function private.learn_words(words text[], times integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.search_words w
  set documents = w.documents + held.times * case when w.documents < 16 then 1 else w.documents / 16 end
  from (
    select k.word, given.times
    from unnest(words, times) as given(word, times)
    join private.search_words k on k.word = given.word
    where k.documents < 16 or random() < 16 / k.documents
    for no key update of k skip locked
  ) held
  where w.word = held.word;
  insert into private.search_words (word, deletes, documents)
  select given.word, private.one_letter_less(given.word), given.times
  from unnest(words, times) as given(word, times)
  where char_length(given.word) between 2 and 32 and given.word ~ ('^[^0-9' || private.search_dense() || ']')
    and not exists (select 1 from private.search_words k where k.word = given.word)
  order by given.word collate "C"
  on conflict do nothing;
end
$$;

create function private.forget_words(words text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update private.search_words w set documents = w.documents - 1
  where w.word in (
    select k.word from private.search_words k
    where k.word = any(words) and k.documents < 16 for no key update skip locked
  );
  delete from private.search_words w
  where w.word in (
    select k.word from private.search_words k where k.word = any(words) and k.documents < 1 for update skip locked
  );
end
$$;

create function private.popularity(votes integer) returns smallint
language sql immutable parallel safe set search_path = ''
return round(20 * ln(1 + votes))::smallint;

create function private.index_posts(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  words text[];
  times integer[];
begin
  insert into private.search_titles (post_id, popularity, tier, key, title)
  select p.id, private.popularity(p.votes_total), floor(log(2, 1 + p.votes_total)),
    coalesce((select string_agg(w.word, ' ' order by w.place) from private.search_words_of(p.title) w), ''),
    private.search_vector(p.title, true)
  from public.posts p where p.id = any(ids)
  on conflict (post_id) do update set key = excluded.key, title = excluded.title;
  with fresh as (
    insert into private.search_posts as s (post_id, vector, body)
    select p.id, setweight(t.title, 'A') || setweight(private.search_vector(b.body, false), 'B'), b.body
    from public.posts p
    join private.search_titles t on t.post_id = p.id
    cross join lateral (select private.plain_text(p.details) as body offset 0) b
    where p.id = any(ids)
    on conflict (post_id) do update set vector = excluded.vector, body = excluded.body
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  perform private.learn_words(words, times);
end
$$;

create function private.index_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.search_titles
  set popularity = private.popularity(new.votes_total), tier = floor(log(2, 1 + new.votes_total))
  where post_id = new.id;
  return null;
end
$$;
create trigger index_votes after update of votes_total on public.posts
  for each row when (round(20 * ln(1 + old.votes_total)) <> round(20 * ln(1 + new.votes_total)))
  execute function private.index_votes();

create function private.index_comments(ids bigint[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  words text[];
  times integer[];
begin
  with fresh as (
    insert into private.search_comments as s (comment_id, post_id, vector, body)
    select c.id, c.post_id, setweight(private.search_vector(t.body, false), 'C'), t.body
    from public.comments c, lateral (select private.plain_text(c.body) as body offset 0) t
    where c.id = any(ids) and c.deleted_at is null
    on conflict (comment_id) do update set vector = excluded.vector, body = excluded.body
    returning s.vector
  ),
  counted as (
    select word, count(*)::integer as n from fresh, unnest(tsvector_to_array(fresh.vector)) word group by word
  )
  select array_agg(word), array_agg(n) into words, times from counted;
  perform private.learn_words(words, times);
end
$$;

create function private.index_new_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.index_posts(array(select id from new_rows));
  return null;
end
$$;
create trigger index_new_posts after insert on public.posts
  referencing new table as new_rows for each statement execute function private.index_new_posts();

create function private.index_changed_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words(array(
    select unnest(tsvector_to_array(s.vector)) from private.search_posts s where s.post_id = new.id
  ));
  perform private.index_posts(array[new.id]);
  return null;
end
$$;
create trigger index_changed_post after update of title, details on public.posts
  for each row when (old.title is distinct from new.title or old.details is distinct from new.details)
  execute function private.index_changed_post();

create function private.index_new_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.index_comments(array(select id from new_rows));
  return null;
end
$$;
create trigger index_new_comments after insert on public.comments
  referencing new table as new_rows for each statement execute function private.index_new_comments();

create function private.index_changed_comment() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is not null then
    delete from private.search_comments where comment_id = new.id;
    return null;
  end if;
  perform private.forget_words(array(
    select unnest(tsvector_to_array(s.vector)) from private.search_comments s where s.comment_id = new.id
  ));
  perform private.index_comments(array[new.id]);
  return null;
end
$$;
create trigger index_changed_comment after update of body, deleted_at on public.comments
  for each row when (old.body is distinct from new.body or old.deleted_at is distinct from new.deleted_at)
  execute function private.index_changed_comment();

create function private.forget_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_words(array(select unnest(tsvector_to_array(old.vector))));
  return null;
end
$$;
create trigger forget_post after delete on private.search_posts
  for each row execute function private.forget_text();
create trigger forget_comment after delete on private.search_comments
  for each row execute function private.forget_text();

-- Words in use that a misspelt one may have meant, best first: one letter missing, added, replaced or two
-- neighbours swapped; for longer words also two mistakes. Of a word that is itself in use (documents > 0) only
-- words with one other letter, and much more common ones unless any is wanted.
create function private.search_corrections(typed text, max_words integer, documents double precision, any_rare boolean)
returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  size integer := char_length(typed);
  swaps text[];
  found_words text[];
begin
  if size not between 3 and 32 or typed ~ '[0-9]' then
    return array[]::text[];
  end if;
  swaps := array(
    select overlay(typed placing reverse(substr(typed, i, 2)) from i for 2) from generate_series(1, size - 1) i
  );
  found_words := array(
    select c.word
    from (
      select w.word, w.documents,
        case when w.word = any(swaps) then 1 else extensions.levenshtein(w.word, typed) end as distance
      from private.search_words w
      where w.deletes && private.one_letter_less(typed) and w.word <> typed
    ) c
    where (c.distance = 1 or (c.distance = 2 and size >= 5 and search_corrections.documents = 0))
      and (any_rare or c.documents > 2 * search_corrections.documents)
    order by c.distance, (left(c.word, 1) = left(typed, 1)) desc, c.documents desc, c.word
    limit max_words
  );
  if found_words = array[]::text[] and size >= 6 and search_corrections.documents = 0 then
    found_words := array(
      select w.word from private.search_words w
      where w.word operator(extensions.%) typed and abs(char_length(w.word) - size) <= 3
        and extensions.levenshtein_less_equal(w.word, typed, 3) <= least(1 + size / 6, 3)
      order by extensions.similarity(w.word, typed) desc, w.documents desc, w.word
      limit least(max_words, 3)
    );
  end if;
  return found_words;
end
$$;

-- What a query asks for, one row per word in reading order: tsquery texts for titles and for longer texts (where
-- a very short beginning of a word would match nearly everything), strict and loose (with corrections), and
-- the words to highlight. With guess, words that exist are corrected as well.
create function private.search_atoms(query text, guess boolean)
returns table (
  place integer, strict_title text, loose_title text, strict_body text, loose_body text,
  forms text[], prefix text, documents double precision
)
language plpgsql stable set search_path = ''
as $$
declare
  words text[];
  chunks integer[];
  denses boolean[];
  total integer;
  first integer := 1;
  last integer;
  only_stops boolean;
  is_last boolean;
  term text;
  bare text;
  part text;
  part_body text;
  joined text;
  stem text;
  known double precision;
  fixes text[];
  seen text[] := array[]::text[];
  parts integer;
  used integer := 0;
begin
  select array_agg(w.word order by w.place), array_agg(w.chunk order by w.place), array_agg(w.dense order by w.place)
  into words, chunks, denses
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  total := coalesce(array_length(words, 1), 0);
  only_stops := not exists (
    select 1 from unnest(words) with ordinality as t(w, i)
    where not private.is_stop_word(w) or (t.i = total and char_length(w) > 1)
  );

  while first <= total and used < 12 loop
    last := first;
    while last < total and chunks[last + 1] = chunks[first] and denses[last + 1] = denses[first]
      and (denses[first] or last - first < 4) loop
      last := last + 1;
    end loop;
    is_last := last = total;
    strict_title := null;
    loose_title := null;
    strict_body := null;
    loose_body := null;
    prefix := null;
    forms := array[]::text[];
    documents := null;
    place := first;
    parts := 1;

    if denses[first] then
      -- Pairs of characters; the last character alone only when it is the whole run.
      if first = last then
        strict_title := format('''%s'':*', words[first]);
        forms := array[words[first]];
        first := last + 1;
      else
        strict_title := format('''%s''', words[first]);
        forms := array[words[first]];
        first := case when first + 1 = last then last + 1 else first + 1 end;
      end if;
      strict_body := strict_title;
    elsif first = last then
      term := words[first];
      bare := rtrim(term, '+#');
      stem := private.search_stem(term);
      select s.documents into known from private.search_words s where s.word = words[first];
      documents := coalesce(known, 0);
      if is_last then
        -- A few letters begin very many words.
        documents := case when char_length(term) < 3 then 'infinity' else (
          select coalesce(sum(begun.documents), 0)
          from (
            select s.documents from private.search_words s where s.word >= term and s.word < term || U&'\+10FFFF' limit 500
          ) begun
        ) end;
      end if;
      forms := array[term];
      strict_title := format('''%s''', term);
      strict_body := strict_title;
      if stem is not null then
        strict_title := strict_title || format(' | ''%s''', stem);
        strict_body := strict_title;
        forms := forms || stem;
      end if;
      if is_last or (known is null and char_length(term) >= 3) then
        prefix := term;
        strict_title := strict_title || format(' | ''%s'':*', term);
        -- Of a word that a thousand texts have as it stands, longer ones are looked for in titles only.
        if char_length(term) >= 3 and coalesce(known, 0) < 1000 then
          strict_body := strict_title;
        end if;
      end if;
      if bare <> term then
        loose_title := format('%s | ''%s''', strict_title, bare);
        loose_body := format('%s | ''%s''', strict_body, bare);
      end if;
      if known is null and is_last and not guess and exists (
        select 1 from private.search_words s where s.word > bare and s.word < bare || U&'\+10FFFF'
      ) then
        known := 1;
      end if;
      -- A rare word may be a mistake somebody else has made, too.
      if known is null or guess or (known < 8 and char_length(term) >= 5) then
        fixes := private.search_corrections(term, case when known is null then 6 else 3 end, coalesce(known, 0), guess);
        if known is null and char_length(term) between 5 and 32 then
          -- Two words typed as one.
          select fixes || array_agg(format('%s %s', left(bare, i), substr(bare, i + 1))) into fixes
          from (
            select i from generate_series(2, char_length(bare) - 2) i
            where exists (select 1 from private.search_words s where s.word = left(bare, i))
              and exists (select 1 from private.search_words s where s.word = substr(bare, i + 1))
            limit 3
          ) split;
        end if;
        foreach term in array fixes loop
          part := format('(''%s'')', replace(term, ' ', ''' <-> '''));
          loose_title := coalesce(loose_title, strict_title) || ' | ' || part;
          loose_body := coalesce(loose_body, strict_body) || ' | ' || part;
          forms := forms || string_to_array(term, ' ');
        end loop;
      end if;
      -- A stop word is not asked for, unless there is nothing else or it is still being typed.
      if private.is_stop_word(words[first]) and not only_stops then
        if is_last and char_length(words[first]) > 1 then
          strict_title := format('''%s'':*', words[first]);
          strict_body := strict_title;
        else
          strict_title := null;
        end if;
      end if;
      first := last + 1;
    else
      -- A compound: its parts side by side, or written as one word.
      select string_agg(format('''%s''', w) || case when is_last and i = n then ':*' else '' end, ' <-> ' order by i),
        string_agg(rtrim(w, '+#'), '' order by i), string_agg(format('''%s''', w), ' <-> ' order by i)
      into part, joined, part_body
      from (select w, i, count(*) over () as n from unnest(words[first:last]) with ordinality as t(w, i)) t;
      forms := words[first:last] || joined;
      parts := last - first + 1;
      if is_last then
        prefix := words[last];
      end if;
      strict_title := format('(%s) | ''%s''%s', part, joined, case when is_last and char_length(joined) > 2 then ':*' else '' end);
      if is_last and char_length(words[last]) < 3 then
        part := part_body;
      end if;
      strict_body := format('(%s) | ''%s''%s', part, joined, case when is_last and char_length(joined) > 2 then ':*' else '' end);
      if last - first < 4 then
        select string_agg(format('(%s)', concat_ws(' | ', format('''%s''', t.w) || case when is_last and i = n then ':*' else '' end,
            (select string_agg(format('''%s''', f), ' | ') from unnest(t.fix) f))), ' & ' order by i),
          forms || coalesce((select array_agg(f) from unnest(words[first:last]) w, unnest(private.search_corrections(w, 3, 0, false)) f), array[]::text[])
        into part, forms
        from (
          select w, i, count(*) over () as n,
            case when guess or not exists (select 1 from private.search_words s where s.word = t.w)
              then private.search_corrections(w, 3, 0, false) end as fix
          from unnest(words[first:last]) with ordinality as t(w, i)
        ) t;
        loose_title := format('%s | (%s)', strict_title, part);
        loose_body := case when is_last and char_length(words[last]) < 3 then strict_body
          else format('%s | (%s)', strict_body, part) end;
      end if;
      first := last + 1;
    end if;

    if strict_title is not null and not strict_title = any(seen) then
      seen := seen || strict_title;
      used := used + parts;
      strict_title := format('(%s)', strict_title);
      strict_body := format('(%s)', strict_body);
      loose_title := coalesce('(' || loose_title || ')', strict_title);
      loose_body := coalesce('(' || loose_body || ')', strict_body);
      return next;
    end if;
  end loop;
end
$$;

-- Where a text shows the searched words: [[start, length], ...] in code points from 0, in order, not touching.
create function private.search_ranges(value text, forms text[], prefix text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    with raw as (
      -- A word, or else what is between two words.
      select t.ord, t.m[1] as text, t.m[2] as gap,
        sum(char_length(coalesce(t.m[1], t.m[2]))) over (order by t.ord rows unbounded preceding) as stop
      from regexp_matches(
        value,
        '([' || private.search_dense() || ']|[^-._' || private.search_gaps() || private.search_dense() || ']+)|([-._'
        || private.search_gaps() || ']+)', 'g'
      ) with ordinality as t(m, ord)
    ),
    pieces as (
      select r.ord, r.text, r.stop, f.fold, lead(f.fold) over w as next, lead(f.fold, 2) over w as after,
        lag(f.fold) over w as previous, lag(f.fold, 2) over w as before,
        lead(r.gap) over w in ('-', '.', '_') as is_joined, lag(r.gap) over w in ('-', '.', '_') as was_joined
      from raw r,
        lateral (
          select case when octet_length(r.text) = char_length(r.text) then replace(ltrim(lower(r.text), '+#'), '''', '')
            else private.search_fold(r.text) end as fold offset 0
        ) f
      window w as (order by r.ord)
    ),
    hits as (
      select p.ord, p.stop - char_length(ltrim(p.text, '''’')) as start,
        p.stop - (char_length(p.text) - char_length(rtrim(p.text, '''’'))) as stop
      from pieces p
      where p.fold <> '' and (
        p.fold = any(forms) or starts_with(p.fold, prefix)
        or (p.is_joined and p.fold || p.after = any(forms)) or (p.was_joined and p.before || p.fold = any(forms))
        or case when p.fold ~ '^[a-z]{3}' then (ts_lexize('pg_catalog.english_stem', rtrim(p.fold, '+#')))[1] = any(forms)
          else rtrim(p.fold, '+#') = any(forms) or p.fold || p.next = any(forms) or p.previous || p.fold = any(forms) end
      )
    ),
    islands as (
      select h.start, h.stop, count(*) filter (where h.start > h.reach) over (order by h.start) as island
      from (select h.*, lag(h.stop) over (order by h.start) as reach from hits h) h
    )
    select coalesce(jsonb_agg(jsonb_build_array(start, stop - start) order by start), '[]'::jsonb)
    from (select min(i.start) as start, max(i.stop) as stop from islands i group by i.island order by 1 limit 40) r
  );
end
$$;

-- About 200 characters of a plain text round the place where most of the searched words are.
create function private.search_snippet(value text, forms text[], phrase text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  accents constant text := 'àáâãäåāăąçćčďèéêëēęěğìíîïīıľĺñńňòóôõöøōőřŕśšşșťțùúûüūůűýÿžźż';
  letters constant text := 'aaaaaaaaacccdeeeeeeegiiiiiillnnnoooooooorrssssttuuuuuuuyyzzz';
  low text;
  hit integer;
  best integer := 0;
  most integer := 0;
  count_here integer;
  form text;
  start integer;
  stop integer;
begin
  if char_length(value) <= 220 then
    return value;
  end if;
  low := lower(value);
  for attempt in 1..2 loop
    best := case when char_length(phrase) > 2 then strpos(low, phrase) else 0 end;
    exit when best > 0;
    foreach form in array forms[1:16] loop
      -- The start of a word if there is one, else anywhere.
      hit := strpos(low, ' ' || form);
      hit := case when hit > 0 then hit + 1 when left(low, char_length(form)) = form then 1
        when char_length(form) > 2 or octet_length(form) > char_length(form) then strpos(low, form) else 0 end;
      if hit > 0 then
        count_here := (select count(*) from unnest(forms[1:16]) f where strpos(substr(low, greatest(hit - 60, 1), 200), f) > 0);
        if count_here > most or (count_here = most and hit < best) then
          most := count_here;
          best := hit;
        end if;
      end if;
    end loop;
    exit when best > 0 or octet_length(value) = char_length(value);
    low := translate(low, accents, letters);
  end loop;
  start := greatest(best - 60, 1);
  if start > 1 then
    hit := strpos(substr(value, start, 30), ' ');
    start := case when hit > 0 then start + hit else start end;
  end if;
  stop := start + 200;
  if stop <= char_length(value) then
    hit := strpos(reverse(substr(value, stop - 30, 30)), ' ');
    stop := case when hit > 0 then stop - hit else stop end;
  end if;
  return case when start > 1 then '…' else '' end || substr(value, start, stop - start)
    || case when stop <= char_length(value) then '…' else '' end;
end
$$;

-- Searches posts. In: what was typed (anything; only its first 400 characters count), the row_cursor of the last
-- row seen, how many rows (1-100). Out: best first, the columns of list_posts and
--   snippet, snippet_source: plain text round the match, from 'details', or from 'comment' when only a comment matched;
--   title_ranges, snippet_ranges: what to highlight, [[start, length], ...] counted in code points from 0;
--   total, total_is_exact: how many posts were found, the same on every row; past 500 only so many are ranked.
-- Title outweighs details outweighs comments; whole words, phrases and votes order what is otherwise alike. When
-- no title has all words, words in use are corrected as well and posts that miss a word follow at the end.
-- Security definer because the words are kept in a schema clients cannot read; it shows public columns only.
create function public.search_posts(query text, after_cursor text default null, max_rows integer default 20)
returns table (
  id bigint, category_slug text, slug text, title text, state public.post_state,
  votes_total integer, comments_total integer, created_at timestamptz, author_name text, author_avatar text,
  snippet text, snippet_source text, title_ranges jsonb, snippet_ranges jsonb,
  total integer, total_is_exact boolean, row_cursor text
)
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  most constant integer := 500;
  row_limit constant integer := least(greatest(coalesce(max_rows, 20), 1), 100);
  after_score numeric;
  after_id bigint;
  words text[];
  typed_key text;
  strict_titles text[];
  loose_titles text[];
  strict_bodies text[];
  loose_bodies text[];
  places integer[];
  marked text[];
  more_marked text[];
  last_prefix text;
  size integer;
  texts double precision;
  share double precision;
  parts integer;
  title_strict tsquery;
  title_loose tsquery;
  title_guess tsquery;
  body_strict tsquery;
  body_loose tsquery;
  phrase tsquery;
  whole tsquery;
  any_word tsquery;
  each_word tsquery[];
  partly tsquery;
  joined text;
  joined_at integer;
  ids bigint[];
  more bigint[];
  partial_ids bigint[] := array[]::bigint[];
  comment_posts bigint[] := array[]::bigint[];
  comment_ids bigint[] := array[]::bigint[];
  in_titles integer;
  is_exact boolean := true;
begin
  if after_cursor is not null then
    begin
      after_score := (after_cursor::jsonb ->> 0)::numeric;
      after_id := (after_cursor::jsonb ->> 1)::bigint;
    exception when others then
      after_score := null;
    end;
    if after_score is null or after_id is null then
      raise exception 'Unknown cursor' using errcode = '22023';
    end if;
  end if;

  select array_agg(w.word order by w.place), string_agg(w.word, ' ' order by w.place) into words, typed_key
  from (select * from private.search_words_of(left(query, 400)) limit 48) w;
  select greatest(sum(c.reltuples), 1) into texts from pg_catalog.pg_class c
  where c.oid in ('private.search_posts'::regclass, 'private.search_comments'::regclass);
  select array_agg(a.strict_title order by a.place), array_agg(a.loose_title order by a.place),
    array_agg(a.strict_body order by a.place), array_agg(a.loose_body order by a.place),
    array_agg(a.place order by a.place), max(a.prefix), exp(sum(ln(least(1, (a.documents + 1) / texts)))),
    string_to_array(string_agg(array_to_string(a.forms, ' '), ' '), ' ')
  into strict_titles, loose_titles, strict_bodies, loose_bodies, places, last_prefix, share, marked
  from private.search_atoms(query, false) a;
  size := coalesce(cardinality(strict_titles), 0);
  parts := least(size, 3);
  if size = 0 then
    return;
  end if;
  title_strict := array_to_string(strict_titles, ' & ')::tsquery;
  title_loose := array_to_string(loose_titles, ' & ')::tsquery;
  body_strict := array_to_string(strict_bodies, ' & ')::tsquery;
  body_loose := array_to_string(loose_bodies, ' & ')::tsquery;
  any_word := array_to_string(loose_bodies, ' | ')::tsquery;
  each_word := loose_titles::tsquery[];
  whole := (
    select string_agg(format('''%s''', w), ' & ') from unnest(words) w where not private.is_stop_word(w)
  )::tsquery;
  phrase := (
    select string_agg(format('''%s''', w) || case when i = cardinality(words) then ':*' else '' end, ' <-> ' order by i)
    from unnest(words) with ordinality as t(w, i) where i <= 8
  )::tsquery;
  -- The first neighbours that others write as one word.
  select w.word, t.i into joined, joined_at
  from generate_series(1, least(cardinality(words), 13) - 1) as t(i)
  join private.search_words w on w.word = words[t.i] || words[t.i + 1]
  where char_length(w.word) > 3
  order by t.i limit 1;
  if found then
    title_loose := title_loose || concat_ws(' & ', format('''%s''', joined), (
      select string_agg(loose_titles[j], ' & ') from generate_series(1, size) j where places[j] not in (joined_at, joined_at + 1)
    ))::tsquery;
    body_loose := body_loose || concat_ws(' & ', format('''%s''', joined), (
      select string_agg(loose_bodies[j], ' & ') from generate_series(1, size) j where places[j] not in (joined_at, joined_at + 1)
    ))::tsquery;
    marked := marked || joined;
  end if;

  -- What a large share of texts has is found sooner among the most voted or newest than in the index of words.
  ids := array[]::bigint[];
  if share > 0.2 then
    ids := array(
      select t.post_id
      from (select s.post_id, s.title from private.search_titles s order by s.tier desc, s.post_id desc limit 4000) t
      where t.title @@ title_loose limit most
    );
  end if;
  if cardinality(ids) < most then
    ids := array(select t.post_id from private.search_titles t where t.title @@ title_loose limit most);
  end if;
  in_titles := cardinality(ids);
  if in_titles = 0 and size > 1 then
    -- Each word may be in use and yet not be what was meant ("from" for "form").
    select string_agg(a.loose_title, ' & ')::tsquery,
      marked || string_to_array(string_agg(array_to_string(a.forms, ' '), ' '), ' ')
    into title_guess, more_marked
    from private.search_atoms(query, true) a;
    ids := array(select t.post_id from private.search_titles t where t.title @@ title_guess limit most / 2);
    if cardinality(ids) > 0 then
      marked := more_marked;
    end if;
  end if;

  if cardinality(ids) >= most then
    -- Too many to rank them all: the exact ones must be among those that are.
    is_exact := false;
    ids := ids || array(
      select t.post_id from private.search_titles t
      where t.key >= typed_key and t.key < typed_key || U&'\+10FFFF' order by t.key, t.post_id limit 100
    );
    if cardinality(words) > 1 then
      ids := ids || array(select t.post_id from private.search_titles t where t.title @@ phrase limit 100);
    end if;
  else
    more := array[]::bigint[];
    if share > 0.08 then
      more := array(
        select t.post_id
        from (select s.post_id, s.vector from private.search_posts s order by s.post_id desc limit 3000) t
        where t.vector @@ body_loose limit most
      );
    end if;
    if cardinality(more) < most / 2 then
      more := array(select s.post_id from private.search_posts s where s.vector @@ body_loose limit most);
    else
      is_exact := false;
    end if;
    ids := array(select distinct f from unnest(ids || more) f);
    is_exact := is_exact and cardinality(more) < most;
    if is_exact then
      select coalesce(array_agg(c.post_id), array[]::bigint[]), coalesce(array_agg(c.comment_id), array[]::bigint[])
      into comment_posts, comment_ids
      from (
        select distinct on (found.post_id) found.post_id, found.comment_id
        from (
          select s.post_id, s.comment_id from private.search_comments s where s.vector @@ body_loose limit most
        ) found
        where found.post_id <> all(ids)
        order by found.post_id, found.comment_id
      ) c;
      is_exact := cardinality(comment_posts) < most;
    end if;
    if in_titles = 0 and cardinality(ids) + cardinality(comment_posts) < (case size when 1 then 0 when 2 then 1 else 5 end) then
      -- Two of three parts of the query (of two words, either): however many words, each is looked up twice at most.
      partly := (
        select string_agg(format('(%s)', one), ' | ')
        from (
          select string_agg(loose_titles[j], ' & ') as one
          from generate_series(1, parts) part, generate_series(1, size) j
          where (j * parts + size - 1) / size <> part group by part
        ) t
      )::tsquery;
      partial_ids := array(select t.post_id from private.search_titles t where t.title @@ partly limit 200);
      if cardinality(partial_ids) < 5 then
        partly := (
          select string_agg(format('(%s)', one), ' | ')
          from (
            select string_agg(loose_bodies[j], ' & ') as one
            from generate_series(1, parts) part, generate_series(1, size) j
            where (j * parts + size - 1) / size <> part group by part
          ) t
        )::tsquery;
        partial_ids := partial_ids || array(select s.post_id from private.search_posts s where s.vector @@ partly limit 100);
      end if;
      is_exact := is_exact and cardinality(partial_ids) < 200;
    end if;
  end if;
  ids := array(select distinct f from unnest(ids || comment_posts || partial_ids) f);

  return query
  with ranked as materialized (
    select t.post_id, hit.comment_id,
      round((
        case
          when m.worth > 0 then m.worth + 0.5
            + case when cardinality(words) > 1 and t.title @@ phrase then 1 else 0 end
            + case when t.title @@ whole then 0.6 else 0 end
          else ts_rank(s.vector, any_word) / 2 + case
            when s.vector @@ body_strict then 3
            when t.title @@ title_guess then 2.9
            when s.vector @@ body_loose then 2.5
            when hit.comment_id is not null then 1.8
            else 0.2 + 2.4 * power((
              select count(*) from unnest(each_word) q where t.title @@ q
            ) / size::double precision, 2)
          end
        end
        + case when t.key = typed_key then 3 when starts_with(t.key, typed_key) then 1.5 else 0 end
        + 0.5 * least(size / greatest(length(t.title), 1)::double precision, 1)
        + 0.005 * t.popularity
      )::numeric, 6) as score
    from unnest(ids) as given(post_id)
    join private.search_titles t on t.post_id = given.post_id
    cross join lateral (
      select case when t.title @@ title_strict then 6 when t.title @@ title_loose then 5 else 0 end as worth offset 0
    ) m
    left join private.search_posts s on s.post_id = given.post_id and m.worth = 0
    left join unnest(comment_posts, comment_ids) as hit(post_id, comment_id) on hit.post_id = given.post_id
  ),
  page as (
    select r.post_id, r.comment_id, r.score from ranked r
    where after_id is null or (r.score, r.post_id) < (after_score, after_id)
    order by r.score desc, r.post_id desc limit row_limit
  )
  select p.id, c.slug, p.slug, p.title, p.state, p.votes_total, p.comments_total, p.created_at, a.name, a.avatar_url,
    shown.snippet, case when page.comment_id is null then 'details' else 'comment' end,
    private.search_ranges(p.title, marked, last_prefix), private.search_ranges(shown.snippet, marked, last_prefix),
    cardinality(ids), is_exact, jsonb_build_array(page.score, page.post_id)::text
  from page
  join public.posts p on p.id = page.post_id
  join public.categories c on c.id = p.category_id
  join private.search_posts s on s.post_id = page.post_id
  left join public.profiles a on a.id = p.author_id
  left join private.search_comments sc on sc.comment_id = page.comment_id
  cross join lateral (
    select private.search_snippet(coalesce(sc.body, s.body), marked, typed_key) as snippet offset 0
  ) shown
  order by page.score desc, page.post_id desc;
end
$$;

-- Posts that may say the same as a title that is being typed, likeliest first (1-20 of them).
-- Security definer for the same reason as search_posts.
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

revoke execute on function public.search_posts(text, text, integer) from public;
grant execute on function public.search_posts(text, text, integer) to anon, authenticated, service_role;
revoke execute on function public.similar_posts(text, integer) from public;
grant execute on function public.similar_posts(text, integer) to anon, authenticated, service_role;

-- What was written before search knew of it.
select private.index_posts(array(select id from public.posts));
select private.index_comments(array(select id from public.comments));
