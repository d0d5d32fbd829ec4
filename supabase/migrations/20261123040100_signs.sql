-- A text without words, signs only, was looked for by reading every post. The signs of each post are kept now, beside its words.

-- The signs in a text, each once, and those that stand side by side as pairs.
create function private.signs_of(value text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  signs text[] := array(
    select s from unnest(string_to_array('!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', null)) s where strpos(value, s) > 0
  );
begin
  if octet_length(value) > char_length(value) then
    signs := signs || array(
      select distinct m[1] from regexp_matches(value, '(?![\u0001-\u007f])[’' || private.search_gaps() || ']', 'g') m
    );
  end if;
  return signs || array(select a || b from unnest(signs) a, unnest(signs) b where strpos(value, a || b) > 0);
end
$$;
revoke execute on function private.signs_of(text) from public;

create table private.search_signs (
  post_id bigint primary key references private.search_posts (post_id) on delete cascade,
  signs text[] not null
);
comment on table private.search_signs is
  'The signs in title and details of each post as they were written, alone and in pairs: what the dashboard finds a text without words by.';
alter table private.search_signs enable row level security;

-- As before, and the signs.
do $$
begin
  execute replace(
    pg_get_functiondef('private.index_posts(bigint[])'::regprocedure),
    'perform private.learn_words(words, times);',
    'insert into private.search_signs (post_id, signs)
  select s.post_id, private.signs_of(p.title || E''\n'' || p.details)
  from private.search_posts s join public.posts p on p.id = s.post_id where s.post_id = any(ids)
  on conflict (post_id) do update set signs = excluded.signs where search_signs.signs <> excluded.signs;
  perform private.learn_words(words, times);'
  );
end
$$;
