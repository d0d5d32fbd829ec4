-- As before; but a change that says nothing leaves what its entry says: without public_note the note of a corrected entry
-- stays, an empty one takes it away. note is what that entry said before, which is what takes the change back again.
drop function public.admin_set_state(bigint[], public.post_state, text, jsonb);
create function public.admin_set_state(
  post_ids bigint[], new_state public.post_state, public_note text default null, seen jsonb default null
)
returns table (post_id bigint, outcome text, category_slug text, note text)
language plpgsql security definer set search_path = ''
as $$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  said constant text := nullif(private.clean_text(public_note), '');
  correctable constant timestamptz := now() - (select r.correction from private.notice_rules r);
  wanted bigint;
  current_state public.post_state;
  is_there boolean;
  latest public.post_events;
  is_correction boolean;
  kept text;
begin
  if new_state is null or char_length(said) > 1000 then
    raise exception 'A state, and a note of up to 1000 characters.' using errcode = '22023';
  end if;
  -- In the order of their ids, so that two of these calls wait for each other instead of dying.
  foreach wanted in array ids loop
    select p.state, c.slug into current_state, category_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    is_there := found;
    select * into latest from public.post_events e where e.post_id = wanted order by e.id desc limit 1;
    is_correction := found and latest.actor_id is not distinct from (select auth.uid())
      and latest.to_state = current_state and latest.created_at > correctable;
    kept := case when public_note is not null then said when is_correction then latest.note end;
    post_id := wanted;
    note := null;
    outcome := case
      when not is_there then 'missing'
      when current_state = new_state and not (is_correction and kept is distinct from latest.note) then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_state::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      if current_state <> new_state then
        update public.posts p set state = new_state where p.id = wanted;
      end if;
      if not is_correction then
        insert into public.post_events (post_id, actor_id, from_state, to_state, note)
        values (wanted, (select auth.uid()), current_state, new_state, kept);
      else
        note := latest.note;
        if latest.from_state = new_state then
          delete from public.post_events e where e.id = latest.id;
        else
          update public.post_events e set to_state = new_state, note = kept where e.id = latest.id;
        end if;
      end if;
    end if;
    return next;
  end loop;
end
$$;
revoke execute on function public.admin_set_state(bigint[], public.post_state, text, jsonb) from public, anon;
grant execute on function public.admin_set_state(bigint[], public.post_state, text, jsonb) to authenticated;
