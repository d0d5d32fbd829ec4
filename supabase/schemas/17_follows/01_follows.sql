create type public.follow_level as enum ('muted', 'updates', 'all');

create type public.mail_pace as enum ('at-once', 'daily', 'weekly', 'never');

create table private.follows (
  post_id bigint references public.posts (id) on delete cascade,
  person_id uuid references public.profiles (id) on delete cascade,
  level public.follow_level not null,
  created_at timestamptz not null default now(),
  merge_id bigint references public.post_merges (id) on delete set null,
  primary key (post_id, person_id)
);
comment on table private.follows is
  'What people chose with the follow button on a post. It outweighs following by what they did.';
comment on column private.follows.merge_id is 'The merge that moved it here, as for votes.';

create index follows_person_idx on private.follows (person_id);
create index follows_merge_idx on private.follows (merge_id, person_id) where merge_id is not null;

create function private.followed_as(post bigint) returns bigint[]
language plpgsql stable set search_path = '' as $$
begin
  return post || array(select m.post_id from public.post_merges m where m.stays_id = post and m.undone_at is null);
end
$$;
comment on function private.followed_as is
  'People who follow a post that was merged into another follow that one until the merge is undone. Votes and comments move; choices by button or email, and the author, stay where they are.';

create function private.follows_of(
  people uuid[], post bigint, moment timestamptz default 'infinity'::timestamptz
) returns table(person_id uuid, level public.follow_level, reason text, in_site boolean, mail public.mail_pace)
language plpgsql stable rows 20 set search_path = '' as $$
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
comment on function private.follows_of is
  'How each of these people followed a post by what they did before a given time, and why: ''follow'' (by the button), ''post'', ''comment'' or ''vote''; nulls if not at all. People who muted it since then have muted it. In plpgsql because that keeps the query plan.';

create function private.posts_of(person uuid) returns setof bigint
language sql stable set search_path = '' as $$
  select post_id from private.follows where person_id = person
  union select post_id from public.votes where user_id = person
  union select post_id from public.comments where author_id = person and deleted_at is null
  union select id from public.posts where author_id = person
$$;
comment on function private.posts_of is 'Every post that a person follows, muted, voted for or wrote on.';

create function public.my_follow(post_id bigint) returns table(level public.follow_level, reason text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select f.level, f.reason from public.posts p, private.follows_of(array[me], p.id) f
    where p.id = private.standing_post(my_follow.post_id) and p.deleted_at is null;
end
$$;
comment on function public.my_follow is 'How the caller follows a post, and why; nulls if not at all.';
grant execute on function public.my_follow to authenticated, service_role;

create function public.follow_post(post_id bigint, wanted public.follow_level default null) returns table(
  level public.follow_level, reason text
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  target constant bigint := private.standing_post(follow_post.post_id);
begin
  perform private.hold_post(target);
  if wanted is null then
    delete from private.follows f where f.post_id = target and f.person_id = me;
  else
    insert into private.follows as f (post_id, person_id, level) values (target, me, wanted)
    on conflict on constraint follows_pkey do update set level = excluded.level where f.level <> excluded.level;
  end if;
  return query select f.level, f.reason from private.follows_of(array[me], target) f;
end
$$;
comment on function public.follow_post is
  'Sets how the caller follows a post, whatever they did on it; null goes back to the default. For a merged post, it applies to the post that remains. Returns the same as my_follow.';
grant execute on function public.follow_post to authenticated, service_role;

create function public.my_follows(before_post bigint default null, max_rows integer default 50) returns table(
  post_id bigint, title text, category_slug text, slug text, state public.post_state, level public.follow_level,
  reason text
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select();
  return query
    select p.id, p.title, c.slug, p.slug, p.state, f.level, f.reason
    from public.posts p join public.categories c on c.id = p.category_id
    cross join lateral private.follows_of(array[me], p.id) f
    where p.id in (select private.posts_of(me)) and p.deleted_at is null and f.level is not null
      and (before_post is null or p.id < before_post)
    order by p.id desc limit least(max_rows, 100);
end
$$;
comment on function public.my_follows is 'What the caller follows or muted, newest post first.';
grant execute on function public.my_follows to authenticated, service_role;

create function private.mute_own_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.mail_follows f
  using private.mail_addresses a, auth.users u
  where u.id = new.person_id and u.email_confirmed_at is not null and a.address = lower(u.email)
    and f.address_id = a.id and f.post_id = any (private.followed_as(new.post_id));
  return null;
end
$$;
comment on function private.mute_own_address is 'Mutes a post for the account''s email address too.';

create trigger a_spend_change before update on private.follows
  for each row when (pg_trigger_depth() = 0 and old.post_id = new.post_id) execute function private.spend('vote');
create trigger a_spend_vote before insert or delete on private.follows
  for each row when (pg_trigger_depth() = 0) execute function private.spend('vote');
create trigger mute_own_address after insert or update of level on private.follows
  for each row when (new.level = 'muted'::public.follow_level) execute function private.mute_own_address();

create function private.forget_own_address() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.mail_addresses a
  using auth.users u
  where u.id = new.person_id and u.email_confirmed_at is not null and a.address = lower(u.email);
  return null;
end
$$;
comment on function private.forget_own_address is 'Removes the email address of an account that turns emails off.';
