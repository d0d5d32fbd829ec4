create table private.sendings (
  user_id uuid not null references public.profiles (id) on delete cascade,
  key uuid not null,
  made bigint,
  sent_at timestamptz not null default now(),
  primary key (user_id, key)
);
comment on table private.sendings is
  'What a form has sent, by a key of the form''s own, for a day: when its answer gets lost and it is sent again, nothing is made twice.';
alter table private.sendings enable row level security;
grant all on private.sendings to service_role;

-- Null for a new key; else what was made with it. Of two at once the second waits for the first.
create function private.claim_sending(sent_key uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  delete from private.sendings where user_id = me and sent_at < now() - interval '1 day';
  insert into private.sendings (user_id, key) values (me, sent_key) on conflict do nothing;
  return case when not found then (select made from private.sendings where user_id = me and key = sent_key) end;
end
$$;

create function private.finish_sending(sent_key uuid, made bigint) returns void
language sql security definer set search_path = ''
as $$
  update private.sendings set made = finish_sending.made where user_id = auth.uid() and key = sent_key
$$;
grant execute on function private.claim_sending(uuid), private.finish_sending(uuid, bigint) to authenticated;

-- Publishes a post once for each key and returns it; no row when it has been deleted since.
create function public.create_post(category_id integer, title text, details text, sent_key uuid)
returns table (id bigint, slug text)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.posts (category_id, title, details)
    values (create_post.category_id, create_post.title, create_post.details) returning posts.id into made;
    perform private.finish_sending(sent_key, made);
  end if;
  return query select p.id, p.slug from public.posts p where p.id = made;
end
$$;

-- The same for a comment, or a reply to the comment parent_id.
create function public.create_comment(post_id bigint, parent_id bigint, body text, sent_key uuid)
returns table (id bigint, written text, created_at timestamptz)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.comments (post_id, parent_id, body)
    values (create_comment.post_id, create_comment.parent_id, create_comment.body) returning comments.id into made;
    perform private.finish_sending(sent_key, made);
  end if;
  return query select c.id, c.body, c.created_at from public.comments c where c.id = made;
end
$$;
revoke execute on function public.create_post(integer, text, text, uuid) from public, anon;
revoke execute on function public.create_comment(bigint, bigint, text, uuid) from public, anon;
grant execute on function public.create_post(integer, text, text, uuid) to authenticated, service_role;
grant execute on function public.create_comment(bigint, bigint, text, uuid) to authenticated, service_role;
