create table private.notices (
  person_id uuid references public.profiles (id) on delete cascade,
  event_id bigint,
  reason text not null check (reason in ('mention', 'reply', 'follow', 'post', 'comment', 'vote', 'changelog')),
  read_at timestamptz,
  primary key (person_id, event_id)
);
comment on table private.notices is 'A person''s notifications on the site. Texts are looked up when they are shown.';

create index notices_event_idx on private.notices (event_id);
create index notices_unread_idx on private.notices (person_id, event_id desc) where read_at is null;

create function public.unread_notices() returns table(notices integer, posts integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := private.require_member();
begin
  return query
    select (count(*) + (
        select count(*) from private.reports r
        where r.reporter_id = me and r.settled_at > now() - interval '90 days' and r.read_at is null
      ))::integer, count(distinct n.post_id)::integer
    from (
      select e.post_id from private.notices n join private.visible_events e on e.id = n.event_id
      where n.person_id = me and n.read_at is null and not private.is_told_by_entry(me, e.id, e.post_id, e.to_state)
      order by n.event_id desc limit 100
    ) n;
end
$$;
comment on function public.unread_notices is 'How many notifications and report outcomes are unread, up to 100.';
grant execute on function public.unread_notices to authenticated, service_role;

create function public.my_notices(before_event bigint default null, max_rows integer default 20) returns table(
  post_id bigint, title text, category_slug text, slug text, state public.post_state, newest_event bigint,
  newest_at timestamptz, unread integer, comments integer, changes integer, items jsonb
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select(3);
  return query
    with told as (
      select n.read_at, n.reason, v.*
      from (
        select * from private.notices n where n.person_id = me order by n.event_id desc limit 1000
      ) n
      join private.visible_events v on v.id = n.event_id
      where not private.is_told_by_entry(me, v.id, v.post_id, v.to_state)
    ), page as (
      select t.post_id, max(t.id) as newest from told t group by t.post_id
      having before_event is null or max(t.id) < before_event
      order by 2 desc limit least(max_rows, 50)
    )
    select t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest, max(t.created_at),
      (count(*) filter (where t.read_at is null))::integer,
      (count(distinct t.comment_id))::integer,
      (count(*) filter (where t.kind = 'post.state'))::integer,
      jsonb_path_query_array(jsonb_agg(jsonb_build_object(
        'event_id', t.id, 'kind', t.kind, 'reason', t.reason, 'is_read', t.read_at is not null,
        'created_at', t.created_at, 'comment_id', t.comment_id, 'parent_id', t.parent_id,
        'excerpt', left(t.body, 300), 'from_state', t.from_state, 'to_state', t.to_state, 'note', t.note,
        'merged_title', t.merged_title,
        'actor', case when a.id is not null then
          jsonb_build_object('id', a.id, 'name', a.name, 'avatar_url', a.avatar_url, 'is_team', a.is_team) end
      ) order by t.id desc), '$[0 to 4]')
    from page
    join told t on t.post_id = page.post_id
    left join public.posts p on p.id = page.post_id
    left join public.profiles a on a.id = t.actor_id
    group by t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest
    order by page.newest desc;
end
$$;
comment on function public.my_notices is
  'The caller''s notifications, one row per post, newest first. before_event is the newest_event of the last row seen. items are the five newest notifications as JSON; comments and changes count all of them. A changelog entry is a row of its own, with its id negated and no state.';
grant execute on function public.my_notices to authenticated, service_role;

create function public.read_notices(of_post bigint default null, up_to bigint default null) returns table(
  notices integer, posts integer
)
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := private.require_member();
begin
  update private.notices n set read_at = now()
  from private.visible_events e
  where n.person_id = me and n.read_at is null and e.id = n.event_id
    and (of_post is null or e.post_id = of_post) and (up_to is null or n.event_id <= up_to);
  return query select * from public.unread_notices();
end
$$;
comment on function public.read_notices is
  'Marks notifications as read that the caller has seen, of one post or all. up_to is the newest event that was on the screen, so that later ones stay unread. Returns the same as unread_notices.';
grant execute on function public.read_notices to authenticated, service_role;

create function public.followed_feed(key uuid) returns table(
  id bigint, kind text, post_id bigint, title text, category_slug text, category_name text, slug text, change_id bigint,
  from_state public.post_state, to_state public.post_state, note text, comment_id bigint, parent_id bigint, body text,
  actor_id uuid, actor_name text, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  person constant uuid := (select s.person_id from private.notice_settings s where s.feed_key = followed_feed.key);
begin
  perform private.require_small_select(3);
  return query
    select v.id, v.kind, v.post_id, v.post_title, v.category_slug, c.name, v.post_slug, v.change_id, v.from_state, v.to_state,
      v.note, v.comment_id, v.parent_id, v.body, a.id, a.name, v.created_at
    from private.posts_of(person) as followed (post_id)
    cross join lateral private.follows_of(array[person], followed.post_id) f
    cross join lateral (
      select e.* from private.visible_events e
      where e.post_id = followed.post_id
        and (e.kind = 'post.state' or (e.kind = 'comment.created' and f.level = 'all'))
      order by e.id desc limit 50
    ) v
    join public.categories c on c.slug = v.category_slug
    left join public.profiles a on a.id = v.actor_id
    where f.level > 'muted'
    order by v.id desc limit 50;
end
$$;
comment on function public.followed_feed is 'The newest activity on posts that the feed''s owner follows.';
grant execute on function public.followed_feed to anon, authenticated, service_role;

create function private.tidy_notices() returns void
language sql set search_path = '' as $$
  delete from private.notices n using private.events e
  where e.id = n.event_id and (n.read_at < now() - interval '90 days' or e.created_at < now() - interval '1 year');
  delete from private.mail_parts m using private.events e
  where e.id = m.event_id and m.mail_id is not null and e.created_at < now() - interval '90 days';
  delete from private.mails where created_at < now() - interval '90 days' and state not in ('ready', 'claimed', 'sending');
  delete from private.mail_follows where confirmed_at is null and created_at < now() - interval '2 days';
  delete from private.changelog_readers where confirmed_at is null and created_at < now() - interval '2 days';
$$;
comment on function private.tidy_notices is
  'Removes old data: read notifications after three months, all notifications after a year, the email log after three months, addresses that weren''t confirmed within two days, and addresses that follow nothing.';
grant execute on function private.tidy_notices to service_role;
