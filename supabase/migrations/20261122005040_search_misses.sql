-- What searches found nothing: words to try instead, and for admins a count of what people look for in vain.

-- Words of titles that are spelt like those of a query, for one that found nothing. In: what was typed. Out: at most five
-- words, the likest first. Security definer for the same reason as search_posts.
create function public.near_words(query text) returns setof text
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return query
  select n.shown
  from (
    select shown.word as shown, max(near.likeness) as likeness
    from (
      select t.word from private.search_words_of(left(near_words.query, 100)) t
      where char_length(t.word) between 3 and 32 and not t.dense and not private.is_stop_word(t.word)
      order by t.place limit 4
    ) typed,
    lateral (
      select w.word, extensions.similarity(w.word, typed.word) as likeness
      from private.search_words w where w.word operator(extensions.%) typed.word and w.word <> typed.word
      order by likeness desc, w.documents desc, w.word limit 4
    ) near,
    -- As it stands in a title, which may be longer than the stem that search keeps.
    lateral (
      select found.word
      from (
        select t.key from private.search_titles t where t.title @@ format('''%s''', near.word)::tsquery limit 1
      ) known,
        unnest(string_to_array(known.key, ' ')) found(word)
      where found.word = near.word or private.search_stem(found.word) = near.word
      limit 1
    ) shown
    group by shown.word
  ) n
  order by n.likeness desc, n.shown limit 5;
end
$$;
revoke execute on function public.near_words(text) from public;
grant execute on function public.near_words(text) to anon, authenticated, service_role;

create table private.search_misses (
  words text collate "C" primary key,
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.search_misses is
  'Queries that found nothing, as their words, and how often. Who asked is not kept, and neither is what looks like an address or a number of somebody.';
create index search_misses_times_idx on private.search_misses (times, last_at);
alter table private.search_misses enable row level security;

-- Counts a query that found nothing; one that does find something is not counted, whoever says so. Once in ten seconds
-- for the same words, and of the rarest only so many are kept, so that nobody fills a table with it. Out: whether it did.
create function public.count_search_miss(query text) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 2000;
  typed constant text := left(count_search_miss.query, 100);
  missed constant text := (select string_agg(w.word, ' ' order by w.place) from private.search_words_of(typed) w);
begin
  if coalesce(char_length(missed), 0) < 3 or typed ~ '@|[0-9]{5}' or exists (select 1 from public.search_posts(typed, null, 1)) then
    return false;
  end if;
  insert into private.search_misses as m (words) values (missed)
  on conflict (words) do update set times = m.times + 1, last_at = now()
  where m.last_at < now() - interval '10 seconds';
  -- What was on the way to it: a search follows each pause in typing.
  delete from private.search_misses m
  where m.words <> missed and starts_with(missed, m.words) and m.times = 1 and m.last_at > now() - interval '1 minute';
  if random() < 0.1 then
    delete from private.search_misses m
    where m.words in (
      select s.words from private.search_misses s order by s.times desc, s.last_at desc offset most for update skip locked
    );
  end if;
  return true;
end
$$;
revoke execute on function public.count_search_miss(text) from public;
grant execute on function public.count_search_miss(text) to anon, authenticated, service_role;

-- What was looked for in vain, for admins: most often first.
create function public.admin_search_misses(max_rows integer default 50)
returns table (words text, times integer, last_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select m.words, m.times, m.last_at from private.search_misses m
  order by m.times desc, m.last_at desc, m.words limit least(greatest(max_rows, 1), 500);
end
$$;

-- Forgets it: the words have been understood, or were nonsense.
create function public.admin_forget_search_miss(missed text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.search_misses m where m.words = missed;
end
$$;
revoke execute on function public.admin_search_misses(integer) from public;
revoke execute on function public.admin_forget_search_miss(text) from public;
grant execute on function public.admin_search_misses(integer) to authenticated, service_role;
grant execute on function public.admin_forget_search_miss(text) to authenticated, service_role;
