create function private.parts_to_say(mail private.mails) returns setof bigint
language plpgsql stable set search_path = '' as $$
begin
  return query
    with said as materialized (
      select e.id, e.kind, e.post_id, e.to_state, m.reason
      from private.mail_parts m join private.visible_events e on e.id = m.event_id
      where m.mail_id = mail.id
    )
    select s.id from said s
    where case
      when s.post_id < 0 then private.entry_is_due(-s.post_id, s.kind, mail.person_id, mail.address_id)
      -- The reader has muted the post since then, or no longer follows it.
      when mail.person_id is not null then exists (
        select from private.follows_of(array[mail.person_id], s.post_id) f
        where f.level = 'all' or (f.level = 'updates' and private.is_update(s.kind))
          or (s.reason = 'mention' and f.level is distinct from 'muted')
      )
      else exists (
        select from private.mail_follows f
        where f.post_id = any (private.followed_as(s.post_id)) and f.address_id = mail.address_id
      )
    end
    -- The email about an entry that the post is linked to covers it.
    and not (coalesce(s.to_state = 'completed', false) and exists (
      select from public.changelog_entry_posts x
      join public.changelog_entries n on n.id = x.entry_id and n.state = 'published'
      join private.mail_parts o
        on o.event_id = n.told_event and (o.person_id = mail.person_id or o.address_id = mail.address_id)
      where x.post_id = any (private.followed_as(s.post_id))
    ));
end
$$;
comment on function private.parts_to_say is 'The events that an email contains, as of now.';

create function private.mail_says(mail private.mails) returns jsonb
language sql stable set search_path = '' as $$
  select case mail.kind
    when 'test' then '{}'
    when 'account' then case
      when mail.about ->> 'event' = 'invited' then private.invitation_says((mail.about ->> 'invitation')::bigint)
      else mail.about
    end
    when 'summary' then (
      select private.summary_says() where exists (select from public.roles r where r.user_id = mail.person_id)
    )
    when 'webhook' then (
      select jsonb_build_object('host', substring(w.address from '^https?://([^/?]+)'), 'why', w.off_reason)
      from private.webhooks w
      where w.id = mail.webhook_id and w.off_reason is not null
        and exists (select from public.roles r where r.user_id = mail.person_id and r.role = 'admin')
    )
    when 'confirm' then case when mail.post_id is null then (
      select '{}'::jsonb from private.changelog_readers r where r.address_id = mail.address_id and r.confirmed_at is null
    ) else (
      select jsonb_build_object('post', jsonb_build_object(
        'id', p.id, 'title', p.title, 'slug', p.slug, 'category_slug', c.slug))
      from private.mail_follows f join public.posts p on p.id = f.post_id and p.deleted_at is null
      join public.categories c on c.id = p.category_id
      where f.address_id = mail.address_id and f.post_id = private.standing_post(mail.post_id) and f.confirmed_at is null
    ) end
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
          from private.parts_to_say(mail) t join private.mail_parts m on m.mail_id = mail.id and m.event_id = t
          join private.visible_events e on e.id = m.event_id
          left join public.profiles a on a.id = e.actor_id
        ) i
        group by i.post_id, i.post_title, i.post_slug, i.category_slug
      ) told
      having count(*) > 0
    )
  end
$$;
comment on function private.mail_says is 'The content of an email, as of now; null if nothing is left.';

create function private.summary_says() returns jsonb
language sql stable set search_path = '' as $$
  select case when s.posts > 0 or s.comments > 0 or s.failed > 0 or s.waiting > 0 then jsonb_build_object(
    'new_posts', s.posts, 'new_comments', s.comments, 'new_votes', s.votes, 'proposed', s.proposed,
    'failed_mails', s.failed, 'waiting', s.waiting, 'newest', coalesce(s.newest, '[]')
  ) end
  from (
    select
      (select count(*) from public.posts p where p.deleted_at is null and p.created_at > now() - interval '1 day') as posts,
      (select count(*) from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
       where c.deleted_at is null and c.created_at > now() - interval '1 day') as comments,
      (select count(*) from public.votes v join public.posts p on p.id = v.post_id and p.deleted_at is null
       where v.created_at > now() - interval '1 day') as votes,
      (select coalesce(sum(t.posts), 0) from public.post_totals t where t.state = 'proposed') as proposed,
      (select count(*) from private.mails m
       where m.state in ('failed', 'unknown') and m.created_at > now() - interval '1 day') as failed,
      -- The same things that public.admin_reports lists.
      (select count(*)
       from (
         select r.post_id, r.comment_id from private.reports r where r.settled_at is null
         union
         select h.post_id, h.comment_id from private.hidings h where h.cause = 'approval'
       ) t
       left join public.comments c on c.id = t.comment_id
       join public.posts p on p.id = coalesce(t.post_id, c.post_id) and (p.deleted_at is null or p.hidden_at is not null)
       where not exists (
         select from private.hidings h join private.blocks b
           on b.person_id = case when t.comment_id is null then p.author_id else c.author_id end
         where h.post_id = t.post_id or h.comment_id = t.comment_id
       )) as waiting,
      (select jsonb_agg(jsonb_build_object(
         'id', n.id, 'title', n.title, 'slug', n.slug, 'category_slug', n.category, 'votes_total', n.votes_total,
         'author', n.author))
       from (
         select p.id, p.title, p.slug, c.slug as category, p.votes_total, a.name as author
         from public.posts p join public.categories c on c.id = p.category_id
         left join public.profiles a on a.id = p.author_id
         where p.deleted_at is null and p.created_at > now() - interval '1 day'
         order by p.votes_total desc, p.id desc limit 20
       ) n) as newest
  ) s
$$;
comment on function private.summary_says is 'The content of an admin''s daily summary; null if there is none.';

create function private.make_summaries() returns integer
language sql set search_path = '' as $$
  with made as (
    insert into private.mails (kind, person_id, day)
    select 'summary', r.user_id, (now() at time zone 'utc')::date
    from public.roles r join private.notice_settings s on s.person_id = r.user_id and s.summary
    cross join private.notice_rules n
    where extract(hour from now() at time zone 'utc') >= n.summary_hour
    on conflict do nothing
    returning 1
  )
  select count(*)::integer from made
$$;
comment on function private.make_summaries is 'Creates the daily summaries that are due. Returns how many.';
grant execute on function private.make_summaries to service_role;
