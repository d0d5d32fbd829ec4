-- The words are kept apart from posts: a vote rewrites a post's row, and must not rewrite an index of words.
create table private.search_titles (
  post_id bigint primary key references public.posts (id) on delete cascade,
  popularity smallint not null,
  tier smallint not null,
  key text collate "C" not null,
  title tsvector not null
) with (fillfactor = 80);
comment on table private.search_titles is
  'The words of each title: a small table, so that even the commonest word is found and ranked fast. popularity is 20 ln(1 + votes) and tier is log2(1 + votes), both as whole numbers, which change the less often the more votes there are.';
create index search_titles_title_idx on private.search_titles using gin (title) with (fastupdate = off);
create index search_titles_tier_idx on private.search_titles (tier desc, post_id desc);
create index search_titles_key_idx on private.search_titles (key, post_id);

create table private.search_posts (
  post_id bigint primary key references public.posts (id) on delete cascade,
  vector tsvector not null,
  body text not null
) with (toast_tuple_target = 128);
comment on table private.search_posts is
  'The words of title (A) and details (B) of each post, and the details as plain text, which is stored outside the row because only posts that are shown need it.';
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
  'Every word in use, to find what a misspelt one may have meant: deletes holds the word and all its forms with one letter left out. documents is how many texts have it, exact below 16 and an estimate above. It is a help only: no result depends on it being complete.';
create index search_words_deletes_idx on private.search_words using gin (deletes) with (fastupdate = off);
create index search_words_similar_idx on private.search_words using gin (word extensions.gin_trgm_ops) with (fastupdate = off);

-- Only functions that run as their owner reach these; nobody is granted anything.
alter table private.search_posts enable row level security;
alter table private.search_comments enable row level security;
alter table private.search_titles enable row level security;
alter table private.search_words enable row level security;

-- The word and all its forms with one letter left out.
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

-- Counts the words of new texts. In: the words, and how many texts have each. Common words are counted only now and
-- then, but with more weight, and a row that another writer holds is skipped, so that writers never wait here.
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

-- Counts the words of a text that is gone, and drops those no other text has. Rows another writer holds are skipped.
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

-- Writes the words of posts that are new or changed, and counts them.
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
  from public.posts p where p.id = any(ids) and p.deleted_at is null
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

-- Writes the words of comments that are new or changed, and counts them.
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
      and exists (select 1 from public.posts p where p.id = c.post_id and p.deleted_at is null)
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

-- A deleted post is not found, nor are its comments; a restored one is again.
create function private.index_hidden_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.deleted_at is null then
    perform private.index_posts(array[new.id]);
    perform private.index_comments(array(select c.id from public.comments c where c.post_id = new.id));
  else
    delete from private.search_titles where post_id = new.id;
    delete from private.search_posts where post_id = new.id;
    delete from private.search_comments where comment_id in (select c.id from public.comments c where c.post_id = new.id);
  end if;
  return null;
end
$$;
create trigger index_hidden_post after update of deleted_at on public.posts
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null))
  execute function private.index_hidden_post();

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
