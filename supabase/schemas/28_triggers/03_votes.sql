create trigger a_refuse_blocked before insert or delete on public.votes
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_spend_vote before insert or delete on public.votes
  for each row when (pg_trigger_depth() = 0) execute function private.spend('vote');
create trigger set_aside_again before insert on public.votes for each row execute function private.set_aside_again();
create trigger a_hold_voter before delete on public.votes
  for each statement when (pg_trigger_depth() = 0) execute function private.hold_voter();
create trigger a_require_presence before insert or delete or update on public.votes
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger keep_withdrawn_vote after delete on public.votes
  for each row when (pg_trigger_depth() = 0 and old.is_set_aside) execute function private.keep_withdrawn_vote();
create trigger count_deleted_votes after delete on public.votes
  referencing old table as old_rows for each statement execute function private.count_votes();
create trigger count_inserted_votes after insert on public.votes
  referencing new table as new_rows for each statement execute function private.count_votes();
create trigger forget_voter_addresses after delete on public.votes
  referencing old table as old_rows for each statement execute function private.forget_voter_addresses();
create trigger recount_changed_votes after update on public.votes
  referencing old table as old_rows new table as new_rows for each statement execute function private.recount_votes();
create trigger take_back_merged_votes after delete on public.votes
  referencing old table as old_rows for each statement when (pg_trigger_depth() = 0)
  execute function private.take_back_merged_votes();
