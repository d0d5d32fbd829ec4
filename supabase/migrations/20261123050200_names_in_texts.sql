-- Names written by hand, on posts where thousands wrote: their names are not looked through for each comment.

-- Everything after an "@" of a text that could be a name, in small letters: it ends where no word goes on. Null where there
-- are so many that looking them up takes longer than looking through those who wrote.
create function private.names_called(said text) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  pieces constant text[] := string_to_array(said, '@');
  found_names text[];
begin
  if cardinality(pieces) > 11 then
    return null;
  end if;
  -- Names have at most 160 characters, and no line breaks.
  select array_agg(distinct lower(left(p.text, n))) into found_names
  from generate_subscripts(pieces, 1) at
  cross join lateral (
    select split_part(left(array_to_string(pieces[at + 1 :], '@'), 161), E'\n', 1) as text
  ) p
  cross join lateral generate_series(1, least(char_length(p.text), 160)) n
  where at < cardinality(pieces) and substr(p.text, n + 1, 1) !~ '[[:alnum:]_]';
  return coalesce(found_names, '{}');
end
$$;
revoke execute on function private.names_called(text) from public;

-- As before, but beginning with the names that are in the text: of those who bear one it is asked whether they wrote there.
create or replace function private.named_in(said text, of_post bigint, chosen uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 500;
  names constant text[] := private.names_called(said);
  left_over text := said;
  found_people uuid[] := '{}';
  bearers uuid[];
  called record;
  pattern text;
begin
  if strpos(said, '@') = 0 or said is null then
    return found_people;
  end if;
  bearers := array(select p.id from public.profiles p where lower(p.name) = any (names) limit most);
  if names is null or cardinality(bearers) = most then
    bearers := array(
      select t.author_id from public.posts t where t.id = of_post
      union
      select c.author_id from public.comments c where c.post_id = of_post
      union
      select r.user_id from public.roles r
    );
  end if;
  for called in
    select p.name, array_agg(p.id) as people from public.profiles p join auth.users u on u.id = p.id
    where p.id = any (bearers) and strpos(said, '@' || p.name) > 0 and (
      exists (select from public.posts t where t.id = of_post and t.deleted_at is null and (
        t.author_id = p.id or exists (
          select from public.comments c
          where c.post_id = of_post and c.author_id = p.id and c.deleted_at is null and c.hidden_at is null
        )
      ))
      or exists (select from public.roles r where r.user_id = p.id)
    )
    group by p.name order by char_length(p.name) desc, p.name
  loop
    pattern := '(^|[^[:alnum:]._-])@' || regexp_replace(called.name, '([\\.*+?(){}|^$\[\]])', '\\\1', 'g') || '(?![[:alnum:]_])';
    if left_over ~ pattern then
      left_over := regexp_replace(left_over, pattern, '\1', 'g');
      if cardinality(called.people) = 1
         and not exists (select from public.profiles k where k.id = any (chosen) and k.name = called.name) then
        found_people := found_people || called.people;
      end if;
    end if;
  end loop;
  return found_people;
end
$$;
