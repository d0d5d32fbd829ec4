-- A vote that the team gives for somebody waits for a block of that person like one of their own, and does not count then.
create or replace function private.set_aside_again() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.withdrawn_votes w
  where w.user_id = new.user_id and private.standing_post(w.post_id) = private.standing_post(new.post_id);
  new.is_set_aside := new.is_set_aside or found;
  -- Imports bring many at once, and nobody is blocked meanwhile.
  if auth.uid() is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended(new.user_id::text, 1));
    new.is_blocked := exists (
      select from private.blocks b where b.person_id = new.user_id and coalesce(b.ends_at > now(), true)
    );
  end if;
  return new;
end
$$;
