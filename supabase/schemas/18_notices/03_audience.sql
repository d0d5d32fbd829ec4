create function private.mail_due(pace public.mail_pace, moment timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select case pace
    when 'at-once' then moment + r.correction
    when 'daily' then
      greatest(next.day + case when next.day <= now() then interval '1 day' else '0' end, moment + r.correction)
    when 'weekly' then
      greatest(next.week + case when next.week <= now() then interval '7 days' else '0' end, moment + r.correction)
  end
  from private.notice_rules r, lateral (
    select
      (date_trunc('day', now() at time zone 'utc') + make_interval(hours => r.summary_hour)) at time zone 'utc' as day,
      (date_trunc('week', now() at time zone 'utc') + make_interval(days => r.summary_weekday - 1, hours => r.summary_hour))
        at time zone 'utc' as week
  ) next
$$;
comment on function private.mail_due is 'When an email of this frequency is due. Never before the time for corrections ends.';

create function private.paces(moment timestamptz) returns table(pace public.mail_pace, due_at timestamptz)
language sql stable set search_path = '' as $$
  select p, private.mail_due(p, moment) from unnest(enum_range(null::public.mail_pace)) p where p <> 'never'
$$;
comment on function private.paces is 'When an email of each frequency is due for something that happened at this time.';

create function private.audience(event private.events, beyond uuid, max_rows integer) returns table(
  person_id uuid, reason text, in_site boolean, pace public.mail_pace
)
language plpgsql stable rows 20 set search_path = '' as $$
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
comment on function private.audience is
  'The people an event may concern, after an id: why, and how by email (null: not at all, or not before the address is confirmed). reason is null for people who don''t want to be notified. A batch is the first max_rows people, so the last id says where the next batch starts.';

create function private.merge_audience(event private.events, beyond uuid, max_rows integer) returns table(
  person_id uuid, reason text, in_site boolean, pace public.mail_pace
)
language plpgsql stable rows 20 set search_path = '' as $$
declare
  merges bigint[];
  posts bigint[];
  stays constant bigint := (select m.stays_id from public.post_merges m where m.id = event.merge_id);
  authors uuid[];
  people uuid[];
begin
  select array_agg(b.id), array_agg(b.post_id) into merges, posts from private.brought_by(event.merge_id) b;
  authors := array(select p.author_id from public.posts p where p.id = any (posts));
  people := array(
    select distinct c.id from (
      select near.id from unnest(merges) merge cross join lateral (
        (select v.user_id as id from public.votes v where v.merge_id = merge and v.user_id > beyond
         order by v.user_id limit max_rows)
        union all
        (select f.person_id from private.follows f where f.merge_id = merge and f.person_id > beyond
         order by f.person_id limit max_rows)
        union all
        (select m.author_id from public.comments m where m.merge_id = merge and m.author_id > beyond and m.deleted_at is null
         group by m.author_id order by m.author_id limit max_rows)
      ) near
      union all
      select waits.id from unnest(posts) post cross join lateral (
        (select v.user_id as id from public.votes v where v.post_id = post and v.user_id > beyond
         order by v.user_id limit max_rows)
        union all
        (select f.person_id from private.follows f where f.post_id = post and f.person_id > beyond
         order by f.person_id limit max_rows)
      ) waits
      union all
      select author from unnest(authors) author where author > beyond
    ) c
    order by c.id limit max_rows
  );
  return query
    select s.person_id,
      case
        when s.person_id is not distinct from event.actor_id or u.id is null or chosen.level = 'muted' then null
        when exists (
          select from private.follows w where w.post_id = stays and w.person_id = s.person_id and w.level = 'muted'
        ) then null
        when exists (
          select from private.blocks b where b.person_id = s.person_id and coalesce(b.ends_at > now(), true)
        ) then null
        when chosen.level is not null then 'follow'
        when s.by_post > 'muted' and s.person_id = any (authors) then 'post'
        when s.by_comment > 'muted' and exists (
          select from public.comments m
          where m.author_id = s.person_id and m.merge_id = any (merges) and m.deleted_at is null
        ) then 'comment'
        when s.by_vote > 'muted' and exists (
          select from public.votes v
          where v.user_id = s.person_id and (v.merge_id = any (merges) or v.post_id = any (posts))
        ) then 'vote'
      end,
      s.in_site,
      case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end
    from private.notice_settings s
    left join auth.users u on u.id = s.person_id and coalesce(u.banned_until < now(), true)
    left join lateral (
      select w.level from private.follows w
      where w.person_id = s.person_id and (w.merge_id = any (merges) or w.post_id = any (posts))
      order by w.merge_id is distinct from event.merge_id and w.post_id <> event.post_id, w.level desc limit 1
    ) chosen on true
    where s.person_id = any (people)
    order by 1;
end
$$;
comment on function private.merge_audience is
  'The next people who followed a post when it was merged, and why they are notified, with no reason if they aren''t. It is about what happened to their post, so people who only wanted official updates are notified too. People who muted it or the remaining post, and blocked people, aren''t.';

create function private.mail_audience(event private.events, beyond uuid, max_rows integer) returns table(
  address_id uuid, confirmed_at timestamptz
)
language plpgsql stable rows 20 set search_path = '' as $$
begin
  if event.post_id < 0 then
    return query
      select c.address_id, min(c.confirmed_at)
      from (
        (select r.address_id, r.confirmed_at from private.changelog_readers r
         where r.address_id > beyond order by r.address_id limit max_rows)
        union all
        select near.* from unnest(private.posts_of_entry(-event.post_id)) post cross join lateral (
          select f.address_id, f.confirmed_at from private.mail_follows f
          where f.post_id = post and f.address_id > beyond order by f.address_id limit max_rows
        ) near
      ) c
      group by c.address_id order by c.address_id limit max_rows;
  elsif event.kind = 'post.state' then
    return query
      select f.address_id, min(f.confirmed_at) from private.mail_follows f
      where f.post_id = any (private.followed_as(event.post_id)) and f.address_id > beyond
      group by f.address_id order by f.address_id limit max_rows;
  elsif event.kind = 'post.merged' then
    return query
      select c.address_id, min(c.confirmed_at)
      from private.brought_by(event.merge_id) b cross join lateral (
        (select f.address_id, f.confirmed_at from private.mail_follows f
         where f.merge_id = b.id and f.address_id > beyond order by f.address_id limit max_rows)
        union all
        (select f.address_id, f.confirmed_at from private.mail_follows f
         where f.post_id = b.post_id and f.address_id > beyond order by f.address_id limit max_rows)
      ) c
      group by c.address_id order by c.address_id limit max_rows;
  end if;
end
$$;
comment on function private.mail_audience is 'The next email addresses without an account to notify, and since when they follow.';
