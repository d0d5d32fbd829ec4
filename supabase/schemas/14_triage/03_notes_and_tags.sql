create function private.clean_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.body := private.clean_text(new.body);
  return new;
end
$$;
comment on function private.clean_note is 'Cleans an internal note before it is stored.';

create table public.post_notes (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  body text not null check (char_length(body) <= 2500 and private.visible_length(body) >= 1),
  created_at timestamptz not null default now(),
  is_context boolean not null default false
);
comment on table public.post_notes is 'Internal notes of the team. Nothing else reads them.';
comment on column public.post_notes.is_context is
  'Whether it records where its author wrote the post, as sent by the widget.';

create index post_notes_post_idx on public.post_notes (post_id, id);
create index post_notes_author_idx on public.post_notes (author_id) where author_id is not null;

grant select, insert (post_id, body), delete on public.post_notes to authenticated;

create policy "the team reads notes" on public.post_notes
  for select to authenticated using ((select private.is_team()));
create policy "the team writes notes as themselves" on public.post_notes
  for insert to authenticated with check ((select private.is_team()) and author_id = (select auth.uid()));
create policy "the team deletes its own notes and what the widget sent" on public.post_notes
  for delete to authenticated using ((select private.is_team()) and (author_id = (select auth.uid()) or is_context));
create policy "notes on deleted posts are out of reach" on public.post_notes
  as restrictive for all to authenticated
  using ((select true from public.posts p where p.id = post_notes.post_id))
  with check ((select true from public.posts p where p.id = post_notes.post_id));

create trigger clean_note before insert or update of body on public.post_notes
  for each row execute function private.clean_note();
create trigger look_at after insert on public.post_notes
  for each row when (not new.is_context) execute function private.look_at_post_of();

create function public.note_context(post_id bigint, page text, browser text) returns boolean
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  said constant text := concat_ws(E'\n',
    nullif(private.clean_line(left(page, 1000)), ''), nullif(private.clean_line(left(browser, 400)), '')
  );
begin
  perform 1 from public.posts p
  where p.id = note_context.post_id and p.author_id = me and p.created_at > now() - interval '10 minutes' for key share;
  if not found or private.visible_length(said) = 0 or exists (
    select from public.post_notes n where n.post_id = note_context.post_id and n.is_context
  ) then
    return false;
  end if;
  insert into public.post_notes (post_id, author_id, body, is_context) values (note_context.post_id, me, said, true);
  return true;
end
$$;
comment on function public.note_context is
  'Adds an internal note about the page and browser in which the caller just wrote a post, once per post. False for any other post.';
grant execute on function public.note_context to authenticated, service_role;

create function private.clean_tag() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.clean_line(replace(new.name, ',', ' '));
  return new;
end
$$;
comment on function private.clean_tag is 'Cleans a tag. Removes commas, because they separate names in lists.';

create table public.tags (
  id integer generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now(),
  check (
    char_length(name) between 1 and 40
    and private.visible_length(name) >= 1
    and not private.has_stacked_marks(name)
  )
);
comment on table public.tags is 'The team''s tags for posts. No one else sees them.';

create unique index tags_name_idx on public.tags (lower(name));

grant select, insert (name), update (name), delete on public.tags to authenticated;

create policy "the team reads tags" on public.tags for select to authenticated using ((select private.is_team()));
create policy "the team adds tags" on public.tags for insert to authenticated with check ((select private.is_team()));
create policy "the team renames tags" on public.tags
  for update to authenticated using ((select private.is_team())) with check ((select private.is_team()));
create policy "the team deletes tags" on public.tags for delete to authenticated using ((select private.is_team()));

create trigger clean_tag before insert or update of name on public.tags
  for each row execute function private.clean_tag();

create table public.post_tags (
  post_id bigint references public.posts (id) on delete cascade,
  tag_id integer references public.tags (id) on delete cascade,
  primary key (post_id, tag_id)
);
comment on table public.post_tags is 'The tags of each post.';

create index post_tags_tag_idx on public.post_tags (tag_id, post_id);

grant select on public.post_tags to authenticated;

create policy "the team reads the tags of posts" on public.post_tags
  for select to authenticated using ((select private.is_team()));
create policy "tags of deleted posts are out of reach" on public.post_tags
  as restrictive for all to authenticated
  using ((select true from public.posts p where p.id = post_tags.post_id))
  with check (true);

create function public.admin_change_tags(post_ids bigint[], added integer[], removed integer[]) returns table(
  post_id bigint, tag_id integer, is_added boolean
)
language plpgsql security definer set search_path = '' as $$
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
comment on function public.admin_change_tags is 'Changes the tags of posts. Returns what changed, to undo it.';
grant execute on function public.admin_change_tags to authenticated, service_role;

create function public.admin_count_tags(post_ids bigint[]) returns table(tag_id integer, posts integer)
language sql stable set search_path = '' as $$
  select t.tag_id, count(*)::integer from public.post_tags t where t.post_id = any (post_ids) group by t.tag_id
$$;
comment on function public.admin_count_tags is 'How many of the posts have each tag. Runs with the caller''s rights.';
grant execute on function public.admin_count_tags to authenticated, service_role;
