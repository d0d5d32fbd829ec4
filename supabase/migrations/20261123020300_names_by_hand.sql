-- Whoever writes an @name out, instead of choosing it from the list, calls that person as well.

-- Whom a text calls by a name that only one of those has who can be called there: the authors of the post and of its
-- comments, and the team. Names that several have are told apart by choosing; a name inside a longer one is not meant.
create function private.named_in(said text, of_post bigint, chosen uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  left_over text := said;
  found_people uuid[] := '{}';
  called record;
  pattern text;
begin
  if strpos(said, '@') = 0 or said is null then
    return found_people;
  end if;
  for called in
    select p.name, array_agg(p.id) as people from public.profiles p join auth.users u on u.id = p.id
    where strpos(said, '@' || p.name) > 0 and p.id in (
      select t.author_id from public.posts t where t.id = of_post and t.deleted_at is null
      union
      select c.author_id from public.comments c join public.posts t on t.id = c.post_id and t.deleted_at is null
      where c.post_id = of_post and c.deleted_at is null and c.hidden_at is null
      union
      select r.user_id from public.roles r
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

-- As before, with those called by hand.
create or replace function private.note_mentions(comment_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
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
  where of_post is not null and p.id = any (people[1 : 10]) and strpos(said, '@' || p.name) > 0
  on conflict do nothing;
end
$$;

create or replace function private.note_more_mentions(comment_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_post bigint;
  said text;
  added uuid[];
begin
  select c.post_id, coalesce(h.body, c.body) into of_post, said
  from public.comments c left join private.hidings h on h.comment_id = c.id
  where c.id = note_more_mentions.comment_id and c.author_id = auth.uid() and c.deleted_at is null for update of c;
  people := people || private.named_in(said, of_post, people || array(
    select m.person_id from private.mentions m where m.comment_id = note_more_mentions.comment_id
  ));
  with noted as (
    insert into private.mentions (comment_id, person_id)
    select note_more_mentions.comment_id, p.id
    from public.profiles p
    where of_post is not null and p.id = any (people[1 : 10]) and p.id <> auth.uid()
      and strpos(said, '@' || p.name) > 0
      and not exists (
        select from private.mentions m where m.comment_id = note_more_mentions.comment_id and m.person_id = p.id
      )
    order by p.id
    limit greatest(10 - (select count(*) from private.mentions m where m.comment_id = note_more_mentions.comment_id), 0)
    returning person_id
  )
  select array_agg(n.person_id) into added from noted n;
  if added is not null then
    perform private.tell_mentioned(of_post, note_more_mentions.comment_id, added);
  end if;
end
$$;

create or replace function private.note_post_mentions(post_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  said text;
  added uuid[];
begin
  select p.details into said from public.posts p
  where p.id = note_post_mentions.post_id and (p.author_id = auth.uid() or (select private.is_team())) for update;
  if not found then
    return;
  end if;
  people := people || private.named_in(said, note_post_mentions.post_id, people || array(
    select m.person_id from private.post_mentions m where m.post_id = note_post_mentions.post_id
  ));
  with noted as (
    insert into private.post_mentions (post_id, person_id)
    select note_post_mentions.post_id, p.id
    from public.profiles p
    where p.id = any (people[1 : 10]) and p.id <> auth.uid() and strpos(said, '@' || p.name) > 0
      and not exists (
        select from private.post_mentions m where m.post_id = note_post_mentions.post_id and m.person_id = p.id
      )
    order by p.id
    limit greatest(10 - (select count(*) from private.post_mentions m where m.post_id = note_post_mentions.post_id), 0)
    returning person_id
  )
  select array_agg(n.person_id) into added from noted n;
  if added is not null then
    perform private.tell_mentioned(note_post_mentions.post_id, null, added);
  end if;
end
$$;
