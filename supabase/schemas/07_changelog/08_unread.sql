create table private.changelog_visits (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  seen_at timestamptz not null default now()
);
comment on table private.changelog_visits is 'When a person last opened the changelog.';

create function public.changelog_unread(since timestamptz default null) returns table(unread integer, newest_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  seen constant timestamptz := greatest(
    since, (select v.seen_at from private.changelog_visits v where v.person_id = auth.uid() and private.is_present())
  );
begin
  perform private.require_small_select();
  return query
    select (select count(*)::integer from (
      select from public.changelog_entries e
      where e.state = 'published' and (seen is null or e.published_at > seen) order by e.published_at desc limit 100
    ) n), (
      select max(e.published_at)::timestamptz from public.changelog_entries e where e.state = 'published'
    );
end
$$;
comment on function public.changelog_unread is
  'How many entries were published since a given time, or since the caller last opened the changelog, up to 100, and when the newest was published.';
grant execute on function public.changelog_unread to anon, authenticated, service_role;

create function public.see_changelog() returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.changelog_visits as v (person_id) values (private.require_member())
  on conflict (person_id) do update set seen_at = now() where v.seen_at < now() - interval '1 second';
end
$$;
comment on function public.see_changelog is 'Marks all entries as seen by the caller.';
grant execute on function public.see_changelog to authenticated, service_role;
