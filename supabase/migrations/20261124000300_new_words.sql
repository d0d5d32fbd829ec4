-- Whoever brought a word that another transaction was just bringing waited until that one ended, and of two with several
-- texts each could wait for the other. Nobody waits for longer than a moment now.

-- Adds new words, without those that others are adding: they come with them. In: the words, in order, and how many texts
-- have each.
create function private.learn_new_words(words text[], times integer[]) returns void
language plpgsql set search_path = '' set lock_timeout = '1ms'
as $$
declare
  half constant integer := cardinality(words) / 2;
begin
  insert into private.search_words (word, deletes, documents)
  select given.word, private.one_letter_less(given.word), given.times
  from unnest(words, times) with ordinality as given(word, times, place)
  order by given.place
  on conflict do nothing;
exception when lock_not_available then
  -- Halves of halves, until what somebody else is adding stands alone.
  if half > 0 then
    perform private.learn_new_words(words[:half], times[:half]);
    perform private.learn_new_words(words[half + 1:], times[half + 1:]);
  end if;
end
$$;

-- Counts the words of new texts. In: the words, and how many texts have each. Common words are counted only now and
-- then, but with more weight. A row that another writer holds is skipped, and so is a new word that another writer is
-- adding: one text too few is counted then, and a word that the other takes back after all comes with the next text.
create or replace function private.learn_words(words text[], times integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
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
