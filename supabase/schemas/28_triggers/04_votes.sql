-- What happens when a vote is cast, changed or removed.

create function private.before_vote_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(tg_op = 'INSERT');
    perform private.spend_limit('vote');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  delete from private.withdrawn_votes w
  where w.user_id = new.user_id and private.standing_post(w.post_id) = private.standing_post(new.post_id);
  new.is_set_aside := new.is_set_aside or found;
  -- Imports bring many at once, and no one is blocked in the meantime.
  if auth.uid() is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(new.user_id::text, 1));
    new.is_blocked := exists (
      select from private.blocks b where b.person_id = new.user_id and coalesce(b.ends_at > now(), true)
    );
  end if;
  return new;
end
$$;
comment on function private.before_vote_change is
  'Refuses people who may not vote. An excluded vote that was removed and cast again stays excluded. A vote on someone''s behalf waits for a block of that person like their own vote would, and then doesn''t count.';

create function private.after_votes_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  voted record;
begin
  for voted in
    select post_id, count(*) filter (where counts) as n,
      coalesce(sum(private.trend_weight(created_at)) filter (where counts), 0) as weight
    from new_rows group by post_id order by post_id
  loop
    update public.posts p set votes_total = p.votes_total + voted.n, trend = p.trend + voted.weight
    where p.id = voted.post_id and p.deleted_at is null;
    if not found then
      raise exception 'This post no longer exists.' using errcode = 'P0002';
    end if;
  end loop;
  return null;
end
$$;
comment on function private.after_votes_insert is 'Counts new votes. The lock on the post orders parallel ones.';

create function private.after_votes_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_person constant boolean := pg_trigger_depth() = 1;
begin
  if is_person then
    insert into private.withdrawn_votes (user_id, post_id)
    select o.user_id, coalesce(m.post_id, o.post_id)
    from old_rows o left join public.post_merges m on m.id = o.merge_id
    where o.is_set_aside
    on conflict do nothing;
  end if;
  update public.posts p set votes_total = p.votes_total - d.n, trend = greatest(p.trend - d.weight, 0)
  from (
    select post_id, count(*) as n, sum(private.trend_weight(created_at)) as weight
    from old_rows where counts group by post_id
  ) d
  where p.id = d.post_id;
  perform private.forget_voter_addresses(array(select o.user_id from old_rows o));
  if is_person then
    delete from public.votes v
    using old_rows o join public.post_merges m on m.stays_id = o.post_id and m.undone_at is null
    where v.post_id = m.post_id and v.user_id = o.user_id;
  end if;
  return null;
end
$$;
comment on function private.after_votes_delete is
  'Uncounts removed votes, and removes those that depend on them at merged posts. An excluded vote is remembered, so that it doesn''t count if it is cast again.';

create trigger a_hold_voter before delete on public.votes
  for each statement when (pg_trigger_depth() = 0) execute function private.hold_voter();
create trigger before_change before insert or delete on public.votes
  for each row execute function private.before_vote_change();
create trigger after_insert after insert on public.votes
  referencing new table as new_rows for each statement execute function private.after_votes_insert();
create trigger after_update after update on public.votes
  referencing old table as old_rows new table as new_rows for each statement execute function private.recount_votes();
create trigger after_delete after delete on public.votes
  referencing old table as old_rows for each statement execute function private.after_votes_delete();
