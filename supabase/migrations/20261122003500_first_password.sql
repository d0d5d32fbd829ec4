-- Whoever signs up with the address of another chooses a password before anybody has read a mail there. With the first
-- link of a mail that is followed it goes, and its reader chooses one. The auth service blanks a token once it is used;
-- with a password that is set in the same breath, an operator does.
create function private.let_first_password_go() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.encrypted_password := '';
  return new;
end
$$;

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
