create function private.tell_mentioned(of_post bigint, of_comment bigint, people uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
declare
  written constant bigint := (
    select e.id from private.events e where e.comment_id = of_comment and e.kind = 'comment.created'
  );
  waiting private.untold;
  reading uuid[];
  expecting uuid[];
  made bigint;
begin
  -- A text that is saved unchanged mentions no one new.
  perform private.require_unblocked(false);
  select * into waiting from private.untold w where w.event_id = written for update;
  people := array(
    select p from unnest(people) p
    where waiting.event_id is null or waiting.people_told or p <= waiting.beyond
  );
  with noticed as (
    update private.notices n set reason = 'mention'
    where n.event_id = written and n.person_id = any (people) and n.read_at is null
    returning n.person_id
  ), mailed as (
    update private.mail_parts m set reason = 'mention'
    where m.event_id = written and m.person_id = any (people) and m.mail_id is null
    returning m.person_id
  )
  select array(select n.person_id from noticed n), array(select m.person_id from mailed m) into reading, expecting;
  if people <@ reading and people <@ expecting then
    return;
  end if;
  insert into private.events (kind, post_id, comment_id, actor_id)
  values (case when of_comment is null then 'post.mention' else 'comment.mention' end, of_post, of_comment, auth.uid())
  returning id into made;
  with heard as materialized (
    select f.person_id, s.in_site, case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end as pace
    from private.follows_of(people, of_post) f
    join private.notice_settings s on s.person_id = f.person_id
    join auth.users u on u.id = f.person_id and coalesce(u.banned_until < now(), true)
    where f.level is distinct from 'muted'
  ), noticed as (
    insert into private.notices (person_id, event_id, reason)
    select h.person_id, made, 'mention' from heard h where h.in_site and h.person_id <> all (reading)
  )
  insert into private.mail_parts (event_id, person_id, reason, due_at)
  select made, h.person_id, 'mention', private.mail_due(h.pace, now()) from heard h
  where h.pace is not null and h.person_id <> all (expecting);
end
$$;
comment on function private.tell_mentioned is
  'Notifies people mentioned in a text of the caller. They are few, so it is done immediately. People who already have a pending notification or email about the same comment find the mention there, and so do people who will still be notified about it.';

create function private.drop_mentions(of_post bigint, of_comment bigint, said text) returns void
language plpgsql set search_path = '' as $$
declare
  dropped constant uuid[] := array(
    select p.id from public.profiles p
    where strpos(said, '@' || p.name) = 0 and p.id in (
      select m.person_id from private.post_mentions m where m.post_id = of_post
      union all
      select m.person_id from private.mentions m where m.comment_id = of_comment
    )
  );
  told constant bigint[] := array(
    select e.id from private.events e
    where e.kind = 'post.mention' and e.post_id = of_post or e.kind = 'comment.mention' and e.comment_id = of_comment
  );
begin
  delete from private.post_mentions m where m.post_id = of_post and m.person_id = any (dropped);
  delete from private.mentions m where m.comment_id = of_comment and m.person_id = any (dropped);
  delete from private.notices n where n.event_id = any (told) and n.person_id = any (dropped) and n.read_at is null;
  delete from private.mail_parts m where m.event_id = any (told) and m.person_id = any (dropped) and m.mail_id is null;
end
$$;
comment on function private.drop_mentions is
  'Removes the people that a text no longer mentions from a post or comment, with the notifications that they haven''t seen.';

create function private.note_more_mentions(comment_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
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
    where of_post is not null and p.id = any (people[1 : 10]) and p.is_public and p.id <> auth.uid()
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
comment on function private.note_more_mentions is 'Stores new mentions in an edited comment and notifies those people.';
grant execute on function private.note_more_mentions to authenticated;

create function private.note_post_mentions(post_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
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
    where p.id = any (people[1 : 10]) and p.is_public and p.id <> auth.uid() and strpos(said, '@' || p.name) > 0
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
comment on function private.note_post_mentions is 'Stores new mentions in a post''s details and notifies those people.';
grant execute on function private.note_post_mentions to authenticated;
