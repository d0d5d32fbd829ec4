set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.require_small_select(most integer DEFAULT 6)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- A short one cannot, and most are short.
  if length(current_query()) > 50 * most and exists (
    select from regexp_matches(current_query(), '"[^"]+"(?:\.(?:"[^"]+"|\*))+|"[^"]+"(?:->| as )', 'g')
      as named(name)
    group by named.name having count(*) > most
  ) then
    raise exception 'A request names a column too often.' using errcode = '54000';
  end if;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION private.tell_mentioned(of_post bigint, of_comment bigint, people uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  written constant bigint := (
    select e.id from private.events e where e.comment_id = of_comment and e.kind = 'comment.created'
  );
  waiting private.untold;
  reading uuid[];
  expecting uuid[];
  made bigint;
begin
  -- A text that is saved as it was asks nobody.
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
$function$;

COMMENT ON FUNCTION "private"."require_small_select"(integer) IS '`select=a:title,b:title,…` a thousand times over makes megabytes of a short column. Only the query that the API has written out tells, where a column is qualified, taken apart or renamed: what it names more often than any page of the site is refused.';
