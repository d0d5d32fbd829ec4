create trigger a_refuse_blocked before insert on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.refuse_blocked();
create trigger a_refuse_blocked_edit before update of body on public.comments
  for each row when (pg_trigger_depth() = 0 and old.body is distinct from new.body and new.body <> '')
  execute function private.refuse_blocked();
create trigger a_refuse_new_link before update of body on public.comments
  for each row when (
    pg_trigger_depth() = 0
    and old.body is distinct from new.body
    and old.hidden_at is not distinct from new.hidden_at
  ) execute function private.refuse_new_link();
create trigger a_spend_comment before insert on public.comments
  for each row when (pg_trigger_depth() = 0) execute function private.spend('comment');
create trigger a_spend_edit before update of body on public.comments
  for each row when (
    pg_trigger_depth() = 0
    and new.deleted_at is null
    and new.hidden_at is not distinct from old.hidden_at
    and old.body is distinct from new.body
  ) execute function private.spend('edit');
create trigger bump_revision before update of body on public.comments
  for each row when (old.body is distinct from new.body) execute function private.bump_revision();
create trigger prepare_comment before insert or update of body on public.comments
  for each row execute function private.prepare_comment();
create trigger a_require_presence before insert or delete or update on public.comments
  for each statement when (pg_trigger_depth() = 0) execute function private.require_presence();
create trigger audit_comment_delete after delete on public.comments
  for each row execute function private.audit_comment();
create trigger audit_comment_emptied after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.audit_comment();
create trigger count_comment after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.count_comment();
create trigger forget_hiding after delete on public.comments
  for each row when (old.hidden_at is not null) execute function private.forget_hiding();
create trigger forget_reports after delete on public.comments for each row execute function private.forget_reports();
create trigger forget_reports_emptied after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_reports();
create trigger index_changed_comment after update of body, deleted_at on public.comments
  for each row when (
    (old.body, old.deleted_at) is distinct from (new.body, new.deleted_at)
    and (old.hidden_at is not distinct from new.hidden_at or new.deleted_at is not null)
  ) execute function private.index_changed_comment();
create trigger log_comment after insert on public.comments
  for each row when (auth.uid() is not null) execute function private.log_comment();
create trigger log_emptied_comment after update of deleted_at on public.comments
  for each row when (auth.uid() is not null and old.deleted_at is null and new.deleted_at is not null)
  execute function private.log_comment();
create trigger log_removed_comment after delete on public.comments
  for each row when (auth.uid() is not null and pg_trigger_depth() = 0 and old.deleted_at is null)
  execute function private.log_comment();
create trigger look_at after insert on public.comments for each row execute function private.look_at_post_of();
create trigger take_back after delete on public.comments for each row execute function private.take_back();
create trigger take_back_emptied after update of deleted_at on public.comments
  for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.take_back();
create trigger count_deleted_comments after delete on public.comments
  referencing old table as changed for each statement execute function private.count_comments();
create trigger count_inserted_comments after insert on public.comments
  referencing new table as changed for each statement execute function private.count_comments();
create trigger index_new_comments after insert on public.comments
  referencing new table as new_rows for each statement execute function private.index_new_comments();
create trigger z_hold_back after insert on public.comments
  referencing new table as new_rows for each statement execute function private.hold_back_comments();

create trigger mark_unheard before insert on private.hidings
  for each row when (new.cause = 'approval') execute function private.mark_unheard();
create trigger send_approved after delete on private.hidings for each row execute function private.send_approved();
create trigger settle_reports after insert or update of cause on private.hidings
  for each row when (new.cause in ('team', 'block')) execute function private.settle_reports();
