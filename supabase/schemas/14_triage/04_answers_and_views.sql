create function private.prepare_canned_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.clean_line(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' and (select count(*) from public.canned_answers) >= 100 then
    raise exception 'There are 100 saved replies. Delete one first.' using errcode = '23514', hint = 'replies_full';
  end if;
  return new;
end
$$;
comment on function private.prepare_canned_answer is 'At most 100, because all of them are offered at once.';

create function private.audit_canned_answer() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  before constant jsonb := case when tg_op <> 'INSERT' then jsonb_build_object('name', old.name, 'body', old.body) end;
  after constant jsonb := case when tg_op <> 'DELETE' then jsonb_build_object('name', new.name, 'body', new.body) end;
begin
  if before is distinct from after then
    perform private.audit('answer.' || lower(tg_op), null, null, before, after);
  end if;
  return null;
end
$$;
comment on function private.audit_canned_answer is 'Logs new, changed and deleted saved replies.';

create table public.canned_answers (
  id integer generated always as identity primary key,
  name text not null,
  body text not null check (char_length(body) <= 2500 and private.visible_length(body) >= 1),
  created_at timestamptz not null default now(),
  check (
    char_length(name) between 1 and 60
    and private.visible_length(name) >= 1
    and not private.has_stacked_marks(name)
  )
);
comment on table public.canned_answers is
  'The team''s saved replies, for comments and notes. {name}, {title}, {state} and {site} are replaced with the post''s values before the text is sent, so the author can check it.';

create unique index canned_answers_name_idx on public.canned_answers (lower(name));

grant select, insert (name, body), update (name, body), delete on public.canned_answers to authenticated;

create policy "the team reads saved replies" on public.canned_answers
  for select to authenticated using ((select private.is_team()));
create policy "admins add saved replies" on public.canned_answers
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change saved replies" on public.canned_answers
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete saved replies" on public.canned_answers
  for delete to authenticated using ((select private.is_admin()));

create trigger prepare_canned_answer before insert or update on public.canned_answers
  for each row execute function private.prepare_canned_answer();
create trigger audit_canned_answer after insert or delete or update on public.canned_answers
  for each row execute function private.audit_canned_answer();

create function private.prepare_view() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'INSERT' and (select count(*) from public.dashboard_views v where v.owner_id = new.owner_id) >= 50 then
    raise exception 'You have 50 views. Delete one first.' using errcode = '23514', hint = 'views_full';
  end if;
  return new;
end
$$;
comment on function private.prepare_view is 'At most 50 per person, because each is counted.';

create table public.dashboard_views (
  id bigint generated always as identity primary key,
  owner_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null,
  query text not null check (char_length(query) <= 2000),
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  check (
    char_length(name) between 1 and 60
    and private.visible_length(name) >= 1
    and not private.has_stacked_marks(name)
  )
);
comment on table public.dashboard_views is 'Saved views of the dashboard, personal or shared with the team.';
comment on column public.dashboard_views.query is
  'The query string of the dashboard''s address, without the position in the list.';

create unique index dashboard_views_name_idx on public.dashboard_views (owner_id, lower(name));
create index dashboard_views_shared_idx on public.dashboard_views (id) where is_shared;

grant select, insert (name, query, is_shared), update (name, query, is_shared), delete
  on public.dashboard_views to authenticated;

create policy "the team reads its own and shared views" on public.dashboard_views
  for select to authenticated
  using ((select private.is_team()) and (is_shared or owner_id = (select auth.uid())));
create policy "the team adds views as themselves" on public.dashboard_views
  for insert to authenticated with check ((select private.is_team()) and owner_id = (select auth.uid()));
create policy "owners change their views" on public.dashboard_views
  for update to authenticated
  using ((select private.is_team()) and owner_id = (select auth.uid()))
  with check ((select private.is_team()) and owner_id = (select auth.uid()));
create policy "owners delete their views, admins shared ones" on public.dashboard_views
  for delete to authenticated
  using (
    (select private.is_team())
    and owner_id = (select auth.uid())
    or is_shared
    and (select private.is_admin())
  );

create trigger prepare_view before insert or update on public.dashboard_views
  for each row execute function private.prepare_view();
