-- What waits for approval, where admins want that: hidden from the moment it is written until somebody of the team shows
-- it. Its author sees it among what waits, and nobody else does.

-- Whether anything of somebody's stands, but for this post or comment.
create function private.has_standing(person uuid, but_post bigint, but_comment bigint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.posts p
      where p.author_id = person and p.deleted_at is null and p.id is distinct from but_post
    ) or exists (
      select from public.comments c join public.posts p on p.id = c.post_id and p.deleted_at is null
      where c.author_id = person and c.deleted_at is null and c.hidden_at is null and c.id is distinct from but_comment
    );
end
$$;

create function private.has_link(words text) returns boolean
language sql immutable set search_path = ''
return words ~* '(https?:/|www\.|\]\s*\()';

create function private.needs_approval(person uuid, words text, this_post bigint default null, this_comment bigint default null)
returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  rule private.moderation;
begin
  select * into rule from private.moderation;
  if rule.approval = 'off' or exists (select from public.roles r where r.user_id = person) then
    return false;
  end if;
  return case rule.approval
    when 'all' then true
    when 'first' then not private.has_standing(person, this_post, this_comment)
    when 'links' then private.has_link(words) and not (
      private.has_standing(person, this_post, this_comment) and exists (
        select from public.profiles p
        where p.id = person and p.created_at <= now() - make_interval(days => rule.trusted_days)
      )
    )
  end;
end
$$;

-- After everything else that an insert sets off, so that what was counted and indexed is taken back in the same way as
-- of whatever is hidden later. Imports and operators wait for nobody.
create function private.hold_back_posts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.conceal(array[n.id], '{}', 'approval', 'waits for approval')
  from new_rows n
  where n.author_id = auth.uid() and private.needs_approval(n.author_id, n.title || ' ' || n.details, this_post => n.id);
  return null;
end
$$;
create trigger z_hold_back after insert on public.posts
  referencing new table as new_rows for each statement execute function private.hold_back_posts();

create function private.hold_back_comments() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.conceal('{}', array[n.id], 'approval', 'waits for approval')
  from new_rows n
  where n.author_id = auth.uid() and private.needs_approval(n.author_id, n.body, this_comment => n.id);
  return null;
end
$$;
create trigger z_hold_back after insert on public.comments
  referencing new table as new_rows for each statement execute function private.hold_back_comments();

-- Nor does a link come by an edit past those who look.
create function private.refuse_new_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  was constant text := case tg_table_name when 'posts' then to_jsonb(old) ->> 'details' else to_jsonb(old) ->> 'body' end;
  wanted constant text := case tg_table_name when 'posts' then to_jsonb(new) ->> 'details' else to_jsonb(new) ->> 'body' end;
begin
  if new.author_id = auth.uid() and private.has_link(wanted) and not private.has_link(was)
     and private.needs_approval(new.author_id, wanted,
       case tg_table_name when 'posts' then new.id end, case tg_table_name when 'comments' then new.id end) then
    raise exception 'Links cannot be added here before the team knows you.' using errcode = '42501', hint = 'approval';
  end if;
  return new;
end
$$;
create trigger a_refuse_new_link before update of details on public.posts
  for each row when (pg_trigger_depth() = 0 and old.details is distinct from new.details)
  execute function private.refuse_new_link();
create trigger a_refuse_new_link before update of body on public.comments
  for each row when (
    pg_trigger_depth() = 0 and old.body is distinct from new.body and old.hidden_at is not distinct from new.hidden_at
  )
  execute function private.refuse_new_link();

-- The names in a comment that waits are in what is kept of it.
create or replace function private.note_mentions(comment_id bigint, people uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.mentions (comment_id, person_id)
  select c.id, p.id from public.comments c
  left join private.hidings h on h.comment_id = c.id
  join public.profiles p on p.id = any (people[1 : 10])
  where c.id = note_mentions.comment_id and c.author_id = auth.uid() and c.created_at = now()
    and strpos(coalesce(h.body, c.body), '@' || p.name) > 0
  on conflict do nothing
$$;

-- Webhooks hear of it once it is there: what was dropped meanwhile goes out.
create function private.send_approved() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.webhook_deliveries d set state = 'ready', due_at = now(), outcome = null
  from private.events e
  where e.id = d.event_id and d.state = 'dropped' and e.kind in ('post.created', 'comment.created')
    and (e.comment_id = old.comment_id or old.comment_id is null and e.comment_id is null and e.post_id = old.post_id);
  perform pg_notify('signpost', 'webhook'), pg_notify('signpost', 'event');
  return null;
end
$$;
create trigger send_approved after delete on private.hidings
  for each row when (old.cause = 'approval') execute function private.send_approved();

-- Whether the caller wrote this and it waits.
create function private.is_own_waiting(of_post bigint, of_comment bigint) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from private.hidings h join public.posts p on p.id = h.post_id
      where h.post_id = of_post and h.cause = 'approval' and p.author_id = auth.uid()
    ) or exists (
      select from private.hidings h join public.comments c on c.id = h.comment_id
      where h.comment_id = of_comment and h.cause = 'approval' and c.author_id = auth.uid()
    );
end
$$;
grant execute on function private.is_own_waiting(bigint, bigint) to anon, authenticated, service_role;
alter policy "authors add images to their posts and comments" on public.images
  with check (
    uploader_id = (select auth.uid())
    and split_part(path, '/', 1) = (select auth.uid())::text
    and (
      exists (select 1 from public.posts p where p.id = post_id and p.author_id = (select auth.uid()))
      or exists (select 1 from public.comments c where c.id = comment_id and c.author_id = (select auth.uid()))
      or private.is_own_waiting(post_id, comment_id)
    )
  );
alter policy "images of deleted posts are out of reach" on public.images
  using (
    coalesce(
      (select true from public.posts p where p.id = post_id),
      (select true from public.comments c where c.id = comment_id and c.hidden_at is null),
      uploader_id = (select auth.uid()) and private.is_own_waiting(post_id, comment_id)
    )
  );

-- What the caller's form sent with this key and waits: a post, or a comment.
create function public.waiting_of(sent_key uuid, is_comment boolean) returns bigint
language sql stable security definer set search_path = ''
as $$
  select s.made from private.sendings s
  where s.user_id = private.require_member() and s.key = sent_key and case
    when is_comment then private.is_own_waiting(null, s.made) else private.is_own_waiting(s.made, null) end
$$;
revoke execute on function public.waiting_of(uuid, boolean) from public, anon;
grant execute on function public.waiting_of(uuid, boolean) to authenticated, service_role;

-- What of the caller's waits for approval, the newest first.
create function public.my_waiting()
returns table (post_id bigint, comment_id bigint, title text, body text, created_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select h.post_id, h.comment_id, p.title, coalesce(h.body, p.details), h.hidden_at
    from private.hidings h
    left join public.comments c on c.id = h.comment_id
    join public.posts p on p.id = coalesce(h.post_id, c.post_id)
    where h.cause = 'approval' and me = case when c.id is null then p.author_id else c.author_id end
    order by h.id desc limit 100;
end
$$;
revoke execute on function public.my_waiting() from public, anon;
grant execute on function public.my_waiting() to authenticated, service_role;
