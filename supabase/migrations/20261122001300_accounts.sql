-- Who the caller is, as the site shows it. No row for a visitor, an ended session and an account that is gone.
create function public.get_viewer() returns table (
  id uuid, email text, name text, avatar_url text, role text, has_password boolean
)
language sql stable security definer set search_path = ''
as $$
  select p.id, u.email::text, p.name, p.avatar_url, r.role, coalesce(u.encrypted_password, '') <> ''
  from public.profiles p join auth.users u on u.id = p.id left join public.roles r on r.user_id = p.id
  where p.id = (select auth.uid()) and private.is_present()
$$;
revoke execute on function public.get_viewer() from public, anon;
grant execute on function public.get_viewer() to authenticated, service_role;

-- Everything of the caller's that stands on the site. With the caller's rights, so a deleted post is not in it.
create function public.export_account() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'profile', jsonb_build_object(
      'id', p.id, 'name', p.name, 'avatar', p.avatar_url, 'created_at', p.created_at, 'email', me.email
    ),
    'role', me.role,
    'posts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'title', t.title, 'details', t.details, 'state', t.state, 'votes_total', t.votes_total,
        'created_at', t.created_at, 'edited_at', t.edited_at) order by t.id), '[]')
      from public.posts t where t.author_id = p.id
    ),
    'comments', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'post_id', c.post_id, 'parent_id', c.parent_id, 'body', c.body,
        'created_at', c.created_at, 'edited_at', c.edited_at) order by c.id), '[]')
      from public.comments c where c.author_id = p.id
    ),
    'votes', (
      select coalesce(jsonb_agg(jsonb_build_object('post_id', v.post_id, 'created_at', v.created_at)
        order by v.created_at), '[]')
      from public.votes v where v.user_id = p.id
    ),
    'images', (
      select coalesce(jsonb_agg(jsonb_build_object('path', i.path, 'alt', i.alt, 'created_at', i.created_at)
        order by i.created_at), '[]')
      from public.images i where i.uploader_id = p.id
    )
  )
  from public.get_viewer() me join public.profiles p on p.id = me.id
$$;
revoke execute on function public.export_account() from public, anon;
grant execute on function public.export_account() to authenticated, service_role;

-- Whether the caller signed in within ten minutes. A session is made by signing in alone, never by a refresh, so whoever
-- only holds a token of it cannot make it fresh.
create function public.is_fresh() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_present() and exists (
    select 1 from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.created_at > now() - interval '10 minutes'
  )
$$;
revoke execute on function public.is_fresh() from public, anon;
grant execute on function public.is_fresh() to authenticated, service_role;

-- Whether a session began, within the hour, with the link of the last recovery mail.
create function private.is_recovery(session auth.sessions, account auth.users) returns boolean
language sql stable set search_path = ''
as $$
  select session.created_at > now() - interval '1 hour' and session.created_at > account.recovery_sent_at
    and coalesce(account.recovery_token, '') = ''
$$;

-- Whether the caller may choose a new password without the old one. The local backend's tokens do not say how
-- somebody signed in.
create function public.is_recovering() returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.is_present()
    and (auth.jwt() -> 'amr' is null or jsonb_path_exists(auth.jwt(), '$.amr[*].method ? (@ == "otp" || @ == "recovery")'))
    and exists (
      select 1 from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = (auth.jwt() ->> 'session_id')::uuid and private.is_recovery(s, u)
    )
$$;
revoke execute on function public.is_recovering() from public, anon;
grant execute on function public.is_recovering() to authenticated, service_role;

-- The auth service does not say who asks for a new password, so any session of the account that began just now, or
-- with a recovery mail, lets every other session of it set one. The local backend asks the caller's own session first.
-- Where nobody is signed in, an operator sets it. The link of a mail serves once.
create function private.guard_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select 1 from auth.sessions s where s.user_id = new.id) and not exists (
    select 1 from auth.sessions s
    where s.user_id = new.id and (s.created_at > now() - interval '10 minutes' or private.is_recovery(s, old))
  ) then
    raise exception 'Sign in again before you change your password.' using errcode = '42501', hint = 'not_fresh';
  end if;
  new.recovery_sent_at := null;
  return new;
end
$$;

create trigger guard_password before update of encrypted_password on auth.users
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function private.guard_password();

-- Deletes the caller's account with its sessions. Posts and comments stay under "Deleted user", or go for good,
-- deleted posts and what was said on them included; a comment that others answered stays as an empty place.
create function public.delete_account(remove_content boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := (select auth.uid());
begin
  if me is null or not private.is_present() then
    raise exception 'Only a signed-in person has an account to delete.' using errcode = '42501';
  end if;
  if not public.is_fresh() then
    raise exception 'Sign in again before you delete your account.' using errcode = '42501', hint = 'not_fresh';
  end if;
  if remove_content then
    delete from public.posts where author_id = me;
    perform private.remove_comment(c.id)
    from (
      select id from public.comments where author_id = me and deleted_at is null order by parent_id nulls last, id
    ) c;
  end if;
  delete from auth.users where id = me;
  begin
    delete from auth.audit_log_entries where strpos(payload::text, me::text) > 0;
  exception when insufficient_privilege or undefined_table then
    null;
  end;
end
$$;
revoke execute on function public.delete_account(boolean) from public, anon;
grant execute on function public.delete_account(boolean) to authenticated, service_role;
