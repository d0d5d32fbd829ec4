-- How those who hear of a merge read of it: its title is that of the merged post.

-- As before, with that title.
create or replace function public.my_notices(before_event bigint default null, max_rows integer default 20)
returns table (
  post_id bigint, title text, category_slug text, slug text, state public.post_state,
  newest_event bigint, newest_at timestamptz, unread integer, comments integer, changes integer, items jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    with told as (
      select n.read_at, n.reason, v.*
      from (
        select * from private.notices n where n.person_id = me order by n.event_id desc limit 1000
      ) n
      join private.visible_events v on v.id = n.event_id
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
    join public.posts p on p.id = page.post_id
    left join public.profiles a on a.id = t.actor_id
    group by t.post_id, t.post_title, t.category_slug, t.post_slug, p.state, page.newest
    order by page.newest desc;
end
$$;

-- As before, with that title; whoever wanted official updates alone reads of merges as well.
create or replace function private.mail_says(mail private.mails)
returns jsonb
language sql stable set search_path = ''
as $$
  select case mail.kind
    when 'test' then '{}'
    when 'summary' then (
      select private.summary_says() where exists (select from public.roles r where r.user_id = mail.person_id)
    )
    when 'webhook' then (
      select jsonb_build_object('host', substring(w.address from '^https?://([^/?]+)'), 'why', w.off_reason)
      from private.webhooks w
      where w.id = mail.webhook_id and w.off_reason is not null
        and exists (select from public.roles r where r.user_id = mail.person_id and r.role = 'admin')
    )
    when 'confirm' then (
      select jsonb_build_object('post', jsonb_build_object(
        'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug))
      from private.mail_follows f join public.posts p on p.id = f.post_id and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where f.address_id = mail.address_id and f.post_id = private.standing_post(mail.post_id) and f.confirmed_at is null
    )
    else (
      select jsonb_build_object(
        'posts', jsonb_agg(told.post order by told.newest desc) filter (where told.place <= 30),
        'more_posts', greatest(count(*) - 30, 0)
      )
      from (
        select max(i.event_id) as newest, row_number() over (order by max(i.event_id) desc) as place, jsonb_build_object(
          'id', i.post_id, 'title', i.post_title, 'slug', i.post_slug, 'category_slug', i.category_slug,
          'more', count(*) filter (where i.place > 12),
          'items', jsonb_agg(i.item order by i.event_id) filter (where i.place <= 12)) as post
        from (
          select e.id as event_id, e.post_id, e.post_title, e.post_slug, e.category_slug,
            row_number() over (
              partition by e.post_id order by not private.is_update(e.kind), m.reason not in ('mention', 'reply'), e.id
            ) as place,
            jsonb_build_object(
              'kind', e.kind, 'reason', m.reason, 'created_at', e.created_at, 'comment_id', e.comment_id,
              'body', e.body, 'from_state', e.from_state, 'to_state', e.to_state, 'note', e.note,
              'merged_title', e.merged_title, 'actor', a.name, 'is_team', a.is_team
            ) as item
          from private.mail_parts m join private.visible_events e on e.id = m.event_id
          left join public.profiles a on a.id = e.actor_id
          where m.mail_id = mail.id
            -- Muted since, or no longer followed.
            and (mail.person_id is null or exists (
              select from private.follows_of(array[mail.person_id], e.post_id) f
              where f.level = 'all' or (f.level = 'updates' and private.is_update(e.kind))
                or (m.reason = 'mention' and f.level is distinct from 'muted')
            ))
            and (mail.address_id is null or exists (
              select from private.mail_follows f
              where f.post_id = any (private.followed_as(e.post_id)) and f.address_id = mail.address_id
            ))
        ) i
        group by i.post_id, i.post_title, i.post_slug, i.category_slug
      ) told
      having count(*) > 0
    )
  end
$$;

-- As before; a merge can be undone for as long as a change of state can be corrected, and waits like that.
create or replace function private.gather_mails(max_rows integer default 5000) returns integer
language plpgsql set search_path = ''
as $$
declare
  correction constant interval := (select r.correction from private.notice_rules r);
  made integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('gather mails', 0)) then
    return 0;
  end if;
  with open_for as materialized (
    select coalesce(m.person_id, m.address_id) as reader
    from private.mail_parts m join private.events e on e.id = m.event_id and private.is_update(e.kind)
    where m.mail_id is null and m.due_at > now() and m.due_at <= now() + correction
  ), waiting as (
    -- Its mail has its number beforehand: what was just made could be joined only one by one.
    select w.person_id, w.address_id, nextval(pg_get_serial_sequence('private.mails', 'id')) as mail_id
    from (
      select m.person_id, m.address_id
      from private.mail_parts m join private.visible_events e on e.id = m.event_id
      where m.mail_id is null and m.due_at <= now()
        and (m.due_at <= now() - correction or coalesce(m.person_id, m.address_id) not in (select o.reader from open_for o))
      group by 1, 2 limit max_rows
    ) w
  ), parts as (
    select m.event_id, m.person_id, m.address_id, m.new_mail, e.post_id
    from (
      select m.*, w.mail_id as new_mail
      from waiting w join private.mail_parts m on m.person_id = w.person_id and m.mail_id is null
      union all
      select m.*, w.mail_id
      from waiting w join private.mail_parts m on m.address_id = w.address_id and m.mail_id is null
    ) m
    join private.visible_events e on e.id = m.event_id and (not private.is_update(e.kind) or m.due_at <= now())
  ), mails as (
    insert into private.mails (id, kind, person_id, address_id, post_id)
    overriding system value
    select p.new_mail, 'notices', p.person_id, p.address_id,
      case when min(p.post_id) = max(p.post_id) then min(p.post_id) end
    from parts p group by p.new_mail, p.person_id, p.address_id
    returning id
  ), told_people as (
    update private.mail_parts m set mail_id = p.new_mail
    from parts p where m.event_id = p.event_id and m.person_id = p.person_id
  ), told_addresses as (
    update private.mail_parts m set mail_id = p.new_mail
    from parts p where m.event_id = p.event_id and m.address_id = p.address_id
  )
  select count(*) into made from mails;
  return made;
end
$$;
