-- Views of the dashboard under a name: what stands in its address.
create table public.dashboard_views (
  id bigint generated always as identity primary key,
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 60 and private.visible_length(name) >= 1 and not private.has_stacked_marks(name)),
  query text not null check (char_length(query) <= 2000),
  is_shared boolean not null default false,
  created_at timestamptz not null default now()
);
comment on table public.dashboard_views is
  'What members of the team want to see again in the dashboard, for themselves or shared with the team. A view goes with its owner''s account.';
comment on column public.dashboard_views.query is 'The query of the dashboard''s address, without a place in the list.';
create unique index dashboard_views_name_idx on public.dashboard_views (owner_id, lower(name));
create index dashboard_views_shared_idx on public.dashboard_views (id) where is_shared;

alter table public.dashboard_views enable row level security;
revoke all on public.dashboard_views from public, anon, authenticated, service_role;
grant select, insert (name, query, is_shared), update (name, query, is_shared), delete on public.dashboard_views to authenticated;
grant all on public.dashboard_views to service_role;
create policy "the team reads its own and shared views" on public.dashboard_views
  for select to authenticated using ((select private.is_team()) and (is_shared or owner_id = (select auth.uid())));
create policy "the team adds views as themselves" on public.dashboard_views
  for insert to authenticated with check ((select private.is_team()) and owner_id = (select auth.uid()));
create policy "owners change their views" on public.dashboard_views
  for update to authenticated
  using ((select private.is_team()) and owner_id = (select auth.uid()))
  with check ((select private.is_team()) and owner_id = (select auth.uid()));
create policy "owners delete their views, admins shared ones" on public.dashboard_views
  for delete to authenticated
  using (
    (select private.is_team()) and owner_id = (select auth.uid()) or is_shared and (select private.is_admin())
  );
create trigger a_require_presence before insert or update or delete on public.dashboard_views
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- At most fifty for each person: each is counted when the dashboard is opened.
create function private.prepare_view() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'INSERT' and (select count(*) from public.dashboard_views v where v.owner_id = new.owner_id) >= 50 then
    raise exception 'You have 50 views. Delete one first.' using errcode = '23514', hint = 'too_many';
  end if;
  return new;
end
$$;
create trigger prepare_view before insert or update on public.dashboard_views
  for each row execute function private.prepare_view();

-- What the dashboard's table can show of posts beyond its own columns, for the team.
create function public.admin_columns(post_ids bigint[])
returns table (post_id bigint, updated_at timestamptz, tags text[], notes_total integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_team();
  return query
    select p.id, p.updated_at,
      array(
        select g.name from public.post_tags t join public.tags g on g.id = t.tag_id
        where t.post_id = p.id order by lower(g.name)
      ),
      (select count(*)::integer from public.post_notes n where n.post_id = p.id)
    from public.posts p where p.id = any (post_ids[1:200]) and p.deleted_at is null;
end
$$;
revoke execute on function public.admin_columns(bigint[]) from public, anon;
grant execute on function public.admin_columns(bigint[]) to authenticated, service_role;

-- What the caller keeps for the team, while they are of it: a part of export_account.
do $$
begin
  execute replace(
    pg_get_functiondef('public.export_account()'::regprocedure),
    '''merged_posts'', private.own_merged_posts(),',
    '''merged_posts'', private.own_merged_posts(),
    ''internal_notes'', (
      select coalesce(jsonb_agg(jsonb_build_object(
        ''id'', n.id, ''post_id'', n.post_id, ''body'', n.body, ''created_at'', n.created_at) order by n.id), ''[]'')
      from public.post_notes n where n.author_id = p.id
    ),
    ''dashboard_views'', (
      select coalesce(jsonb_agg(jsonb_build_object(
        ''id'', v.id, ''name'', v.name, ''query'', v.query, ''is_shared'', v.is_shared, ''created_at'', v.created_at)
        order by v.id), ''[]'')
      from public.dashboard_views v where v.owner_id = p.id
    ),'
  );
end
$$;
