-- Whoever leaves, and what they still write in another window: each held what the other wanted next. Now they wait for one
-- another before either holds anything, in the order of a block: merges, the person, posts in the order of ids.
create or replace function private.hold_posts_of_leaver() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(old.id::text, 1));
  perform private.hold_posts_of(old.id);
  return old;
end
$$;

-- As before; merges as private.free_merged holds them.
create or replace function public.delete_account(remove_content boolean) returns void
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
    perform pg_advisory_xact_lock(hashtextextended('merging posts', 0));
    perform pg_advisory_xact_lock(hashtextextended(me::text, 1));
    perform private.free_merged(array(select p.id from public.posts p where p.author_id = me));
    perform private.hold_posts_of(me);
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

-- As before; what holds the person's profile waits for their leaving first.
create or replace function private.claim_sending(sent_key uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  delete from private.sendings where user_id = me and sent_at < now() - interval '1 day';
  insert into private.sendings (user_id, key) values (me, sent_key) on conflict do nothing;
  return case when not found then (select made from private.sendings where user_id = me and key = sent_key) end;
end
$$;

-- The post that a vote is taken back from, and those that were merged into it where a vote of the same person waits and
-- goes with it.
create function private.hold_voted(post bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me constant uuid := auth.uid();
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(me::text, 1));
  perform 1 from public.posts p
  where p.id = post or p.id in (
    select m.post_id from public.post_merges m join public.votes v on v.post_id = m.post_id
    where m.stays_id = post and m.undone_at is null and v.user_id = me
  )
  order by p.id for no key update;
end
$$;
revoke execute on function private.hold_voted(bigint) from public;
grant execute on function private.hold_voted(bigint) to authenticated, service_role;

-- As before; whoever takes a vote back holds the posts in the order of ids.
create or replace function public.set_vote(post_id bigint, wanted boolean)
returns table (voted boolean, votes_total integer, category_slug text, on_post bigint)
language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
  target bigint := set_vote.post_id;
  stands boolean;
begin
  if me is null then
    raise exception 'Sign in to vote.' using errcode = '42501';
  end if;
  -- One vote on a post at a time: waiting here is cheaper than twenty transactions waiting for one row.
  perform pg_advisory_xact_lock(target);
  -- Nothing is merged or undone round a post that is held here.
  if not exists (select 1 from public.posts p where p.id = target) then
    target := private.standing_post(target);
  end if;
  if not exists (select 1 from public.posts p where p.id = target) then
    raise exception 'This post no longer exists.' using errcode = 'P0002';
  end if;
  stands := exists (select 1 from public.votes v where v.user_id = me and v.post_id = target);
  if wanted and not stands then
    insert into public.votes (post_id) values (target) on conflict do nothing;
  elsif stands and not wanted then
    perform private.hold_voted(target);
    delete from public.votes v where v.user_id = me and v.post_id = target;
  end if;
  return query
    select exists (select 1 from public.votes v where v.user_id = me and v.post_id = p.id), p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$$;
