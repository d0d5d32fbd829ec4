create type public.reaction as enum ('like', 'love', 'celebrate');

create table public.changelog_reactions (
  entry_id bigint references public.changelog_entries (id) on delete cascade,
  is_blocked boolean not null default false,
  created_at timestamptz not null default now(),
  user_id uuid default auth.uid() references public.profiles (id) on delete cascade,
  kind public.reaction not null,
  primary key (entry_id, user_id)
);
comment on table public.changelog_reactions is
  'A person''s reaction to an entry, at most one. As with votes, reactions of blocked people are kept but don''t count.';

create index changelog_reactions_user_idx on public.changelog_reactions (user_id);

grant select on public.changelog_reactions to authenticated;

create policy "people see their own reactions" on public.changelog_reactions
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_present()));

create function private.before_reaction_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and pg_trigger_depth() = 1 then
    perform private.require_unblocked(tg_op = 'INSERT');
    perform private.spend_limit('vote');
  end if;
  return coalesce(new, old);
end
$$;
comment on function private.before_reaction_change is 'Refuses blocked people. A reaction counts towards the limit for votes.';

create function private.count_reactions() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  entry constant bigint := coalesce(new.entry_id, old.entry_id);
  was constant public.reaction := case when tg_op <> 'INSERT' and not old.is_blocked then old.kind end;
  is_now constant public.reaction := case when tg_op <> 'DELETE' and not new.is_blocked then new.kind end;
begin
  update public.changelog_entries e set
    likes = e.likes + coalesce((is_now = 'like')::integer, 0) - coalesce((was = 'like')::integer, 0),
    loves = e.loves + coalesce((is_now = 'love')::integer, 0) - coalesce((was = 'love')::integer, 0),
    celebrations = e.celebrations
      + coalesce((is_now = 'celebrate')::integer, 0) - coalesce((was = 'celebrate')::integer, 0)
  where e.id = entry;
  return null;
end
$$;
comment on function private.count_reactions is 'Counts new, changed, blocked and removed reactions.';

create trigger before_change before insert or delete or update of kind on public.changelog_reactions
  for each row execute function private.before_reaction_change();
create trigger count_reactions after insert or delete or update on public.changelog_reactions
  for each row execute function private.count_reactions();

create function public.set_reaction(entry_id bigint, wanted public.reaction default null) returns table(
  mine public.reaction, likes integer, loves integer, celebrations integer
)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
  target constant bigint := set_reaction.entry_id;
begin
  if not (select s.shows_reactions from public.site_settings s) then
    raise exception 'Reactions are turned off.' using errcode = 'PT403', hint = 'reactions_off';
  end if;
  -- Two reactions of one person wait for each other, and a block waits for both.
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  perform 1 from public.changelog_entries e where e.id = target and e.state = 'published' for no key update;
  if not found then
    raise exception 'This entry no longer exists.' using errcode = 'P0002';
  end if;
  if wanted is null then
    delete from public.changelog_reactions r where r.entry_id = target and r.user_id = me;
  else
    insert into public.changelog_reactions as r (entry_id, user_id, kind) values (target, me, wanted)
    on conflict on constraint changelog_reactions_pkey do update set kind = excluded.kind where r.kind <> excluded.kind;
  end if;
  return query
    select (select r.kind from public.changelog_reactions r where r.entry_id = e.id and r.user_id = me),
      e.likes, e.loves, e.celebrations
    from public.changelog_entries e where e.id = target;
end
$$;
comment on function public.set_reaction is
  'Sets the caller''s reaction to an entry, or removes it with null. Calling it twice changes nothing.';
grant execute on function public.set_reaction to authenticated, service_role;

create function public.my_reactions(entry_ids bigint[]) returns table(entry_id bigint, kind public.reaction)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := private.require_member();
begin
  perform private.require_small_select();
  return query
    select r.entry_id, r.kind from public.changelog_reactions r
    where r.user_id = me and r.entry_id = any (my_reactions.entry_ids) limit 100;
end
$$;
comment on function public.my_reactions is 'The caller''s reactions to these entries.';
grant execute on function public.my_reactions to authenticated, service_role;
