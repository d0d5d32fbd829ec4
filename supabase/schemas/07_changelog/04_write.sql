create function private.require_editor(entry public.changelog_entries) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  if entry.state <> 'draft' then
    perform private.require_publisher();
  end if;
end
$$;
comment on function private.require_editor is
  'The team can edit drafts. Only people who may publish can edit entries that are published or scheduled, because no one reviews those again.';

create function private.can_edit_entry(entry bigint) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.changelog_entries e
    where e.id = entry and case e.state when 'draft' then private.is_team() else private.can_publish() end
  );
end
$$;
comment on function private.can_edit_entry is 'Whether the caller may edit an entry, by the rules of private.require_editor.';
grant execute on function private.can_edit_entry to authenticated, service_role;

create function private.clean_entry() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.title := private.clean_line(new.title);
  new.body := private.clean_text(new.body);
  return new;
end
$$;
comment on function private.clean_entry is 'Cleans the texts of an entry before they are stored.';

create function private.take_back_entry() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.take_back(array(select v.id from private.events v where v.post_id = -old.id));
  return null;
end
$$;
comment on function private.take_back_entry is 'Cancels notifications about a deleted entry.';

create trigger clean_entry before insert or update of title, body on public.changelog_entries
  for each row execute function private.clean_entry();
create trigger take_back_entry after delete on public.changelog_entries
  for each row execute function private.take_back_entry();

create function private.set_entry_belongings(entry bigint, labels integer[], posts bigint[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(posts) > 50 or cardinality(labels) > 10 then
    raise exception 'At most 50 posts and 10 labels.' using errcode = '22023';
  end if;
  if labels is not null then
    delete from public.changelog_entry_labels x where x.entry_id = entry and x.label_id <> all (labels);
    insert into public.changelog_entry_labels (entry_id, label_id)
    select entry, l.id from public.changelog_labels l where l.id = any (labels)
    on conflict do nothing;
  end if;
  if posts is not null then
    -- A merge or a deletion may be undone. Until then the editor shows the post that a merged one became, and no deleted one.
    delete from public.changelog_entry_posts x
    using public.posts p
    where x.entry_id = entry and p.id = private.standing_post(x.post_id) and p.deleted_at is null
      and x.post_id <> all (posts) and p.id <> all (posts);
    insert into public.changelog_entry_posts as x (entry_id, post_id, position)
    select entry, coalesce(l.post_id, p.id), min(w.place)::integer from unnest(posts) with ordinality as w (id, place)
    join public.posts p on p.id = w.id and p.deleted_at is null
    left join public.changelog_entry_posts l on l.entry_id = entry and private.standing_post(l.post_id) = p.id
    group by coalesce(l.post_id, p.id)
    on conflict (entry_id, post_id) do update set position = excluded.position;
  end if;
end
$$;
comment on function private.set_entry_belongings is 'Sets the labels and linked posts of an entry; null leaves them unchanged.';

create function public.admin_save_entry(
  entry_id bigint, new_title text, new_body text, labels integer[] default null, posts bigint[] default null,
  seen_revision integer default null, new_slug text default null, sent_key uuid default null
) returns table(status text, id bigint, slug text, revision integer)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  entry public.changelog_entries;
  saved bigint := admin_save_entry.entry_id;
  is_changed boolean := false;
begin
  perform private.require_team();
  if saved is null and sent_key is not null then
    saved := private.claim_sending(sent_key);
  end if;
  if saved is null then
    insert into public.changelog_entries (title, slug, body, author_id)
    values (new_title, gen_random_uuid()::text, coalesce(new_body, ''), auth.uid())
    returning * into entry;
    saved := entry.id;
    if sent_key is not null then
      perform private.finish_sending(sent_key, saved);
    end if;
    perform private.place_entry(saved, coalesce(nullif(new_slug, ''), entry.title));
    perform private.set_entry_belongings(saved, coalesce(labels, '{}'), coalesce(posts, '{}'));
  else
    select * into entry from public.changelog_entries e where e.id = saved for update;
    if entry.id is null then
      return query select 'missing', null::bigint, null::text, null::integer;
      return;
    end if;
    perform private.require_editor(entry);
    if seen_revision is not null and seen_revision <> entry.revision then
      return query select 'conflict', entry.id, entry.slug, entry.revision;
      return;
    end if;
    update public.changelog_entries e set
      title = new_title, body = coalesce(new_body, ''), revision = e.revision + 1, updated_at = now(),
      edited_at = case when entry.state = 'published' then now() end
    where e.id = saved
    returning (e.title, e.body) is distinct from (entry.title, entry.body) into is_changed;
    if nullif(new_slug, '') is not null and new_slug <> entry.slug then
      perform private.place_entry(saved, new_slug);
    elsif entry.first_published_at is null and nullif(new_slug, '') is null then
      perform private.place_entry(saved, new_title);
    end if;
    perform private.set_entry_belongings(saved, labels, posts);
    if entry.state = 'published' then
      perform private.log_event('changelog.changed', -saved);
      perform private.audit_entry('changelog.edit', entry, is_changed);
    end if;
  end if;
  return query select 'saved', e.id, e.slug, e.revision from public.changelog_entries e where e.id = saved;
end
$$;
comment on function public.admin_save_entry is
  'Adds a draft, once per idempotency key, or changes the entry with the id. Sets labels and linked posts if given. Until it is published, a draft''s address follows its title, or is new_slug. Returns ''saved'', ''conflict'' (someone saved after seen_revision; nothing is written) or ''missing''. For the team; published and scheduled entries only for people who may publish.';
grant execute on function public.admin_save_entry to authenticated, service_role;
