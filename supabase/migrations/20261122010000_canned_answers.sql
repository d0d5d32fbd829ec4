-- What the team says often, written once.
create table public.canned_answers (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 60 and private.visible_length(name) >= 1 and not private.has_stacked_marks(name)),
  body text not null check (char_length(body) <= 2500 and private.visible_length(body) >= 1),
  created_at timestamptz not null default now()
);
comment on table public.canned_answers is
  'Texts of the team for answers and notes. {name}, {title}, {state} and {site} stand for words of the post; whoever answers sees the text filled in before it is sent.';
create unique index canned_answers_name_idx on public.canned_answers (lower(name));

alter table public.canned_answers enable row level security;
revoke all on public.canned_answers from public, anon, authenticated, service_role;
grant select, insert (name, body), update (name, body), delete on public.canned_answers to authenticated;
grant all on public.canned_answers to service_role;
create policy "the team reads canned answers" on public.canned_answers
  for select to authenticated using ((select private.is_team()));
create policy "admins add canned answers" on public.canned_answers
  for insert to authenticated with check ((select private.is_admin()));
create policy "admins change canned answers" on public.canned_answers
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "admins delete canned answers" on public.canned_answers
  for delete to authenticated using ((select private.is_admin()));
create trigger a_require_presence before insert or update or delete on public.canned_answers
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();

-- At most a hundred: all of them are offered at once.
create function private.prepare_canned_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.clean_line(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' and (select count(*) from public.canned_answers) >= 100 then
    raise exception 'There are 100 canned answers. Delete one first.' using errcode = '23514', hint = 'too_many';
  end if;
  return new;
end
$$;
create trigger prepare_canned_answer before insert or update on public.canned_answers
  for each row execute function private.prepare_canned_answer();

create function private.audit_canned_answer() returns trigger
language plpgsql security definer set search_path = ''
as $$
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
create trigger audit_canned_answer after insert or update or delete on public.canned_answers
  for each row execute function private.audit_canned_answer();
