create table private.mentions (
  comment_id bigint references public.comments (id) on delete cascade,
  person_id uuid,
  primary key (comment_id, person_id)
);
comment on table private.mentions is 'The people mentioned in a comment, because several may have the same name.';

create index mentions_person_idx on private.mentions (person_id);

create table private.post_mentions (
  post_id bigint references public.posts (id) on delete cascade,
  person_id uuid,
  primary key (post_id, person_id)
);
comment on table private.post_mentions is
  'The people mentioned in a post''s details, including those mentioned before an edit, so that no one is notified twice about the same text. Removed with the account.';

create index post_mentions_person_idx on private.post_mentions (person_id);

create function private.names_called(said text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  pieces constant text[] := string_to_array(said, '@');
  found_names text[];
begin
  if cardinality(pieces) > 11 then
    return null;
  end if;
  -- Names have at most 160 characters and no line breaks.
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
comment on function private.names_called is
  'Everything after an "@" in a text that could be a name, in lower case, ending where no word continues. Null if there are so many that looking them up takes longer than going through the people who wrote.';

create function private.named_in(said text, of_post bigint, chosen uuid[]) returns uuid[]
language plpgsql stable set search_path = '' as $$
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
comment on function private.named_in is
  'The people that a text mentions by a name that only one person has among those who can be mentioned there: the authors of the post and its comments, and the team. If several have the name, the writer has to choose. A name inside a longer name isn''t a mention.';

create function public.mentionable(
  post_id bigint default null, typed text default '', max_rows integer default 8
) returns table(id uuid, name text, avatar_url text, is_team boolean)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  looked_for constant text := lower(private.clean_line(left(typed, 80)));
begin
  perform private.require_small_select(3);
  return query
    select p.id, p.name, p.avatar_url, p.is_team
    from public.profiles p join auth.users u on u.id = p.id
    where p.id <> me and starts_with(lower(p.name), looked_for) and p.id in (
      select t.author_id from public.posts t where t.id = mentionable.post_id and t.deleted_at is null
      union
      select c.author_id from public.comments c join public.posts t on t.id = c.post_id and t.deleted_at is null
      where c.post_id = mentionable.post_id and c.deleted_at is null and c.hidden_at is null
      union
      select r.user_id from public.roles r
    )
    order by lower(p.name), p.id limit least(max_rows, 20);
end
$$;
comment on function public.mentionable is
  'The people that a comment on a post can mention: its author, authors of visible comments, and the team; without a post, only the team. typed is the beginning of the name.';
grant execute on function public.mentionable to authenticated, service_role;

create function private.note_mentions(comment_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  of_post bigint;
  said text;
begin
  select c.post_id, coalesce(h.body, c.body) into of_post, said
  from public.comments c left join private.hidings h on h.comment_id = c.id
  where c.id = note_mentions.comment_id and c.author_id = auth.uid() and c.created_at = now();
  people := people || private.named_in(said, of_post, people);
  insert into private.mentions (comment_id, person_id)
  select note_mentions.comment_id, p.id from public.profiles p
  where of_post is not null and p.id = any (people[1 : 10]) and p.is_public and strpos(said, '@' || p.name) > 0
  on conflict do nothing;
end
$$;
comment on function private.note_mentions is 'Stores the mentions in a new comment, by name or by choice.';
grant execute on function private.note_mentions to authenticated;
