-- Who follows what, and how they want to hear of it. Voting, commenting and posting follow by themselves: that is
-- looked up where the votes and comments are, so taking a vote back unfollows, and nothing is stored twice.
create type public.follow_level as enum ('muted', 'updates', 'all');
create type public.mail_pace as enum ('at-once', 'daily', 'weekly', 'never');

create table private.follows (
  post_id bigint not null references public.posts (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  level public.follow_level not null,
  created_at timestamptz not null default now(),
  primary key (post_id, person_id)
);
comment on table private.follows is
  'What people chose about a post with the button there; it goes before what they did on it. updates: changes of state alone.';
create index follows_person_idx on private.follows (person_id);

create table private.notice_settings (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  in_site boolean not null default true,
  mail public.mail_pace not null default 'at-once',
  by_vote public.follow_level not null default 'updates',
  by_comment public.follow_level not null default 'all',
  by_post public.follow_level not null default 'all',
  summary boolean not null default true,
  feed_key uuid unique
);
comment on table private.notice_settings is
  'How a person hears of what they follow, and how much a vote, a comment and a post of their own follow. One row for every profile.';
comment on column private.notice_settings.summary is 'Of an admin: whether to get the daily summary.';
comment on column private.notice_settings.feed_key is 'The secret in the address of the personal feed; null without one.';

create table private.mentions (
  comment_id bigint not null references public.comments (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  primary key (comment_id, person_id)
);
comment on table private.mentions is 'Whom a comment calls by @name. People with the same name are told apart here, not in the text.';
create index mentions_person_idx on private.mentions (person_id);

alter table private.follows enable row level security;
alter table private.notice_settings enable row level security;
alter table private.mentions enable row level security;
grant all on private.follows, private.notice_settings, private.mentions to service_role;

create trigger a_spend_vote before insert or update or delete on private.follows
  for each row when (pg_trigger_depth() = 0) execute function private.spend('vote');
create trigger a_spend_edit before update on private.notice_settings
  for each row when (pg_trigger_depth() = 0 and old is distinct from new) execute function private.spend('edit');

create function private.make_notice_settings() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.notice_settings (person_id) values (new.id);
  return null;
end
$$;
create trigger make_notice_settings after insert on public.profiles
  for each row execute function private.make_notice_settings();
insert into private.notice_settings (person_id) select p.id from public.profiles p;

-- Whoever follows is found in the order of ids, however many they are. Each serves what the index it replaces, or the
-- one on authors, did not.
create index votes_post_person_idx on public.votes (post_id, user_id);
drop index public.votes_post_idx;
create index comments_post_author_idx on public.comments (post_id, author_id) where author_id is not null;

-- The caller, whose account and session stand. The first line of what members do.
create function private.require_member() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  if auth.uid() is null or not private.is_present() then
    raise exception 'You have been signed out. Sign in again.' using errcode = '42501', hint = 'signed_out';
  end if;
  return auth.uid();
end
$$;

-- A post and all that it stands for: whoever follows one of them follows it. Merging, a later chapter, says which.
create function private.followed_as(post bigint) returns bigint[]
language sql immutable set search_path = ''
return array[post];

-- How each of these people follows a post by what they did before a moment, and why: 'follow' (by the button), 'post',
-- 'comment' or 'vote'; nulls for not at all. Whoever muted it since has muted it. In plpgsql because that keeps its plan.
create function private.follows_of(people uuid[], post bigint, moment timestamptz default 'infinity')
returns table (person_id uuid, level public.follow_level, reason text)
language plpgsql stable set search_path = ''
as $$
declare
  posts constant bigint[] := private.followed_as(post);
begin
  return query
    select s.person_id,
      coalesce(f.level, nullif(greatest(own.by_post, own.by_comment, own.by_vote), 'muted')),
      case
        when f.level is not null then 'follow'
        when own.by_post > 'muted' then 'post'
        when own.by_comment > 'muted' then 'comment'
        when own.by_vote > 'muted' then 'vote'
      end
    from private.notice_settings s
    left join lateral (
      select w.level from private.follows w
      where w.post_id = any (posts) and w.person_id = s.person_id and (w.created_at < moment or w.level = 'muted')
      order by w.post_id <> post, w.level desc limit 1
    ) f on true
    left join public.votes v on v.post_id = post and v.user_id = s.person_id and v.created_at < moment
    left join lateral (
      select true as wrote from public.posts w where w.id = any (posts) and w.author_id = s.person_id limit 1
    ) p on true
    left join (
      select distinct m.author_id from public.comments m
      where m.post_id = post and m.author_id = any (people) and m.deleted_at is null and m.created_at < moment
    ) c on c.author_id = s.person_id
    cross join lateral (
      select case when p.wrote then s.by_post end as by_post,
             case when c.author_id is not null then s.by_comment end as by_comment,
             case when v.post_id is not null then s.by_vote end as by_vote
    ) own
    where s.person_id = any (people);
end
$$;

-- How the caller follows a post, and why: 'follow' (by the button), 'post', 'comment' or 'vote'. Nulls: not at all.
create function public.my_follow(post_id bigint) returns table (level public.follow_level, reason text)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select f.level, f.reason from public.posts p, private.follows_of(array[me], p.id) f
    where p.id = my_follow.post_id and p.deleted_at is null;
end
$$;
revoke execute on function public.my_follow(bigint) from public, anon;
grant execute on function public.my_follow(bigint) to authenticated, service_role;

-- Follows a post as wanted, whatever the caller did on it; null leaves it to that again. Answers as my_follow does.
create function public.follow_post(post_id bigint, wanted public.follow_level default null)
returns table (level public.follow_level, reason text)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform 1 from public.posts p where p.id = follow_post.post_id and p.deleted_at is null for key share;
  if not found then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if wanted is null then
    delete from private.follows f where f.post_id = follow_post.post_id and f.person_id = me;
  else
    insert into private.follows as f (post_id, person_id, level) values (follow_post.post_id, me, wanted)
    on conflict on constraint follows_pkey do update set level = excluded.level where f.level <> excluded.level;
  end if;
  return query select f.level, f.reason from private.follows_of(array[me], follow_post.post_id) f;
end
$$;
revoke execute on function public.follow_post(bigint, public.follow_level) from public, anon;
grant execute on function public.follow_post(bigint, public.follow_level) to authenticated, service_role;

-- Every post the person has to do with: followed, muted, voted for, commented on or written.
create function private.posts_of(person uuid) returns setof bigint
language sql stable set search_path = ''
as $$
  select post_id from private.follows where person_id = person
  union select post_id from public.votes where user_id = person
  union select post_id from public.comments where author_id = person and deleted_at is null
  union select id from public.posts where author_id = person
$$;

-- What the caller follows or muted, newest post first; before_post is the last one seen.
create function public.my_follows(before_post bigint default null, max_rows integer default 50)
returns table (
  post_id bigint, title text, category_slug text, slug text, state public.post_state,
  level public.follow_level, reason text
)
language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  return query
    select p.id, p.title, c.slug, p.slug, p.state, f.level, f.reason
    from public.posts p join public.categories c on c.id = p.category_id
    cross join lateral private.follows_of(array[me], p.id) f
    where p.id in (select private.posts_of(me)) and p.deleted_at is null and f.level is not null
      and (before_post is null or p.id < before_post)
    order by p.id desc limit least(max_rows, 100);
end
$$;
revoke execute on function public.my_follows(bigint, integer) from public, anon;
grant execute on function public.my_follows(bigint, integer) to authenticated, service_role;

-- Publishes a comment as before and notes whom it calls by @name; a name that is not in the text calls nobody.
drop function public.create_comment(bigint, text, uuid, bigint);
create function public.create_comment(
  post_id bigint, body text, sent_key uuid, parent_id bigint default null, mentions uuid[] default '{}'
)
returns table (id bigint, written text, created_at timestamptz, category_slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.comments (post_id, parent_id, body)
    values (create_comment.post_id, create_comment.parent_id, create_comment.body) returning comments.id into made;
    perform private.note_mentions(made, mentions);
    perform private.finish_sending(sent_key, made);
  end if;
  return query
    select c.id, c.body, c.created_at, t.slug
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = made;
end
$$;
revoke execute on function public.create_comment(bigint, text, uuid, bigint, uuid[]) from public, anon;
grant execute on function public.create_comment(bigint, text, uuid, bigint, uuid[]) to authenticated, service_role;

-- Ten people at most, of a comment of the caller's own that nobody was told of yet.
create function private.note_mentions(comment_id bigint, people uuid[]) returns void
language sql security definer set search_path = ''
as $$
  insert into private.mentions (comment_id, person_id)
  select c.id, p.id from public.comments c join public.profiles p on p.id = any (people[1 : 10])
  where c.id = note_mentions.comment_id and c.author_id = auth.uid() and c.created_at = now()
    and strpos(c.body, '@' || p.name) > 0
  on conflict do nothing
$$;
grant execute on function private.note_mentions(bigint, uuid[]) to authenticated;

-- Whom a comment on a post may call by name: its author, whoever comments there, and the team. typed is how the name
-- begins.
create function public.mentionable(post_id bigint, typed text default '', max_rows integer default 8)
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
      where c.post_id = mentionable.post_id and c.deleted_at is null
      union
      select r.user_id from public.roles r
    )
    order by lower(p.name), p.id limit least(max_rows, 20);
end
$$;
revoke execute on function public.mentionable(bigint, text, integer) from public, anon;
grant execute on function public.mentionable(bigint, text, integer) to authenticated, service_role;
