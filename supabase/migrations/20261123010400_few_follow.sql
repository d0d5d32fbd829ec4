-- As before, and with what each has chosen to get. Most posts have few followers: the planner took a thousand for each, and
-- read everybody's settings to find theirs.
drop function private.follows_of(uuid[], bigint, timestamptz);
create function private.follows_of(people uuid[], post bigint, moment timestamptz default 'infinity')
returns table (person_id uuid, level public.follow_level, reason text, in_site boolean, mail public.mail_pace)
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  posts constant bigint[] := private.followed_as(post);
  authors constant uuid[] := array(select w.author_id from public.posts w where w.id = any (posts));
begin
  return query
    select s.person_id,
      coalesce(f.level, nullif(greatest(own.by_post, own.by_comment, own.by_vote), 'muted')),
      case
        when f.level is not null then 'follow'
        when own.by_post > 'muted' then 'post'
        when own.by_comment > 'muted' then 'comment'
        when own.by_vote > 'muted' then 'vote'
      end,
      s.in_site, s.mail
    from private.notice_settings s
    left join lateral (
      select w.level from private.follows w
      where w.post_id = any (posts) and w.person_id = s.person_id and (w.created_at < moment or w.level = 'muted')
      order by w.post_id <> post, w.level desc limit 1
    ) f on true
    left join public.votes v on v.post_id = post and v.user_id = s.person_id and v.created_at < moment
    left join (
      select distinct m.author_id from public.comments m
      where m.post_id = post and m.author_id = any (people) and m.deleted_at is null and m.created_at < moment
    ) c on c.author_id = s.person_id
    cross join lateral (
      select case when s.person_id = any (authors) then s.by_post end as by_post,
             case when c.author_id is not null then s.by_comment end as by_comment,
             case when v.post_id is not null then s.by_vote end as by_vote
    ) own
    where s.person_id = any (people);
end
$$;

-- As before, without asking for settings again.
create or replace function private.audience(event private.events, beyond uuid, max_rows integer)
returns table (person_id uuid, reason text, in_site boolean, pace public.mail_pace)
language plpgsql stable rows 20 set search_path = ''
as $$
declare
  post constant bigint := event.post_id;
  posts constant bigint[] := private.followed_as(post);
  people uuid[];
begin
  people := array(
    select distinct c.id from (
      (select v.user_id as id from public.votes v where v.post_id = post and v.user_id > beyond
       order by v.user_id limit max_rows)
      union all
      (select distinct f.person_id from private.follows f where f.post_id = any (posts) and f.person_id > beyond
       order by f.person_id limit max_rows)
      union all
      (select m.author_id from public.comments m where m.post_id = post and m.author_id > beyond and m.deleted_at is null
       group by m.author_id order by m.author_id limit max_rows)
      union all
      select p.author_id from public.posts p where p.id = any (posts) and p.author_id > beyond
      union all
      select n.person_id from private.mentions n where n.comment_id = event.comment_id and n.person_id > beyond
    ) c
    order by c.id limit max_rows
  );
  return query
    select f.person_id,
      case
        when f.person_id is not distinct from event.actor_id or u.id is null or f.level = 'muted' then null
        when called.person_id is not null then 'mention'
        when f.level = 'all' and answered.id is not null then 'reply'
        when f.level = 'all' or (f.level = 'updates' and event.kind = 'post.state') then f.reason
      end,
      f.in_site,
      case when u.email_confirmed_at is not null then nullif(f.mail, 'never') end
    from private.follows_of(people, post, event.created_at) f
    left join auth.users u on u.id = f.person_id and coalesce(u.banned_until < now(), true)
    left join private.mentions called on called.comment_id = event.comment_id and called.person_id = f.person_id
    left join public.comments said on said.id = event.comment_id
    left join public.comments answered on answered.id = said.parent_id and answered.author_id = f.person_id
    order by 1;
end
$$;
