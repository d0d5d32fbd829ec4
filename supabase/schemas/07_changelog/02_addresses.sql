create function private.claim_entry_address(entry bigint, wanted text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  base constant text := coalesce(nullif(private.slugify(wanted), ''), 'update');
  candidate text := base;
  attempt integer := 1;
begin
  loop
    -- These addresses are reserved for two folders of pages.
    if candidate not in ('label', 'more') then
      insert into public.changelog_addresses (slug, entry_id) values (candidate, entry) on conflict do nothing;
      if exists (select from public.changelog_addresses a where a.slug = candidate and a.entry_id = entry) then
        return candidate;
      end if;
    end if;
    attempt := attempt + 1;
    candidate := base || '-' || attempt;
  end loop;
end
$$;
comment on function private.claim_entry_address is
  'Claims a free address for an entry: the slug of a text, with a number if it is taken.';

create function private.place_entry(entry bigint, wanted text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  claimed constant text := private.claim_entry_address(entry, wanted);
begin
  update public.changelog_entries e set slug = claimed where e.id = entry and e.slug <> claimed;
  delete from public.changelog_addresses a
  using public.changelog_entries e
  where e.id = entry and e.first_published_at is null and a.entry_id = entry and a.slug <> claimed;
end
$$;
comment on function private.place_entry is
  'Gives an entry its address. Before the first publication, a changed address leaves nothing behind; after it, old addresses redirect.';
