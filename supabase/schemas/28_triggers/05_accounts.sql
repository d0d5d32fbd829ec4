create trigger bound_user_data before insert or update of raw_user_meta_data on auth.users
  for each row execute function private.bound_user_data();
create trigger bound_identity_data before insert or update of identity_data on auth.identities
  for each row execute function private.bound_identity_data();
create trigger guard_password before update of encrypted_password on auth.users
  for each row when (old.encrypted_password::text is distinct from new.encrypted_password::text)
  execute function private.guard_password();
create constraint trigger guard_password_at_end after update of encrypted_password on auth.users
  deferrable initially deferred for each row when (old.encrypted_password::text is distinct from new.encrypted_password::text)
  execute function private.guard_password();
create trigger hold_posts_of_leaver before delete on auth.users
  for each row execute function private.hold_posts_of_leaver();
create constraint trigger prove_account after update of email_confirmed_at, last_sign_in_at on auth.users
  deferrable initially deferred for each row when (
    old.email_confirmed_at is null and new.email_confirmed_at is not null
    or old.last_sign_in_at is null and new.last_sign_in_at is not null
  ) execute function private.prove_account();
create trigger let_first_password_go before update of confirmation_token, recovery_token on auth.users
  for each row when (
    old.email_confirmed_at is null and old.encrypted_password <> ''
    and new.encrypted_password = old.encrypted_password
    and (
      old.confirmation_token <> '' and coalesce(new.confirmation_token, '') = ''
      or old.recovery_token <> '' and coalesce(new.recovery_token, '') = ''
    )
  )
  execute function private.let_first_password_go();
create trigger drop_unproven_identities after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.drop_unproven_identities();
-- Skip this when the account itself is deleted, and for drop_unproven_identities.
create trigger keep_an_identity before delete on auth.identities
  for each row when (pg_trigger_depth() = 0) execute function private.keep_an_identity();
create trigger accept_by_confirming after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.accept_by_confirming();
create trigger create_profile after insert on auth.users for each row execute function private.create_profile();
create trigger delete_profile after delete on auth.users for each row execute function private.delete_profile();
create trigger forget_address after delete on auth.users for each row execute function private.forget_address();
create trigger tell_new_password after update of encrypted_password on auth.users
  for each row when (
    new.encrypted_password <> '' and old.encrypted_password::text is distinct from new.encrypted_password::text
  ) execute function private.tell_new_password();
create trigger tell_identity after insert or delete on auth.identities
  for each row execute function private.tell_identity();
create trigger guard_factor before insert or update of status or delete on auth.mfa_factors
  for each row execute function private.guard_factor();
create trigger guard_first_code before update of aal, factor_id on auth.sessions
  for each row when (new.factor_id is not null) execute function private.guard_first_code();
create trigger tell_added_factor after update of status on auth.mfa_factors
  for each row when (old.status <> 'verified' and new.status = 'verified')
  execute function private.tell_added_factor();
create trigger note_device after insert on auth.sessions
  for each row when (new.ip is not null) execute function private.note_device();
-- The local backend writes this a moment later.
create trigger note_named_device after update of ip on auth.sessions
  for each row when (old.ip is null and new.ip is not null) execute function private.note_device();
create trigger hand_over_votes after insert or update of email, email_confirmed_at on auth.users
  for each row when (new.email is not null and new.email_confirmed_at is not null)
  execute function private.hand_over_votes_of_address();

create trigger guard_linking before insert on auth.flow_state for each row execute function private.guard_linking();

create function private.after_profile_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.events set actor_id = null where actor_id = old.id;
  update private.given_votes set given_by = null where given_by = old.id;
  delete from private.mentions where person_id = old.id;
  delete from private.post_mentions where person_id = old.id;
  return null;
end
$$;
comment on function private.after_profile_delete is 'Removes an account from events, votes and mentions.';

create trigger a_refuse_blocked_edit before update of name, avatar_url on public.profiles
  for each row when (
    pg_trigger_depth() = 0
    and (old.name <> new.name or new.avatar_url is not null and new.avatar_url is distinct from old.avatar_url)
  ) execute function private.refuse_blocked();
create trigger a_spend_edit before update of name, avatar_url on public.profiles
  for each row when (
    pg_trigger_depth() = 0
    and (old.name, old.avatar_url) is distinct from (new.name, new.avatar_url)
  ) execute function private.spend('edit');
create trigger clean_profile before insert or update of name on public.profiles
  for each row execute function private.clean_profile();
create trigger forget_actor after delete on public.profiles for each row execute function private.forget_actor();
create trigger after_delete after delete on public.profiles
  for each row execute function private.after_profile_delete();
create trigger make_notice_settings after insert on public.profiles
  for each row execute function private.make_notice_settings();

create trigger keep_an_admin before delete on public.roles
  for each row when (old.role = 'admin') execute function private.keep_an_admin();
create trigger keep_an_admin_changed before update on public.roles
  for each row when (old.role = 'admin' and (new.role <> 'admin' or new.user_id <> old.user_id))
  execute function private.keep_an_admin();
create trigger refuse_blocked_role before insert or update of user_id on public.roles
  for each row execute function private.refuse_blocked_role();
create trigger end_own_sessions after insert or update of user_id on public.roles
  for each row execute function private.end_own_sessions();
create trigger audit_role after insert or delete or update of user_id, role on public.roles
  for each row execute function private.audit_role();
create trigger free_assigned after delete on public.roles for each row execute function private.free_assigned();
create trigger mark_team after insert or delete or update of user_id on public.roles
  for each row execute function private.mark_team();
