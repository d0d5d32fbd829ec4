-- Where a text has the searched words. In: the text, the words to highlight, a beginning of words to highlight.
-- Out: [[start, length], ...] in code points from 0, in reading order, none touching the next.
create or replace function private.search_ranges(value text, forms text[], prefix text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  most constant integer := 40;
  -- Pieces in reading order: a word, or else what is between two words.
  words text[];
  gaps text[];
  folds text[] := array[]::text[];
  word text;
  fold text;
  place integer := 0;
  start integer;
  stop integer := -1;
  island integer;
  ranges jsonb := '[]';
begin
  select array_agg(t.m[1] order by t.ord), array_agg(t.m[2] order by t.ord) into words, gaps
  from regexp_matches(
    value,
    '([' || private.search_dense() || ']|[^-._' || private.search_gaps() || private.search_dense() || ']+)|([-._'
    || private.search_gaps() || ']+)', 'g'
  ) with ordinality as t(m, ord);
  if words is null then
    return '[]';
  end if;
  foreach word in array words loop
    folds := folds || case
      when word is null then null
      when octet_length(word) = char_length(word) then replace(ltrim(lower(word), '+#'), '''', '')
      else private.search_fold(word) end;
  end loop;
  for i in 1..cardinality(words) loop
    word := words[i];
    place := place + char_length(coalesce(word, gaps[i]));
    fold := folds[i];
    if fold <> '' and (
      fold = any (forms) or starts_with(fold, prefix)
      or (gaps[i + 1] in ('-', '.', '_') and fold || folds[i + 2] = any (forms))
      or (gaps[i - 1] in ('-', '.', '_') and folds[i - 2] || fold = any (forms))
      or case when fold ~ '^[a-z]{3}' then (ts_lexize('pg_catalog.english_stem', rtrim(fold, '+#')))[1] = any (forms)
        else rtrim(fold, '+#') = any (forms) or fold || folds[i + 1] = any (forms) or folds[i - 1] || fold = any (forms)
        end
    ) then
      start := place - char_length(ltrim(word, '''’'));
      if start > stop then
        if island is not null then
          ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
        end if;
        exit when jsonb_array_length(ranges) = most;
        island := start;
      end if;
      stop := place - (char_length(word) - char_length(rtrim(word, '''’')));
    end if;
  end loop;
  if island is not null and jsonb_array_length(ranges) < most then
    ranges := ranges || jsonb_build_array(jsonb_build_array(island, stop - island));
  end if;
  return ranges;
end
$$;
