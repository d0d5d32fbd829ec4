create type public.post_state as enum ('proposed', 'candidate', 'planned', 'in-progress', 'completed');

create table public.posts (
  id bigint generated always as identity primary key,
  category_id integer not null references public.categories (id),
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  title text not null check (not private.has_stacked_marks(title) and char_length(title) between 3 and 140 and private.visible_length(title) >= 3),
  details text not null default '' check (char_length(details) <= 10000),
  slug text not null default '',
  state public.post_state not null default 'proposed',
  votes_total integer not null default 0 check (votes_total >= 0),
  comments_total integer not null default 0 check (comments_total >= 0),
  trend double precision not null default 0,
  activity_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  edited_at timestamptz,
  state_changed_at timestamptz not null default now(),
  revision integer not null default 0,
  deleted_at timestamptz,
  -- Not a reference: whoever deleted a post may leave before it goes.
  deleted_by uuid,
  unique (category_id, slug)
) with (fillfactor = 85);
comment on table public.posts is 'A piece of feedback with its state on the roadmap. Counts are kept by triggers, never by clients.';
comment on column public.posts.author_id is 'Null once the author deleted the account and left the post.';
comment on column public.posts.trend is
  'Sum over the post and its votes of 2^(days since 2026 / 10): a vote is worth half of one cast ten days later, so the order needs no recomputing as time passes.';
comment on column public.posts.activity_at is 'Newest of creation, edit, state change and comment.';
comment on column public.posts.revision is 'Goes up with each change of title or details, so that an edit can tell whether it starts from what is there.';
comment on column public.posts.deleted_at is
  'Set while a deleted post waits to be restored or removed for good. Nobody sees it or anything that belongs to it; it keeps its address.';

create index posts_author_idx on public.posts (author_id);
create index posts_top_idx on public.posts (votes_total desc, activity_at desc, id desc);
create index posts_state_top_idx on public.posts (state, votes_total desc, activity_at desc, id desc);
create index posts_category_top_idx on public.posts (category_id, votes_total desc, activity_at desc, id desc);
create index posts_category_state_top_idx on public.posts (category_id, state, votes_total desc, activity_at desc, id desc);
create index posts_new_idx on public.posts (created_at desc, id desc);
create index posts_state_new_idx on public.posts (state, created_at desc, id desc);
create index posts_category_new_idx on public.posts (category_id, created_at desc, id desc);
create index posts_category_state_new_idx on public.posts (category_id, state, created_at desc, id desc);
create index posts_trend_idx on public.posts (trend desc, id desc);
create index posts_state_trend_idx on public.posts (state, trend desc, id desc);
create index posts_category_trend_idx on public.posts (category_id, trend desc, id desc);
create index posts_category_state_trend_idx on public.posts (category_id, state, trend desc, id desc);
create index posts_comments_idx on public.posts (comments_total desc, id desc);
create index posts_state_comments_idx on public.posts (state, comments_total desc, id desc);
create index posts_title_idx on public.posts (lower(title), id);
create index posts_state_title_idx on public.posts (state, lower(title), id);
create index posts_deleted_idx on public.posts (deleted_at) where deleted_at is not null;

alter table public.posts enable row level security;
grant select on public.posts to anon, authenticated;
grant insert (category_id, title, details), update (title, details) on public.posts to authenticated;
grant all on public.posts to service_role;

create policy "anyone reads posts" on public.posts
  for select to anon, authenticated using (true);
create policy "members post as themselves" on public.posts
  for insert to authenticated with check (author_id = (select auth.uid()));
create policy "authors and admins edit" on public.posts
  for update to authenticated
  using (author_id = (select auth.uid()) or (select private.is_admin()))
  with check (author_id = (select auth.uid()) or (select private.is_admin()));
create policy "deleted posts are out of reach" on public.posts as restrictive
  for all to anon, authenticated using (deleted_at is null) with check (true);

create table public.post_addresses (
  category_id integer not null references public.categories (id),
  slug text not null,
  post_id bigint not null references public.posts (id) on delete cascade deferrable initially deferred,
  created_at timestamptz not null default now(),
  primary key (category_id, slug)
);
comment on table public.post_addresses is
  'Every address a post ever had. An address is never given to another post while its post lives, so old links can be redirected for good.';
create index post_addresses_post_idx on public.post_addresses (post_id);

alter table public.post_addresses enable row level security;
grant select on public.post_addresses to anon, authenticated;
grant all on public.post_addresses to service_role;
create policy "anyone follows an address" on public.post_addresses
  for select to anon, authenticated using (true);
-- Not "exists", here and on the tables to come: the planner may answer that by reading every post.
create policy "addresses of deleted posts are out of reach" on public.post_addresses as restrictive
  for all to anon, authenticated using ((select true from public.posts p where p.id = post_id)) with check (true);

-- The worth of one vote at a moment, on the scale of posts.trend.
create function private.trend_weight(moment timestamptz) returns double precision
language sql immutable parallel safe set search_path = ''
return power(2::double precision, extract(epoch from moment - timestamptz '2026-01-01 00:00:00+00') / 864000.0);

-- Claims a free address for a post: the title's own slug, else that slug with the post's number.
create function private.claim_address(category integer, post bigint, title text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  base text := private.slugify(title);
  candidate text;
  owner bigint;
  attempt integer := 0;
begin
  if base = '' then
    base := 'post';
    attempt := 1;
  end if;
  loop
    candidate := case attempt
      when 0 then base
      when 1 then base || '-' || post
      else base || '-' || post || '-' || attempt
    end;
    insert into public.post_addresses (category_id, slug, post_id) values (category, candidate, post)
    on conflict do nothing;
    if found then
      return candidate;
    end if;
    select post_id into owner from public.post_addresses where category_id = category and slug = candidate;
    if owner = post then
      return candidate;
    end if;
    attempt := attempt + 1;
  end loop;
end
$$;

create function private.prepare_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := private.clean_line(new.title);
  new.details := private.clean_text(new.details);
  if tg_op = 'INSERT' then
    new.slug := private.claim_address(new.category_id, new.id, new.title);
    new.trend := private.trend_weight(new.created_at);
    new.activity_at := new.created_at;
    new.updated_at := new.created_at;
    new.state_changed_at := greatest(new.created_at, least(new.state_changed_at, now()));
    return new;
  end if;
  if (new.title, new.details) is distinct from (old.title, old.details) then
    new.edited_at := now();
  end if;
  if new.category_id <> old.category_id then
    new.slug := private.claim_address(new.category_id, new.id, new.title);
  end if;
  if new.state <> old.state then
    new.state_changed_at := now();
  end if;
  if (new.title, new.details, new.category_id, new.state)
     is distinct from (old.title, old.details, old.category_id, old.state) then
    new.updated_at := now();
    new.activity_at := now();
  end if;
  return new;
end
$$;

create trigger prepare_post_insert before insert on public.posts
  for each row execute function private.prepare_post();
create trigger prepare_post_update before update of title, details, category_id, state on public.posts
  for each row execute function private.prepare_post();

-- An edit says which revision it starts from, and so notices one that came between.
create function private.bump_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;

create trigger bump_revision before update of title, details on public.posts
  for each row when (old.title is distinct from new.title or old.details is distinct from new.details)
  execute function private.bump_revision();

create trigger a_spend_post before insert on public.posts
  for each row when (pg_trigger_depth() = 0)
  execute function private.spend('post');
create trigger a_spend_edit before update of title, details on public.posts
  for each row when (pg_trigger_depth() = 0 and (old.title, old.details) is distinct from (new.title, new.details))
  execute function private.spend('edit');

-- Publishes a post once for each key and returns it; no row when it has been deleted since.
create function public.create_post(category text, title text, details text, sent_key uuid)
returns table (id bigint, slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.posts (category_id, title, details)
    select c.id, create_post.title, create_post.details from public.categories c where c.slug = create_post.category
    returning posts.id into made;
    if made is null then
      raise exception 'This category no longer exists.' using errcode = 'P0002';
    end if;
    perform private.finish_sending(sent_key, made);
  end if;
  return query select p.id, p.slug from public.posts p where p.id = made;
end
$$;
revoke execute on function public.create_post(text, text, text, uuid) from public, anon;
grant execute on function public.create_post(text, text, text, uuid) to authenticated, service_role;

-- Saves title and details unless somebody saved since `seen_revision`: status is 'saved', 'conflict' (with what
-- is there now; nothing is written) or 'missing'.
create function public.edit_post(post_id bigint, new_title text, new_details text, seen_revision integer)
returns table (status text, title text, details text, revision integer, category_slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  current_post public.posts;
begin
  select * into current_post from public.posts p where p.id = edit_post.post_id for update;
  if current_post.id is null then
    if exists (select 1 from public.posts p where p.id = edit_post.post_id) then
      raise exception 'Only its author or an admin may edit a post.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::text, null::integer, null::text;
  elsif current_post.revision <> edit_post.seen_revision then
    return query select 'conflict', current_post.title, current_post.details, current_post.revision, null::text;
  else
    return query
      update public.posts p set title = edit_post.new_title, details = edit_post.new_details
      where p.id = edit_post.post_id
      returning 'saved', p.title, p.details, p.revision,
        (select c.slug from public.categories c where c.id = p.category_id);
  end if;
end
$$;
revoke execute on function public.edit_post(bigint, text, text, integer) from public, anon;
grant execute on function public.edit_post(bigint, text, text, integer) to authenticated, service_role;
