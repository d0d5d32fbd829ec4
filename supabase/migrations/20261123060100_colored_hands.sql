-- As before, but a sign that search does not compare, such as the color of a hand, joins no words: what stood after it was
-- marked as well.
create or replace function private.search_ranges(value text, forms text[], prefix text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  most constant integer := 40;
  between constant text := '-._' || private.search_gaps();
  words text[];
  -- Where each word starts; null where one letter between two words is all there is.
  starts integer[];
  -- What something asked for begins with: most words do not, and are looked at no closer.
  heads text := coalesce(left(prefix, 1), '');
  word text;
  fold text;
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
    continue when fold = '' or not is_joined and strpos(heads, left(fold, 1)) = 0;
    is_marked := is_joined or fold = any (forms) or starts_with(fold, prefix) or case
      when fold ~ '^[a-z]{3}' then (ts_lexize('pg_catalog.english_stem', rtrim(fold, '+#')))[1] = any (forms)
      else rtrim(fold, '+#') = any (forms) end;
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
$$;
