create table public.post_events (
  id bigint generated always as identity primary key,
  post_id bigint not null references public.posts (id) on delete cascade,
  actor_id uuid references public.profiles (id) on delete set null,
  from_state public.post_state not null,
  to_state public.post_state not null,
  note text check (char_length(note) <= 1000),
  created_at timestamptz not null default now(),
  check (from_state <> to_state)
);
comment on table public.post_events is 'Every change of a post''s state, with an optional public note: the timeline on the post''s page.';
create index post_events_post_idx on public.post_events (post_id, created_at);
create index post_events_actor_idx on public.post_events (actor_id);

alter table public.post_events enable row level security;
grant select on public.post_events to anon, authenticated;
grant all on public.post_events to service_role;
create policy "anyone reads the timeline" on public.post_events
  for select to anon, authenticated using (true);

-- Moves a post to a state and writes the timeline entry. False when it is there already. Admins only.
create function public.set_post_state(post_id bigint, new_state public.post_state, public_note text default null)
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  old_state public.post_state;
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may change the state of a post.' using errcode = '42501';
  end if;
  select state into old_state from public.posts where id = set_post_state.post_id for update;
  if old_state is null then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  if old_state = new_state then
    return false;
  end if;
  update public.posts set state = new_state where id = set_post_state.post_id;
  insert into public.post_events (post_id, actor_id, from_state, to_state, note)
  values (set_post_state.post_id, (select auth.uid()), old_state, new_state,
          nullif(private.clean_text(public_note), ''));
  return true;
end
$$;
revoke execute on function public.set_post_state(bigint, public.post_state, text) from public, anon;
grant execute on function public.set_post_state(bigint, public.post_state, text) to authenticated, service_role;

-- Moves a post to another category; its old address redirects from then on. Admins only.
create function public.set_post_category(post_id bigint, new_category integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Only an admin may move a post.' using errcode = '42501';
  end if;
  update public.posts set category_id = new_category
  where id = set_post_category.post_id and category_id <> new_category;
  return found;
end
$$;
revoke execute on function public.set_post_category(bigint, integer) from public, anon;
grant execute on function public.set_post_category(bigint, integer) to authenticated, service_role;
