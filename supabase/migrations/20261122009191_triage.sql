-- What the team keeps of a post beside it. It is no state: a post that was looked at may well stay proposed.
create table public.post_triage (
  post_id bigint primary key references public.posts (id) on delete cascade,
  looked_at timestamptz,
  looked_by uuid references public.profiles (id) on delete set null
);
comment on table public.post_triage is 'Who of the team looked at a post first, and when. One row for each post; its inbox is those without.';
comment on column public.post_triage.looked_by is 'Null also where nobody remembers, and once that account is gone.';
create index post_triage_inbox_idx on public.post_triage (post_id desc) where looked_at is null;
create index post_triage_looked_by_idx on public.post_triage (looked_by) where looked_by is not null;

alter table public.post_triage enable row level security;
revoke all on public.post_triage from public, anon, authenticated, service_role;
grant select on public.post_triage to authenticated;
grant all on public.post_triage to service_role;
create policy "the team reads what was looked at" on public.post_triage
  for select to authenticated using ((select private.is_team()));
create trigger a_require_presence before insert or update or delete on public.post_triage
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- Gives posts their row. What the team wrote, moved or answered has been looked at.
create function private.begin_triage(post_ids bigint[]) returns void
language sql security definer set search_path = ''
as $$
  insert into public.post_triage (post_id, looked_at)
  select p.id, case
    when p.state <> 'proposed' then p.state_changed_at
    when exists (select from public.roles r where r.user_id = p.author_id) then p.created_at
    else (
      select min(c.created_at) from public.comments c join public.roles r on r.user_id = c.author_id
      where c.post_id = p.id and c.deleted_at is null
    )
  end
  from public.posts p where p.id = any (post_ids)
  on conflict do nothing
$$;
select private.begin_triage(array(select p.id from public.posts p));

create function private.begin_triage_of_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.post_triage (post_id, looked_at, looked_by)
  values (new.id, case when new.state <> 'proposed' or (select private.is_team()) then now() end,
    case when (select private.is_team()) then (select auth.uid()) end);
  return null;
end
$$;
create trigger begin_triage after insert on public.posts
  for each row execute function private.begin_triage_of_post();

-- Whoever of the team decides something about a post has looked at it.
create function private.look_at(post bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if (select private.is_team()) then
    update public.post_triage t set looked_at = now(), looked_by = (select auth.uid())
    where t.post_id = post and t.looked_at is null;
  end if;
end
$$;
create function private.look_at_post() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.look_at(new.id);
  return null;
end
$$;
create trigger look_at after update of title, details, state, category_id on public.posts
  for each row when (
    (old.title, old.details, old.state, old.category_id) is distinct from (new.title, new.details, new.state, new.category_id)
  ) execute function private.look_at_post();

create function private.look_at_post_of() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.look_at(new.post_id);
  return null;
end
$$;
create trigger look_at after insert on public.comments
  for each row execute function private.look_at_post_of();

-- Marks posts as looked at, or as new once more; says which have changed.
create function public.admin_set_looked(post_ids bigint[], wanted boolean) returns setof bigint
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
begin
  if wanted is null then
    raise exception 'Looked at is true or false.' using errcode = '22023';
  end if;
  return query
    update public.post_triage t
    set looked_at = case when wanted then now() end, looked_by = case when wanted then (select auth.uid()) end
    where t.post_id in (
      select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null
    ) and (t.looked_at is not null) <> wanted
    returning t.post_id;
end
$$;
revoke execute on function public.admin_set_looked(bigint[], boolean) from public, anon;
grant execute on function public.admin_set_looked(bigint[], boolean) to authenticated, service_role;

-- What members of the team say to each other about a post. Nobody else ever reads it.
create table public.post_notes (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  body text not null check (char_length(body) <= 2500 and private.visible_length(body) >= 1),
  created_at timestamptz not null default now()
);
comment on table public.post_notes is
  'Internal notes: for the team alone. No event, notice, search, feed or webhook knows of them.';
create index post_notes_post_idx on public.post_notes (post_id, id);
create index post_notes_author_idx on public.post_notes (author_id) where author_id is not null;

alter table public.post_notes enable row level security;
revoke all on public.post_notes from public, anon, authenticated, service_role;
grant select, insert (post_id, body), delete on public.post_notes to authenticated;
grant all on public.post_notes to service_role;
create policy "the team reads notes" on public.post_notes
  for select to authenticated using ((select private.is_team()));
create policy "the team writes notes as themselves" on public.post_notes
  for insert to authenticated
  with check ((select private.is_team()) and author_id = (select auth.uid()));
create policy "the team deletes its own notes" on public.post_notes
  for delete to authenticated
  using ((select private.is_team()) and author_id = (select auth.uid()));
create policy "notes on deleted posts are out of reach" on public.post_notes as restrictive
  for all to authenticated using ((select true from public.posts p where p.id = post_id))
  with check ((select true from public.posts p where p.id = post_id));
create trigger a_require_presence before insert or update or delete on public.post_notes
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

create function private.clean_note() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.body := private.clean_text(new.body);
  return new;
end
$$;
create trigger clean_note before insert or update of body on public.post_notes
  for each row execute function private.clean_note();
create trigger look_at after insert on public.post_notes
  for each row execute function private.look_at_post_of();

-- Words by which the team groups posts for itself.
create table public.tags (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 40 and private.visible_length(name) >= 1 and not private.has_stacked_marks(name)),
  created_at timestamptz not null default now()
);
comment on table public.tags is 'Labels of the team for posts. Nobody else sees them.';
create unique index tags_name_idx on public.tags (lower(name));

create table public.post_tags (
  post_id bigint not null references public.posts (id) on delete cascade,
  tag_id integer not null references public.tags (id) on delete cascade,
  primary key (post_id, tag_id)
);
comment on table public.post_tags is 'Which post has which tags of the team.';
create index post_tags_tag_idx on public.post_tags (tag_id, post_id);

alter table public.tags enable row level security;
alter table public.post_tags enable row level security;
revoke all on public.tags, public.post_tags from public, anon, authenticated, service_role;
grant select, insert (name), update (name), delete on public.tags to authenticated;
grant select on public.post_tags to authenticated;
grant all on public.tags, public.post_tags to service_role;
create policy "the team reads tags" on public.tags
  for select to authenticated using ((select private.is_team()));
create policy "the team adds tags" on public.tags
  for insert to authenticated with check ((select private.is_team()));
create policy "the team renames tags" on public.tags
  for update to authenticated using ((select private.is_team())) with check ((select private.is_team()));
create policy "the team deletes tags" on public.tags
  for delete to authenticated using ((select private.is_team()));
create policy "the team reads the tags of posts" on public.post_tags
  for select to authenticated using ((select private.is_team()));
create policy "tags of deleted posts are out of reach" on public.post_tags as restrictive
  for all to authenticated using ((select true from public.posts p where p.id = post_id)) with check (true);
create trigger a_require_presence before insert or update or delete on public.tags
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger a_require_presence before insert or update or delete on public.post_tags
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- No comma, which stands between names where several are listed.
create function private.clean_tag() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(replace(new.name, ',', ' '));
  return new;
end
$$;
create trigger clean_tag before insert or update of name on public.tags
  for each row execute function private.clean_tag();

-- Puts tags on posts and takes others off. Says what has changed, so that exactly that can be taken back.
create function public.admin_change_tags(post_ids bigint[], added integer[], removed integer[])
returns table (post_id bigint, tag_id integer, is_added boolean)
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  ids bigint[] := private.bulk_ids(post_ids);
begin
  if cardinality(added) > 50 or cardinality(removed) > 50 then
    raise exception 'At most 50 tags at once.' using errcode = '22023';
  end if;
  ids := array(
    select p.id from public.posts p where p.id = any (ids) and p.deleted_at is null order by p.id for key share
  );
  perform private.look_at(i) from unnest(ids) i;
  return query
    with gone as (
      delete from public.post_tags t where t.post_id = any (ids) and t.tag_id = any (removed)
      returning t.post_id, t.tag_id
    ), come as (
      insert into public.post_tags (post_id, tag_id)
      select i, g.id from unnest(ids) i cross join public.tags g where g.id = any (added) and not g.id = any (removed)
      order by 1, 2
      on conflict do nothing returning post_id, tag_id
    )
    select gone.post_id, gone.tag_id, false from gone union all select come.post_id, come.tag_id, true from come;
end
$$;
revoke execute on function public.admin_change_tags(bigint[], integer[], integer[]) from public, anon;
grant execute on function public.admin_change_tags(bigint[], integer[], integer[]) to authenticated, service_role;

-- How many of the posts have each tag. With the caller's rights.
create function public.admin_count_tags(post_ids bigint[]) returns table (tag_id integer, posts integer)
language sql stable set search_path = ''
as $$
  select t.tag_id, count(*)::integer from public.post_tags t where t.post_id = any (post_ids) group by t.tag_id
$$;
revoke execute on function public.admin_count_tags(bigint[]) from public, anon;
grant execute on function public.admin_count_tags(bigint[]) to authenticated, service_role;
