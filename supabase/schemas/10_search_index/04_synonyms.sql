create function private.clean_synonyms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.words := array(
    select c.entry
    from (
      select private.clean_line(left(w, 60)) as entry, i from unnest(new.words) with ordinality as t(w, i)
    ) c
    group by c.entry
    having (select count(*) from private.search_words_of(c.entry)) between 1 and 4
    order by min(c.i)
  );
  if cardinality(new.words) < 2 then
    raise exception 'Give at least two words with the same meaning.' using errcode = '22023';
  end if;
  return new;
end
$$;
comment on function private.clean_synonyms is 'Cleans a group: distinct entries of at most four words.';

create function private.index_synonyms() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.search_synonyms s where s.group_id = new.id;
  insert into private.search_synonyms (key, group_id, words, title)
  select e.key, new.id, e.words, e.query
  from unnest(new.words) as given(entry),
    lateral (
      select string_agg(f.stem, ' ' order by f.place) as key, array_agg(f.word order by f.place) as words,
        format('(%s)', string_agg(format('''%s''', f.stem), ' <-> ' order by f.place)) as query
      from (
        select w.place, w.word, coalesce(private.search_stem(w.word), w.word) as stem
        from private.search_words_of(given.entry) w
      ) f
    ) e
  on conflict do nothing;
  return null;
end
$$;
comment on function private.index_synonyms is 'Writes a group of synonyms in the form that search looks up.';

create table public.synonyms (
  id integer generated always as identity primary key,
  words text[] not null check (cardinality(words) between 2 and 20),
  created_at timestamptz not null default now()
);
comment on table public.synonyms is 'Groups of words that search treats as the same. Managed by admins.';

grant select, insert (words), update (words), delete on public.synonyms to authenticated;

create policy "admins read synonyms" on public.synonyms for select to authenticated using ((select private.is_admin()));
create policy "admins add synonyms" on public.synonyms
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change synonyms" on public.synonyms
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete synonyms" on public.synonyms
  for delete to authenticated using ((select private.is_admin()));

create trigger clean_synonyms before insert or update of words on public.synonyms
  for each row execute function private.clean_synonyms();
create trigger index_synonyms after insert or update of words on public.synonyms
  for each row execute function private.index_synonyms();

create type private.synonym_place as (
  first integer,
  last integer,
  title text,
  forms text[],
  documents double precision
);
comment on type private.synonym_place is
  'Where a synonym entry appears in a query: the numbers of its first and last word, and the other entries of its groups as a tsquery text for titles, the words to highlight, and roughly how many texts contain one.';

create table private.search_synonyms (
  key text collate "C",
  group_id integer references public.synonyms (id) on delete cascade,
  words text[] not null,
  title text not null,
  primary key (key, group_id)
);
comment on table private.search_synonyms is 'The entries of synonyms by their stems, with a tsquery.';

create index search_synonyms_group_idx on private.search_synonyms (group_id);

create function private.find_synonyms(words text[]) returns private.synonym_place[]
language plpgsql stable set search_path = '' as $$
declare
  language constant text := private.search_language();
  stems constant text[] := array(
    select coalesce(private.search_stem(t.w, language), t.w) from unnest(words) with ordinality as t(w, i) order by t.i
  );
begin
  return array(
    select row(
      i, i + n - 1, string_agg(distinct o.title, ' | '),
      string_to_array(string_agg(distinct array_to_string(o.words, ' '), ' '), ' '),
      sum((select w.documents from private.search_words w where w.word = split_part(o.key, ' ', 1)))
    )::private.synonym_place
    from generate_series(1, cardinality(stems)) i
    cross join generate_series(1, least(4, cardinality(stems) - i + 1)) n
    cross join lateral (
      select o.key, o.words, o.title
      from private.search_synonyms s join private.search_synonyms o on o.group_id = s.group_id and o.key <> s.key
      where s.key = array_to_string(stems[i:i + n - 1], ' ') offset 0
    ) o
    group by i, n
  );
end
$$;
comment on function private.find_synonyms is 'In: the words of a query. Out: where synonyms appear in it.';
