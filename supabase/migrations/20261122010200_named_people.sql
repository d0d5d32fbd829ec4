-- Whoever is called by @name in the details of a post, or when a text is edited, hears of it as well.
create table private.post_mentions (
  post_id bigint not null references public.posts (id) on delete cascade,
  person_id uuid not null,
  primary key (post_id, person_id)
);
comment on table private.post_mentions is
  'Whom the details of a post call by @name, also those it called before an edit: nobody is told twice of the same text. Who is in it is forgotten with the account.';
create index post_mentions_person_idx on private.post_mentions (person_id);
alter table private.post_mentions enable row level security;
grant all on private.post_mentions to service_role;

create or replace function private.forget_mentions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mentions where person_id = old.id;
  delete from private.post_mentions where person_id = old.id;
  return null;
end
$$;

comment on table private.events is
  'What people did, each thing once: post.created, post.state, post.corrected, post.deleted, post.restored, post.mention (somebody is called by its details), comment.created, comment.deleted, comment.mention (somebody is called since an edit). Ids alone, no texts, and never changed: what it tells of is looked up when it is told, so nothing deleted is. Imports and operators leave no events.';

-- As before; what calls somebody in a post is its details.
create or replace view private.visible_events as
select e.id, e.kind, p.id as post_id, e.comment_id, e.change_id, e.actor_id, e.created_at,
       p.title as post_title, p.slug as post_slug, c.slug as category_slug,
       k.from_state, k.to_state, k.note,
       case e.kind when 'post.mention' then p.details else m.body end as body, m.parent_id
from private.events e
left join public.post_events k on k.id = e.change_id
left join public.comments m on m.id = e.comment_id and m.deleted_at is null and m.hidden_at is null
join public.posts p on p.id = coalesce(m.post_id, e.post_id) and p.deleted_at is null
join public.categories c on c.id = p.category_id
where (e.change_id is null or k.id is not null) and (e.comment_id is null or m.id is not null);

-- A comment that is told of because of two events is one comment.
do $$
begin
  execute replace(
    pg_get_functiondef('public.my_notices(bigint, integer)'::regprocedure),
    'count(*) filter (where t.kind = ''comment.created'')', 'count(distinct t.comment_id)'
  );
  execute replace(
    pg_get_functiondef('private.export_following()'::regprocedure),
    '''notices'', (',
    '''post_mentions'', (
      select coalesce(jsonb_agg(m.post_id order by m.post_id), ''[]'')
      from private.post_mentions m where m.person_id = me.id),
    ''notices'', ('
  );
end
$$;

-- Tells people that a text of the caller's calls them. They are few, so it is done at once. Whoever has a notice or a mail
-- of the same comment still before them hears of the name with that; whoever is yet to be told of it, then.
create function private.tell_mentioned(of_post bigint, of_comment bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  written constant bigint := (
    select e.id from private.events e where e.comment_id = of_comment and e.kind = 'comment.created'
  );
  waiting private.untold;
  reading uuid[];
  expecting uuid[];
  made bigint;
begin
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

-- Notes whom a comment of the caller's calls since an edit, ten people at most in all, and tells those it did not call
-- before.
create function private.note_more_mentions(comment_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  of_post bigint;
  added uuid[];
begin
  select c.post_id into of_post from public.comments c
  where c.id = note_more_mentions.comment_id and c.author_id = auth.uid() and c.deleted_at is null for update;
  with noted as (
    insert into private.mentions (comment_id, person_id)
    select c.id, p.id
    from public.comments c left join private.hidings h on h.comment_id = c.id
    join public.profiles p on p.id = any (people[1 : 10]) and p.id <> c.author_id
    where of_post is not null and c.id = note_more_mentions.comment_id
      and strpos(coalesce(h.body, c.body), '@' || p.name) > 0
      and not exists (select from private.mentions m where m.comment_id = c.id and m.person_id = p.id)
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
grant execute on function private.note_more_mentions(bigint, uuid[]) to authenticated;

-- The same for the details of a post, by whoever may edit it.
create function private.note_post_mentions(post_id bigint, people uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  added uuid[];
begin
  perform from public.posts p
  where p.id = note_post_mentions.post_id and (p.author_id = auth.uid() or (select private.is_team())) for update;
  if not found then
    return;
  end if;
  with noted as (
    insert into private.post_mentions (post_id, person_id)
    select t.id, p.id
    from public.posts t
    join public.profiles p on p.id = any (people[1 : 10]) and p.id <> auth.uid()
    where t.id = note_post_mentions.post_id and strpos(t.details, '@' || p.name) > 0
      and not exists (select from private.post_mentions m where m.post_id = t.id and m.person_id = p.id)
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
grant execute on function private.note_post_mentions(bigint, uuid[]) to authenticated;

-- As before, and with whom the text calls: ids of those whose @names stand in it.
drop function public.create_post(text, text, text, uuid);
create function public.create_post(
  category text, title text, details text, sent_key uuid, mentions uuid[] default '{}'
)
returns table (id bigint, slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.posts (category_id, title, details)
    select a.category_id, create_post.title, create_post.details
    from public.category_addresses a where a.slug = create_post.category
    returning posts.id into made;
    if made is null then
      raise exception 'This category no longer exists.' using errcode = 'P0002';
    end if;
    perform private.note_post_mentions(made, mentions);
    perform private.finish_sending(sent_key, made);
  end if;
  return query select p.id, p.slug from public.posts p where p.id = made;
end
$$;
revoke execute on function public.create_post(text, text, text, uuid, uuid[]) from public, anon;
grant execute on function public.create_post(text, text, text, uuid, uuid[]) to authenticated, service_role;

drop function public.edit_post(bigint, text, text, integer);
create function public.edit_post(
  post_id bigint, new_title text, new_details text, seen_revision integer, mentions uuid[] default '{}'
)
returns table (status text, title text, details text, revision integer, category_slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_post public.posts;
begin
  select * into current_post from public.posts p where p.id = edit_post.post_id for update;
  if current_post.id is null then
    if exists (select 1 from public.posts p where p.id = edit_post.post_id) then
      raise exception 'Only its author or an admin may edit a post.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::text, null::integer, null::text;
  elsif current_post.revision <> edit_post.seen_revision then
    return query select 'conflict', current_post.title, current_post.details, current_post.revision, null::text;
  else
    return query
      update public.posts p set title = edit_post.new_title, details = edit_post.new_details
      where p.id = edit_post.post_id
      returning 'saved', p.title, p.details, p.revision,
        (select c.slug from public.categories c where c.id = p.category_id);
    perform private.note_post_mentions(edit_post.post_id, mentions);
  end if;
end
$$;
revoke execute on function public.edit_post(bigint, text, text, integer, uuid[]) from public, anon;
grant execute on function public.edit_post(bigint, text, text, integer, uuid[]) to authenticated, service_role;

drop function public.edit_comment(bigint, text, integer);
create function public.edit_comment(
  comment_id bigint, new_body text, seen_revision integer, mentions uuid[] default '{}'
)
returns table (status text, body text, revision integer, post_id bigint, category_slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_comment public.comments;
begin
  select * into current_comment from public.comments c where c.id = edit_comment.comment_id for update;
  if current_comment.id is null then
    if exists (select 1 from public.comments c where c.id = edit_comment.comment_id and c.deleted_at is null) then
      raise exception 'Only its author may edit a comment.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::integer, null::bigint, null::text;
  elsif current_comment.revision <> edit_comment.seen_revision then
    return query select 'conflict', current_comment.body, current_comment.revision, null::bigint, null::text;
  else
    return query
      update public.comments c set body = edit_comment.new_body where c.id = edit_comment.comment_id
      returning 'saved', c.body, c.revision, c.post_id, (
        select t.slug from public.posts p join public.categories t on t.id = p.category_id where p.id = c.post_id
      );
    perform private.note_more_mentions(edit_comment.comment_id, mentions);
  end if;
end
$$;
revoke execute on function public.edit_comment(bigint, text, integer, uuid[]) from public, anon;
grant execute on function public.edit_comment(bigint, text, integer, uuid[]) to authenticated, service_role;

-- As before; but nobody whose comments there are all hidden, and without a post, which a new one is, the team alone.
create or replace function public.mentionable(post_id bigint default null, typed text default '', max_rows integer default 8)
returns table (id uuid, name text, avatar_url text, is_team boolean)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  looked_for constant text := lower(private.clean_line(left(typed, 80)));
begin
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
