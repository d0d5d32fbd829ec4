-- What happens when a post, or what hangs on it, changes. PostgreSQL fires the triggers of one moment in the order of
-- their names: those that refuse begin with a_, those that hold for approval with z_.

create trigger a_refuse_blocked before insert on public.posts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of title, details on public.posts
  for each row when (
    pg_trigger_depth() = 0
    and (old.title, old.details) is distinct from (new.title, new.details)
  ) execute function private.refuse_blocked();
create trigger a_refuse_new_link before update of title, details on public.posts
  for each row when (
    pg_trigger_depth() = 0
    and (old.title, old.details) is distinct from (new.title, new.details)
  ) execute function private.refuse_new_link();
create trigger a_spend_edit before update of title, details on public.posts
  for each row when (
    pg_trigger_depth() = 0
    and (old.title, old.details) is distinct from (new.title, new.details)
  ) execute function private.spend('edit');
create trigger a_spend_post before insert on public.posts
  for each row when (pg_trigger_depth() = 0) execute function private.spend('post');
create trigger a_spend_restore before update of deleted_at on public.posts
  for each row when (
    pg_trigger_depth() = 0
    and old.deleted_at < 'infinity'
    and new.deleted_at is null
    and not private.is_admin()
  ) execute function private.spend('edit');
create trigger bump_revision before update of title, details on public.posts
  for each row when ((old.title, old.details) is distinct from (new.title, new.details))
  execute function private.bump_revision();
create trigger leave_merges before delete on public.posts for each row execute function private.leave_merges();
create trigger prepare_post_insert before insert on public.posts
  for each row execute function private.prepare_post();
create trigger prepare_post_update before update of title, details, category_id, state on public.posts
  for each row execute function private.prepare_post();
create trigger refuse_archived before insert on public.posts
  for each row when (auth.uid() is not null) execute function private.refuse_archived();
create trigger unpin before update of category_id, deleted_at on public.posts
  for each row when (new.pinned_at is not null and (new.category_id <> old.category_id or new.deleted_at is not null))
  execute function private.unpin();
create trigger a_require_presence before insert or delete or update on public.posts
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_post after update of title, details, state, category_id, deleted_at on public.posts
  for each row when (
    (old.title, old.details, old.state, old.category_id, old.deleted_at)
    is distinct from (new.title, new.details, new.state, new.category_id, new.deleted_at)
    and ('infinity' <> coalesce(old.deleted_at, now()) and 'infinity' <> coalesce(new.deleted_at, now()))
  ) execute function private.audit_post();
create trigger begin_triage after insert on public.posts
  for each row execute function private.begin_triage_of_post();
create constraint trigger count_changed_post after update of category_id, state, deleted_at on public.posts deferrable initially deferred
  for each row when (
    (old.category_id, old.state) is distinct from (new.category_id, new.state)
    or (old.deleted_at is null) is distinct from (new.deleted_at is null)
  ) execute function private.count_changed_post();
create constraint trigger count_removed_post after delete on public.posts deferrable initially deferred
  for each row when (old.deleted_at is null) execute function private.count_changed_post();
create trigger index_changed_post after update of title, details on public.posts
  for each row when ((old.title, old.details) is distinct from (new.title, new.details))
  execute function private.index_changed_post();
create trigger index_hidden_post after update of deleted_at on public.posts
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null)
    and old.hidden_at is not distinct from new.hidden_at
  ) execute function private.index_hidden_post();
create trigger index_votes after update of votes_total on public.posts
  for each row when (
    round(20 * ln((1 + old.votes_total)::double precision)) <> round(20 * ln((1 + new.votes_total)::double precision))
  ) execute function private.index_votes();
create trigger log_created_post after insert on public.posts
  for each row when (auth.uid() is not null) execute function private.log_post();
create trigger log_hidden_post after update of deleted_at on public.posts
  for each row when (
    auth.uid() is not null
    and (old.deleted_at is null) <> (new.deleted_at is null)
    and ('infinity' <> coalesce(old.deleted_at, now()) and 'infinity' <> coalesce(new.deleted_at, now()))
  ) execute function private.log_post();
create trigger log_removed_post after delete on public.posts
  for each row when (auth.uid() is not null and old.deleted_at is null) execute function private.log_post();
create trigger look_at after update of title, details, state, category_id on public.posts
  for each row when (
    (old.title, old.details, old.state, old.category_id)
    is distinct from (new.title, new.details, new.state, new.category_id)
  ) execute function private.look_at_post();
create trigger settle_reports after update of deleted_at on public.posts
  for each row when (
    (old.deleted_at is null) <> (new.deleted_at is null)
    and old.hidden_at is null
    and new.hidden_at is null
  ) execute function private.settle_reports_of_post();
create trigger settle_reports_deleted after delete on public.posts
  for each row execute function private.settle_reports_of_post();
create trigger take_back after delete on public.posts for each row execute function private.take_back();
create trigger vote_for_own_post after insert on public.posts
  for each row when (new.author_id = auth.uid()) execute function private.vote_for_own_post();
create trigger count_inserted_posts after insert on public.posts
  referencing new table as new_rows for each statement execute function private.count_posts();
create trigger index_new_posts after insert on public.posts
  referencing new table as new_rows for each statement execute function private.index_new_posts();
create trigger z_hold_back after insert on public.posts
  referencing new table as new_rows for each statement execute function private.hold_back_posts();

create trigger a_require_presence before insert or delete or update on public.post_events
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger log_change after insert on public.post_events
  for each row when (auth.uid() is not null) execute function private.log_change();
create trigger log_corrected_change after delete or update of to_state, note on public.post_events
  for each row when (auth.uid() is not null and pg_trigger_depth() = 0) execute function private.log_change();
create trigger take_back after delete on public.post_events for each row execute function private.take_back();

create trigger a_require_presence before insert or delete or update on public.post_merges
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
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
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of alt, "position" on public.images
  for each row when (
    pg_trigger_depth() = 0
    and old.post_id is not distinct from new.post_id
    and (old.alt, old.position) is distinct from (new.alt, new.position)
  ) execute function private.refuse_blocked();
create trigger a_spend_edit before update of alt, "position" on public.images
  for each row when (
    pg_trigger_depth() = 0
    and old.post_id is not distinct from new.post_id
    and (old.alt, old.position) is distinct from (new.alt, new.position)
  ) execute function private.spend('edit');
create trigger a_spend_image before insert on public.images
  for each row when (pg_trigger_depth() = 0) execute function private.spend('image');
create trigger place_image before insert on public.images for each row execute function private.place_image();
create trigger a_require_presence before insert or delete or update on public.images
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_image after delete on public.images for each row execute function private.audit_image();
create trigger note_removed_object after delete on public.images
  for each row execute function private.note_removed_object();

create trigger a_refuse_blocked before insert on private.same_posts
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_spend_edit before insert on private.same_posts
  for each row when (pg_trigger_depth() = 0) execute function private.spend('edit');
create trigger a_require_presence before insert or delete or update on private.same_posts
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
