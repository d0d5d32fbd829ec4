-- Where a text has the searched words. In: the text, the words to highlight, a beginning of words to highlight.
-- Out: [[start, length], ...] in code points from 0, in reading order, none touching the next.
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

-- About 200 characters of a plain text from where most of the searched words are close together. In: the text, the
-- words, and all of them as one phrase, which is preferred.
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
  -- The second attempt ignores accents.
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
