create table private.search_misses (
  words text collate "C" primary key,
  times integer not null default 1,
  last_at timestamptz not null default now()
);
comment on table private.search_misses is 'Queries that found nothing and how often, without who searched.';

create index search_misses_times_idx on private.search_misses (times, last_at);

create function public.count_search_miss(query text) returns boolean
language plpgsql security definer set search_path = '' as $$
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
  -- Removes the beginnings of the query, because search runs at each pause in typing.
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
comment on function public.count_search_miss is
  'Counts a query that found nothing. If it does find something, it isn''t counted, whatever the caller says. The same words count at most once in ten seconds, and only a limited number of rare queries is kept, so that no one can fill the table. Returns whether it counted.';
grant execute on function public.count_search_miss to anon, authenticated, service_role;

create function public.admin_search_misses(max_rows integer default 50) returns table(
  words text, times integer, last_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select m.words, m.times, m.last_at from private.search_misses m
  order by m.times desc, m.last_at desc, m.words limit least(greatest(max_rows, 1), 500);
end
$$;
comment on function public.admin_search_misses is 'Queries that found nothing, most frequent first. Admins only.';
grant execute on function public.admin_search_misses to authenticated, service_role;

create function public.admin_forget_search_miss(missed text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.search_misses m where m.words = missed;
end
$$;
comment on function public.admin_forget_search_miss is 'Dismisses a query that found nothing.';
grant execute on function public.admin_forget_search_miss to authenticated, service_role;
