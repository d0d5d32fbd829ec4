-- Sign-in with the company's own product. Its server signs a short-lived token, and this site opens a session for it.

create function private.is_signing_key(key text) returns boolean
language sql immutable set search_path = ''
return key ~ '^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$';
comment on function private.is_signing_key is
  'Whether a text is an ES256 public key (P-256, uncompressed), in base64 without the PEM lines.';

create table private.own_keys (
  id bigint generated always as identity primary key,
  place smallint not null unique check (place in (1, 2)),
  algorithm text not null check (algorithm in ('HS256', 'ES256')),
  secret text not null check (case algorithm
    when 'HS256' then secret ~ '^[A-Za-z0-9_-]{43}$'
    else private.is_signing_key(secret)
  end),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
comment on table private.own_keys is
  'The keys that verify the product''s sign-in tokens: a shared secret or a public key. There can be two, to rotate them. Clients can''t read them.';

create function public.admin_add_own_key(algorithm text, public_key text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  made text := regexp_replace(coalesce(public_key, ''), '-----[A-Z ]+-----|\s', '', 'g');
  free smallint;
  made_id bigint;
begin
  perform private.require_admin();
  perform private.require_own_session();
  if not public.is_fresh() then
    raise exception 'Sign in again to add a key.' using errcode = 'PT403', hint = 'not_fresh';
  end if;
  if algorithm = 'HS256' then
    made := rtrim(translate(encode(extensions.gen_random_bytes(32), 'base64'), '+/', '-_'), E'=\n');
  elsif algorithm is distinct from 'ES256' or not private.is_signing_key(made) then
    raise exception 'This isn''t an ES256 public key.' using errcode = 'PT409', hint = 'own_key_unreadable';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('own keys', 0));
  select min(p) into free from generate_series(1, 2) p where not exists (select from private.own_keys k where k.place = p);
  if free is null then
    raise exception 'You can have up to two keys. Remove one first.' using errcode = 'PT409', hint = 'own_keys_full';
  end if;
  insert into private.own_keys (place, algorithm, secret) values (free, admin_add_own_key.algorithm, made)
  returning id into made_id;
  perform private.audit('signin.addkey', null, null, null, jsonb_build_object('id', made_id, 'algorithm', algorithm));
  return case algorithm when 'HS256' then made end;
end
$$;
comment on function public.admin_add_own_key is
  'Adds a key for the product''s sign-in tokens. For HS256, creates the secret and returns it once; for ES256, takes the public key. Admins only, with a fresh session and not with an API key, because a key outlives the session that added it.';
grant execute on function public.admin_add_own_key to authenticated;

create function public.admin_own_keys() returns table(
  id bigint, algorithm text, last_four text, created_at timestamptz, last_used_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query select k.id, k.algorithm, right(k.secret, 4), k.created_at, k.last_used_at from private.own_keys k order by k.id;
end
$$;
comment on function public.admin_own_keys is
  'The keys for the product''s sign-in tokens, with their last four characters. Admins only.';
grant execute on function public.admin_own_keys to authenticated;

create function public.admin_remove_own_key(key_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  removed private.own_keys;
begin
  perform private.require_admin();
  perform private.require_own_session();
  delete from private.own_keys k where k.id = key_id returning k.* into removed;
  if removed.id is null then
    return false;
  end if;
  perform private.audit(
    'signin.removekey', null, null, jsonb_build_object('id', removed.id, 'algorithm', removed.algorithm), null
  );
  return true;
end
$$;
comment on function public.admin_remove_own_key is
  'Removes a key. From then on, tokens signed with it are refused. False if it doesn''t exist. Admins only.';
grant execute on function public.admin_remove_own_key to authenticated;

create function public.own_keys() returns table(id bigint, algorithm text, secret text)
language sql stable security definer set search_path = '' as $$
  select k.id, k.algorithm, k.secret from private.own_keys k order by k.id
$$;
comment on function public.own_keys is 'The keys that verify tokens. Only for the site''s server.';
grant execute on function public.own_keys to service_role;

create table private.own_identities (
  subject text primary key check (char_length(subject) between 1 and 200),
  person_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  picture text check (char_length(picture) <= 1000),
  picture_path text,
  picture_tries smallint not null default 0,
  picture_due_at timestamptz
);
comment on table private.own_identities is
  'Which account belongs to which user of the product, by the product''s user id.';
comment on column private.own_identities.picture is
  'The address of their picture in the product. The worker fetches it when it is due, at most three times.';
comment on column private.own_identities.picture_path is
  'The object that it is stored as. If people have chosen another picture, or removed theirs, that stays.';

create index own_identities_person_idx on private.own_identities (person_id);
create index own_identities_picture_idx on private.own_identities (picture_due_at) where picture_due_at is not null;

create table private.own_tokens (
  digest bytea primary key,
  ends_at timestamptz not null
);
comment on table private.own_tokens is
  'Used tokens, as digests of their ids, kept until they would have expired anyway.';

create index own_tokens_ends_idx on private.own_tokens (ends_at);

create table private.own_claims (
  id uuid default gen_random_uuid() primary key,
  subject text not null,
  address text not null,
  name text not null,
  segments jsonb not null,
  ends_at timestamptz not null default now() + interval '1 hour',
  picture text
);
comment on table private.own_claims is
  'People who signed in from the product and either have no account here yet or must first confirm the address by email.';

create index own_claims_ends_idx on private.own_claims (ends_at);
