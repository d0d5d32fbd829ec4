-- Triggers for state changes, merges, images and duplicate reports.

create trigger log_change after insert on public.post_events
  for each row when (auth.uid() is not null) execute function private.log_change();
create trigger log_corrected_change after delete or update of to_state, note on public.post_events
  for each row when (auth.uid() is not null and pg_trigger_depth() = 0) execute function private.log_change();
create trigger take_back after delete on public.post_events for each row execute function private.take_back_change();

create trigger log_merge after insert on public.post_merges
  for each row when (auth.uid() is not null) execute function private.log_merge();
create trigger log_unmerge after update of undone_at on public.post_merges
  for each row when (auth.uid() is not null and old.undone_at is null and new.undone_at is not null)
  execute function private.log_merge();
create trigger index_changed_merges after update on public.post_merges
  referencing old table as old_rows new table as new_rows for each statement execute function private.index_merges();
create trigger index_new_merges after insert on public.post_merges
  referencing new table as new_rows for each statement execute function private.index_merges();
create trigger index_removed_merges after delete on public.post_merges
  referencing old table as old_rows for each statement execute function private.index_merges();

create trigger a_refuse_blocked before insert on public.images
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked('image');
create trigger a_refuse_blocked_edit before update of alt, "position" on public.images
  for each row when (
    pg_trigger_depth() = 0
    and old.post_id is not distinct from new.post_id
    and (old.alt, old.position) is distinct from (new.alt, new.position)
  ) execute function private.refuse_blocked('edit');
create trigger place_image before insert on public.images for each row execute function private.place_image();
create trigger audit_image after delete on public.images for each row execute function private.audit_image();
create trigger note_removed_object after delete on public.images
  for each row execute function private.note_removed_object();

create trigger a_refuse_blocked before insert on private.same_posts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked('edit');
create trigger a_require_presence before insert or delete or update on private.same_posts
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
