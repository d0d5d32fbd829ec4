create table private.hidings (
  id bigint generated always as identity primary key,
  post_id bigint unique references public.posts (id) on delete cascade,
  comment_id bigint unique,
  cause text not null check (cause in ('team', 'block', 'reports', 'approval')),
  reason text not null check (private.visible_length(reason) >= 1 and char_length(reason) <= 200),
  body text,
  hidden_by uuid references public.profiles (id) on delete set null,
  hidden_at timestamptz not null default now(),
  is_unheard boolean not null default false,
  check (num_nonnulls(post_id, comment_id) = 1 and (comment_id is null) = (body is null))
);
comment on table private.hidings is
  'What is hidden, by whom and why. cause: team (by hand), block (with its author), reports (until it is reviewed), approval (before it is reviewed). body is the text of a comment, which its own row lacks as long as it is hidden.';
comment on column private.hidings.is_unheard is 'Whether it has awaited approval from the start.';

create index hidings_hidden_by_idx on private.hidings (hidden_by) where hidden_by is not null;

create function private.given_reason(reason text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  said constant text := private.clean_line(reason);
begin
  if private.visible_length(said) = 0 or char_length(said) > 200 then
    raise exception 'Enter a reason of up to 200 characters.' using errcode = '23514', hint = 'reason_length';
  end if;
  return said;
end
$$;
comment on function private.given_reason is 'Returns the cleaned reason. Refuses an empty or overlong one.';

create function private.version_of(of_post bigint, of_comment bigint) returns text
language sql stable set search_path = '' as $$
  select encode(sha256(convert_to(jsonb_build_array(
    (select jsonb_build_array(p.title, p.details) from public.posts p where p.id = of_post),
    (select h.body from private.hidings h where h.comment_id = of_comment),
    (select jsonb_agg(jsonb_build_array(i.path, i.alt) order by i.position, i.id) from public.images i
     where i.post_id = of_post or i.comment_id = of_comment)
  )::text, 'UTF8')), 'hex')
$$;
comment on function private.version_of is
  'A checksum of the texts and images of a post or a hidden comment, which tells whether they changed.';

create function private.require_seen(posts bigint[], comments bigint[], seen text[]) returns void
language plpgsql set search_path = '' as $$
begin
  if seen is null then
    return;
  end if;
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  perform 1 from public.comments c where c.id = any (comments) order by c.id for update;
  perform 1 from public.images i where i.post_id = any (posts) or i.comment_id = any (comments) order by i.id for update;
  if exists (
    select from unnest(posts, comments, seen) as s (post, comment, version)
    join private.hidings h on h.post_id = s.post or h.comment_id = s.comment
    where s.version <> private.version_of(s.post, s.comment)
  ) then
    raise exception 'This has changed in the meantime. Read it again.' using errcode = 'PT409', hint = 'waiting_changed';
  end if;
end
$$;
comment on function private.require_seen is
  'Locks posts and comments, and refuses if one of them is no longer in the version that the caller saw.';

create function private.conceal(posts bigint[], comments bigint[], cause text, reason text) returns void
language plpgsql set search_path = '' as $$
declare
  me constant uuid := (select p.id from public.profiles p where p.id = auth.uid());
  why constant text := private.clean_line(reason);
  before jsonb;
begin
  -- Locks posts in order of their ids, like everything that locks several.
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  insert into private.hidings as h (post_id, cause, reason, hidden_by)
  select p.id, conceal.cause, why, me from public.posts p
  where p.id = any (posts) and (p.deleted_at is null or p.hidden_at is not null) order by p.id
  on conflict (post_id) do update
  set cause = excluded.cause, reason = excluded.reason, hidden_by = excluded.hidden_by, hidden_at = now()
  where excluded.cause = 'team';
  update public.posts p set hidden_at = now(), deleted_at = 'infinity', deleted_by = null
  where p.id = any (posts) and p.deleted_at is null;
  delete from private.search_titles s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);
  delete from private.search_posts s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);
  delete from private.search_comments s using private.hidings h where s.post_id = h.post_id and h.post_id = any (posts);

  insert into private.hidings as h (comment_id, cause, reason, body, hidden_by)
  select c.id, conceal.cause, why, c.body, me from public.comments c
  where c.id = any (comments) and c.deleted_at is null order by c.id
  on conflict (comment_id) do update
  set cause = excluded.cause, reason = excluded.reason, hidden_by = excluded.hidden_by, hidden_at = now()
  where excluded.cause = 'team';
  before := (select jsonb_agg(n) from private.counted_comments(comments) n);
  update public.comments c set
    body = '', hidden_at = coalesce(c.hidden_at, now()),
    hidden_reason = case
      when conceal.cause = 'team' or exists (select from public.comments r where r.parent_id = c.id) then why
    end
  where c.id = any (comments) and c.deleted_at is null and (c.hidden_at is null or conceal.cause = 'team');
  perform private.recount_comments(comments, before);
  delete from private.search_comments s where s.comment_id = any (comments);
end
$$;
comment on function private.conceal is
  'Hides these posts and comments. What is already hidden stays as it is, unless the team hides it by hand. If the team hides a comment, or it has replies, a line remains in its place.';

create function private.reveal(posts bigint[], comments bigint[]) returns void
language plpgsql set search_path = '' as $$
declare
  before jsonb;
  shown bigint[];
begin
  perform 1 from public.posts p
  where p.id = any (posts) or p.id in (select c.post_id from public.comments c where c.id = any (comments))
  order by p.id for update;
  -- Comments first: the words of comments in hidden posts are indexed with their posts.
  before := (select jsonb_agg(n) from private.counted_comments(comments) n);
  with gone as (
    delete from private.hidings h where h.comment_id = any (comments) returning h.comment_id, h.body
  )
  update public.comments c set body = gone.body, hidden_at = null, hidden_reason = null
  from gone where c.id = gone.comment_id;
  perform private.recount_comments(comments, before);
  perform private.index_comments(comments);

  with gone as (
    delete from private.hidings h where h.post_id = any (posts) returning h.post_id
  )
  select coalesce(array_agg(g.post_id), '{}') into shown from gone g;
  update public.posts p set hidden_at = null, deleted_at = null where p.id = any (shown);
  perform private.index_posts(shown);
  perform private.index_comments(array(select c.id from public.comments c where c.post_id = any (shown)));
end
$$;
comment on function private.reveal is 'Shows posts and comments again, as they were.';

create function private.show(posts bigint[], comments bigint[]) returns void
language plpgsql set search_path = '' as $$
declare
  reopened bigint[];
begin
  select coalesce(array_agg(r.id), '{}') into reopened
  from private.hidings h join private.reports r on r.post_id = h.post_id or r.comment_id = h.comment_id
  where (h.post_id = any (posts) or h.comment_id = any (comments))
    and h.cause = 'team' and h.hidden_at > now() - private.restore_time()
    and r.outcome = 'hidden' and r.settled_at >= h.hidden_at;
  update private.reports r set settled_at = now(), outcome = 'dismissed', settled_by = auth.uid(), read_at = null
  from private.hidings h
  where (h.post_id = any (posts) or h.comment_id = any (comments))
    and (r.post_id = h.post_id or r.comment_id = h.comment_id)
    and (r.settled_at is null or r.outcome = 'hidden') and r.id <> all (reopened);
  perform private.reveal(posts, comments);
  perform private.reopen(reopened);
end
$$;
comment on function private.show is
  'Shows things again. If the team hid something a moment ago, that was a mistake: its reports are open again. If it was hidden for longer, or only because of reports, it is kept, and the people who reported it are notified.';
