create function public.admin_entries(before_entry bigint default null, max_rows integer default 50) returns table(
  id bigint, title text, slug text, state public.entry_state, publish_at timestamptz, published_at timestamptz,
  updated_at timestamptz, author_name text, labels jsonb, posts_total integer
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  before constant public.changelog_entries :=
    (select e from public.changelog_entries e where e.id = before_entry);
begin
  perform private.require_team();
  return query
    select e.id, e.title, e.slug, e.state, e.publish_at, e.published_at, e.updated_at, a.name, private.entry_labels(e.id),
      (select count(*)::integer from public.changelog_entry_posts x where x.entry_id = e.id)
    from public.changelog_entries e left join public.profiles a on a.id = e.author_id
    where before.id is null or e.state > before.state
      or e.state = before.state
        and (coalesce(e.publish_at, e.published_at, e.updated_at), e.id)
          < (coalesce(before.publish_at, before.published_at, before.updated_at), before.id)
    order by e.state, coalesce(e.publish_at, e.published_at, e.updated_at) desc, e.id desc
    limit least(max_rows, 101);
end
$$;
comment on function public.admin_entries is
  'All entries: drafts, then scheduled, then published ones, each newest first. For the team.';
grant execute on function public.admin_entries to authenticated, service_role;

create function public.admin_entry(entry_id bigint) returns table(
  id bigint, title text, slug text, body text, state public.entry_state, publish_at timestamptz, published_at timestamptz,
  day date, edited_at timestamptz, updated_at timestamptz, revision integer, author_id uuid, author_name text, author_avatar text,
  likes integer, loves integer, celebrations integer, labels jsonb, posts jsonb, images jsonb, tells boolean, completes boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  return query
    select s.*, e.tells, e.completes
    from private.shown_entries(array[admin_entry.entry_id]) s join public.changelog_entries e on e.id = s.id;
end
$$;
comment on function public.admin_entry is 'An entry in any state, with everything that its page shows. For the team.';
grant execute on function public.admin_entry to authenticated, service_role;

create function public.admin_entry_readers() returns table(
  subscribers integer, addresses integer
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  return query
    select (select count(*)::integer from private.notice_settings s where s.changelog),
      (select count(*)::integer from private.changelog_readers r where r.confirmed_at is not null);
end
$$;
comment on function public.admin_entry_readers is
  'How many members and email addresses subscribe to the changelog. For the team.';
grant execute on function public.admin_entry_readers to authenticated, service_role;

create function public.admin_save_label(label_id integer, new_name text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  clean constant text := private.clean_line(new_name);
  base constant text := coalesce(nullif(private.slugify(new_name), ''), 'label');
  saved integer := label_id;
  candidate text := base;
  attempt integer := 1;
begin
  perform private.require_publisher();
  perform pg_advisory_xact_lock(hashtextextended('changelog labels', 0));
  if saved is not null then
    update public.changelog_labels l set name = clean where l.id = saved;
    return case when found then saved end;
  end if;
  if (select count(*) from public.changelog_labels) >= 30 then
    raise exception 'There are 30 labels. Delete one first.' using errcode = '23514', hint = 'labels_full';
  end if;
  -- The label's address must be unique.
  while candidate = 'all' or exists (select from public.changelog_labels l where l.slug = candidate) loop
    attempt := attempt + 1;
    candidate := base || '-' || attempt;
  end loop;
  insert into public.changelog_labels (name, slug, position)
  select clean, candidate, coalesce(max(l.position), 0) + 1 from public.changelog_labels l
  returning id into saved;
  return saved;
end
$$;
comment on function public.admin_save_label is
  'Adds a label, or renames the one with the id, which keeps its address. Null if it no longer exists. For people who may publish.';
grant execute on function public.admin_save_label to authenticated, service_role;

create function public.admin_delete_label(label_id integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_publisher();
  delete from public.changelog_labels l where l.id = label_id;
  return found;
end
$$;
comment on function public.admin_delete_label is 'Deletes a label and removes it from all entries. For people who may publish.';
grant execute on function public.admin_delete_label to authenticated, service_role;
