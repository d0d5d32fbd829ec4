-- Who is notified about a changelog entry. Each person gets one notification about the entry and the completion of its
-- linked posts together.

create function private.posts_of_entry(entry bigint) returns bigint[]
language plpgsql stable set search_path = '' as $$
begin
  return array(
    select distinct f.id from public.changelog_entry_posts x
    join public.posts p on p.id = private.standing_post(x.post_id) and p.deleted_at is null
    cross join lateral unnest(private.followed_as(p.id)) f (id)
    where x.entry_id = entry
  );
end
$$;
comment on function private.posts_of_entry is 'The posts linked to an entry, with those merged into them, without deleted ones.';

create function private.entry_audience(event private.events, beyond uuid, max_rows integer) returns table(
  person_id uuid, reason text, in_site boolean, pace public.mail_pace
)
language plpgsql stable rows 20 set search_path = '' as $$
declare
  posts constant bigint[] := private.posts_of_entry(-event.post_id);
  people uuid[];
begin
  people := array(
    select distinct c.id from (
      (select s.person_id as id from private.notice_settings s
       where s.changelog and s.person_id > beyond order by s.person_id limit max_rows)
      union all
      select near.id from unnest(posts) post cross join lateral (
        (select v.user_id as id from public.votes v where v.post_id = post and v.user_id > beyond
         order by v.user_id limit max_rows)
        union all
        (select f.person_id from private.follows f where f.post_id = post and f.person_id > beyond
         order by f.person_id limit max_rows)
        union all
        (select m.author_id from public.comments m where m.post_id = post and m.author_id > beyond and m.deleted_at is null
         group by m.author_id order by m.author_id limit max_rows)
        union all
        select p.author_id from public.posts p where p.id = post and p.author_id > beyond
      ) near
    ) c
    order by c.id limit max_rows
  );
  return query
    with followed as (
      select distinct on (f.person_id) f.person_id, f.reason
      from unnest(posts) post cross join lateral private.follows_of(people, post, event.created_at) f
      where f.level > 'muted'
      order by f.person_id, f.level desc, post
    )
    select s.person_id,
      case when s.person_id is not distinct from event.actor_id or u.id is null then null
        else coalesce(case when s.changelog then 'changelog' end, w.reason) end,
      s.in_site,
      case when u.email_confirmed_at is not null then nullif(s.mail, 'never') end
    from private.notice_settings s
    left join followed w on w.person_id = s.person_id
    left join auth.users u on u.id = s.person_id and coalesce(u.banned_until < now(), true)
    where s.person_id = any (people)
    order by 1;
end
$$;
comment on function private.entry_audience is
  'The next people who subscribe to the changelog or follow a linked post, and why they are notified, with no reason if they aren''t.';

create function private.is_told_by_entry(
  person uuid, event bigint, post bigint, to_state public.post_state
) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return to_state = 'completed' and exists (
    select from public.changelog_entry_posts x
    join public.changelog_entries e on e.id = x.entry_id and e.state = 'published'
    join private.notices n on n.event_id = e.told_event and n.person_id = person
    where x.post_id = any (private.followed_as(post))
  );
end
$$;
comment on function private.is_told_by_entry is
  'Whether a person has a notification about an entry that the post is linked to, so that one about its completion would repeat it.';

create function private.entry_is_due(
  entry bigint, event_kind text, of_person uuid, of_address uuid
) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  posts bigint[] := private.posts_of_entry(entry);
  is_subscriber boolean;
  heard bigint[];
begin
  is_subscriber := exists (select from private.notice_settings s where s.person_id = of_person and s.changelog)
    or exists (
      select from private.changelog_readers r where r.address_id = of_address and r.confirmed_at is not null
    );
  if not is_subscriber then
    posts := array(
      select p from unnest(posts) p
      where exists (select from private.follows_of(array[of_person], p) f where f.level > 'muted')
        or exists (
          select from private.mail_follows f where f.post_id = p and f.address_id = of_address and f.confirmed_at is not null
        )
    );
    if posts = '{}' then
      return false;
    end if;
  end if;
  if event_kind <> 'changelog.published' or posts = '{}' then
    return true;
  end if;
  heard := array(
    select v.post_id from private.mail_parts m
    join private.mails s on s.id = m.mail_id and s.state not in ('failed', 'dropped')
    join private.visible_events v on v.id = m.event_id and v.to_state = 'completed'
    where (m.person_id = of_person or m.address_id = of_address) and m.is_said and v.post_id = any (posts)
  );
  -- People who were notified about a post were also notified about those merged into it.
  return exists (
    select from unnest(posts) p
    where private.standing_post(p) <> all (heard)
  );
end
$$;
comment on function private.entry_is_due is
  'Whether an email about an entry is still due: the person subscribes or follows a linked post, and hasn''t been emailed about the completion of all of these. If people are notified again, it is always due.';
