create table private.search_titles (
  post_id bigint primary key references public.posts (id) on delete cascade,
  popularity smallint not null,
  tier smallint not null,
  key text collate "C" not null,
  title tsvector not null
) with (fillfactor = 80);
comment on table private.search_titles is
  'The words of each title. The table is small, so even the most common word is found and ranked quickly. popularity is 20 ln(1 + votes) and tier is log2(1 + votes), both as whole numbers, so they change less often the more votes there are.';

create index search_titles_title_idx on private.search_titles using gin (title) with (fastupdate = off);
create index search_titles_tier_idx on private.search_titles (tier desc, post_id desc);
create index search_titles_key_idx on private.search_titles (key, post_id);
create index search_titles_parts_idx
  on private.search_titles using gin (key extensions.gin_trgm_ops) with (fastupdate = off);
create index search_titles_voted_idx on private.search_titles using gin (title) with (fastupdate = off) where tier >= 3;
create index search_titles_favoured_idx
  on private.search_titles using gin (title) with (fastupdate = off)
  where tier >= 6;

create table private.search_posts (
  post_id bigint primary key references public.posts (id) on delete cascade,
  vector tsvector storage main not null,
  body text not null,
  language text not null default 'en'
) with (toast_tuple_target = 128);
comment on table private.search_posts is
  'The words of title (A) and details (B) of each post, and the details as plain text, stored out of line because only posts that are shown need it. language is the language they were stemmed in.';

create index search_posts_vector_idx on private.search_posts using gin (vector) with (fastupdate = off);
create index search_posts_language_idx on private.search_posts (language);

create table private.search_comments (
  comment_id bigint primary key references public.comments (id) on delete cascade,
  post_id bigint not null,
  vector tsvector not null,
  body text not null,
  language text not null default 'en'
);
comment on table private.search_comments is 'The words of each visible comment, its text, and the language it was stemmed in.';

create index search_comments_vector_idx on private.search_comments using gin (vector) with (fastupdate = off);
create index search_comments_language_idx on private.search_comments (language);

create table private.search_entries (
  entry_id bigint primary key references public.changelog_entries (id) on delete cascade,
  vector tsvector not null,
  language text not null default 'en'
);
comment on table private.search_entries is
  'The words of title (A) and text (B) of each changelog entry, and the language they were stemmed in.';

create index search_entries_vector_idx on private.search_entries using gin (vector) with (fastupdate = off);

create table private.search_words (
  word text collate "C" primary key,
  deletes text[] not null,
  documents double precision not null default 1
) with (fillfactor = 85);
comment on table private.search_words is
  'Every word in use, to correct misspelled words. deletes holds the word and all its forms with one letter left out. documents is how many texts contain it, exact below 16 and estimated above. It only helps with corrections: no result depends on it being complete.';

create index search_words_deletes_idx on private.search_words using gin (deletes) with (fastupdate = off);
create index search_words_similar_idx
  on private.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

create function private.one_letter_less(word text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array(
    select distinct overlay(word placing '' from i for 1) from generate_series(1, char_length(word)) i
    union select word
  );
end
$$;
comment on function private.one_letter_less is 'The word and all its forms with one letter left out.';

create function private.learn_words(words text[], times integer[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  fresh text[];
  fresh_times integer[];
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
  select array_agg(given.word order by given.word collate "C"), array_agg(given.times order by given.word collate "C")
  into fresh, fresh_times
  from unnest(words, times) as given(word, times)
  where char_length(given.word) between 2 and 32 and given.word ~ ('^[^0-9' || private.search_dense() || ']')
    and not exists (select 1 from private.search_words k where k.word = given.word);
  if fresh is not null then
    perform private.learn_new_words(fresh, fresh_times);
  end if;
end
$$;
comment on function private.learn_words is
  'Counts the words of new texts. In: the words, and how many texts contain each. Common words are only counted occasionally, with more weight. Rows that another writer has locked are skipped, and so are new words that another writer is adding. Then one text is missing from the count, and a word that the other writer rolls back is added with the next text.';

create function private.learn_new_words(words text[], times integer[]) returns void
language plpgsql set search_path = '' set lock_timeout = '1ms' as $$
declare
  half constant integer := cardinality(words) / 2;
begin
  insert into private.search_words (word, deletes, documents)
  select given.word, private.one_letter_less(given.word), given.times
  from unnest(words, times) with ordinality as given(word, times, place)
  order by given.place
  on conflict do nothing;
exception when lock_not_available then
  -- Splits the list in half until only the words that someone else is adding remain.
  if half > 0 then
    perform private.learn_new_words(words[:half], times[:half]);
    perform private.learn_new_words(words[half + 1:], times[half + 1:]);
  end if;
end
$$;
comment on function private.learn_new_words is 'Adds new words, except those that another writer is adding.';

create function private.forget_words(words text[]) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function private.forget_words is 'Uncounts the words of a removed text. Skips locked rows.';

create function private.forget_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.forget_words(array(select unnest(tsvector_to_array(old.vector))));
  return null;
end
$$;
comment on function private.forget_text is 'Uncounts the words of a text that is removed from the index.';

create trigger forget_post after delete on private.search_posts for each row execute function private.forget_text();

create trigger forget_comment after delete on private.search_comments
  for each row execute function private.forget_text();
