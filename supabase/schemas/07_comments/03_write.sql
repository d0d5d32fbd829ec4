create function public.create_comment(
  post_id bigint, body text, sent_key uuid, parent_id bigint default null, mentions uuid[] default '{}'
) returns table(id bigint, written text, created_at timestamptz, category_slug text, on_post bigint, mentioned jsonb)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  made bigint := private.claim_sending(sent_key);
begin
  if made is null then
    insert into public.comments (post_id, parent_id, body)
    values (private.standing_post(create_comment.post_id), create_comment.parent_id, create_comment.body)
    returning comments.id into made;
    perform private.note_mentions(made, mentions);
    perform private.finish_sending(sent_key, made);
  end if;
  return query
    select c.id, private.body_of(c.id), c.created_at, t.slug, p.id, private.mentioned_in(c.id)
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = made;
end
$$;
comment on function public.create_comment is 'Publishes a comment or reply once per idempotency key.';
grant execute on function public.create_comment to authenticated, service_role;

create function private.edit_waiting(
  comment_id bigint, new_body text, seen_revision integer, mentions uuid[]
) returns table(status text, body text, revision integer, post_id bigint, category_slug text, mentioned jsonb)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  said constant text := private.clean_text(edit_waiting.new_body);
  was record;
begin
  select c.post_id, c.revision, h.body into was
  from public.comments c join private.hidings h on h.comment_id = c.id
  where c.id = edit_waiting.comment_id and private.is_own_waiting(null, c.id) for update of c;
  if not found then
    return;
  end if;
  perform private.hold_post(was.post_id);
  if was.revision is distinct from edit_waiting.seen_revision then
    return query select 'conflict', was.body, was.revision, null::bigint, null::text, null::jsonb;
    return;
  end if;
  perform private.require_unblocked(false);
  -- The team may be about to approve the old text.
  perform private.refuse_new_link(auth.uid(), was.body, said, of_comment => edit_waiting.comment_id);
  if char_length(said) > 2500 or private.visible_length(said) < 1 then
    raise check_violation using constraint = 'comments_body_length';
  end if;
  perform private.spend_limit('edit');
  update private.hidings h set body = said where h.comment_id = edit_waiting.comment_id;
  update public.comments c set
    revision = c.revision + 1,
    edited_at = case when h.is_unheard then c.edited_at else now() end
  from private.hidings h where c.id = edit_waiting.comment_id and h.comment_id = c.id;
  perform private.drop_mentions(null, edit_waiting.comment_id, said);
  perform private.note_more_mentions(edit_waiting.comment_id, edit_waiting.mentions);
  return query
    select 'saved', said, c.revision, c.post_id, t.slug, '[]'::jsonb
    from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
    where c.id = edit_waiting.comment_id;
end
$$;
comment on function private.edit_waiting is
  'Saves the text of the caller''s own comment that awaits approval; it still awaits it. People whom it no longer mentions aren''t notified. Outcomes as in edit_comment; no row for any other comment.';
grant execute on function private.edit_waiting to authenticated, service_role;

create function public.edit_comment(
  comment_id bigint, new_body text, seen_revision integer, mentions uuid[] default '{}'
) returns table(status text, body text, revision integer, post_id bigint, category_slug text, mentioned jsonb)
language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  current_comment record;
begin
  perform private.hold_post_of(edit_comment.comment_id);
  return query
    select * from private.edit_waiting(
      edit_comment.comment_id, edit_comment.new_body, edit_comment.seen_revision, edit_comment.mentions
    );
  if found then
    return;
  end if;
  select c.id, c.revision into current_comment from public.comments c
  where c.id = edit_comment.comment_id for update;
  if current_comment.id is null then
    if exists (
      select 1 from public.comments c
      where c.id = edit_comment.comment_id and c.deleted_at is null and c.hidden_at is null
    ) then
      raise exception 'Only its author may edit a comment.' using errcode = '42501';
    end if;
    return query select 'missing', null::text, null::integer, null::bigint, null::text, null::jsonb;
  elsif current_comment.revision is distinct from edit_comment.seen_revision then
    return query select 'conflict', private.body_of(edit_comment.comment_id), current_comment.revision, null::bigint,
      null::text, null::jsonb;
  else
    update public.comments c set body = edit_comment.new_body where c.id = edit_comment.comment_id;
    perform private.note_more_mentions(edit_comment.comment_id, mentions);
    return query
      select 'saved', private.body_of(c.id), c.revision, c.post_id, t.slug, private.mentioned_in(c.id)
      from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
      where c.id = edit_comment.comment_id;
  end if;
end
$$;
comment on function public.edit_comment is 'Saves a comment''s text. Outcomes as in edit_post.';
grant execute on function public.edit_comment to authenticated, service_role;

create function private.remove_comment(comment_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  target public.comments;
begin
  select * into target from public.comments c where c.id = remove_comment.comment_id for update;
  if exists (select from public.comments r where r.parent_id = target.id) then
    delete from private.hidings h where h.comment_id = target.id;
    update public.comments
    set body = '', author_id = null, deleted_at = coalesce(deleted_at, now()), deleted_by = null,
      hidden_at = null, hidden_reason = null
    where id = target.id;
    delete from public.images i where i.comment_id = target.id;
    delete from private.mentions m where m.comment_id = target.id;
  else
    delete from public.comments where id = target.id;
    delete from public.comments c
    where c.id = target.parent_id and c.deleted_at is not null and c.deleted_by is null
      and not exists (select from public.comments r where r.parent_id = c.id);
  end if;
end
$$;
comment on function private.remove_comment is 'Removes a comment for good, or empties it if it has replies.';

create function public.delete_comment(comment_id bigint) returns table(post_id bigint, category_slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  author uuid;
  was_hidden boolean;
begin
  -- Locks the post first, in the same order as writing a comment.
  select p.id, t.slug into delete_comment.post_id, delete_comment.category_slug
  from public.posts p join public.categories t on t.id = p.category_id
  where p.id = (select c.post_id from public.comments c where c.id = delete_comment.comment_id)
    and p.deleted_at is null
  for key share of p;
  select c.author_id, c.hidden_at is not null into author, was_hidden from public.comments c
  where c.id = delete_comment.comment_id and c.post_id = delete_comment.post_id and c.deleted_at is null for update;
  if not found then
    return;
  end if;
  if author is distinct from (select auth.uid()) and not (select private.is_admin()) then
    raise exception 'Only its author or an admin may delete a comment.' using errcode = '42501';
  end if;
  if was_hidden then
    perform private.remove_comment(comment_id);
  else
    update public.comments c set deleted_at = now(), deleted_by = (select auth.uid()) where c.id = delete_comment.comment_id;
  end if;
  return next;
end
$$;
comment on function public.delete_comment is
  'Deletes the caller''s own comment; admins may delete any comment. A hidden comment is gone at once, any other can be restored for a while.';
grant execute on function public.delete_comment to authenticated, service_role;

create function public.restore_comment(comment_id bigint) returns table(post_id bigint, category_slug text)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_unblocked(true);
  perform private.hold_post_of(restore_comment.comment_id);
  if not private.is_team() and exists (
    select from public.comments c join public.posts p on p.id = c.post_id
    where c.id = restore_comment.comment_id and c.deleted_by = (select auth.uid()) and p.locked_at is not null
  ) then
    raise exception 'Comments are locked.' using errcode = 'PT403', hint = 'locked';
  end if;
  return query
    update public.comments c set deleted_at = null, deleted_by = null
    from public.posts p join public.categories t on t.id = p.category_id
    where c.id = restore_comment.comment_id and p.id = c.post_id and p.deleted_at is null
      and c.deleted_by = (select auth.uid()) and c.deleted_at > private.undo_end()
      and (c.author_id = (select auth.uid()) or (select private.is_admin()))
      and not exists (select from private.blocks b where b.person_id = c.author_id)
    returning p.id, t.slug;
  if not found then
    -- It is already restored, so the answer of an earlier request was lost.
    return query
      select p.id, t.slug
      from public.comments c join public.posts p on p.id = c.post_id join public.categories t on t.id = p.category_id
      where c.id = restore_comment.comment_id and c.deleted_at is null and p.deleted_at is null
        and c.author_id = (select auth.uid());
  else
    if not private.is_admin() then
      perform private.spend_limit('edit');
    end if;
    -- A rule may have been switched on in the meantime. What the team approved stays approved.
    perform private.conceal('{}', array[c.id], 'approval', 'waits for approval')
    from public.comments c
    where c.id = restore_comment.comment_id and c.author_id = (select auth.uid())
      and private.needs_approval(c.author_id, c.body, this_comment => c.id)
      and not exists (
        select from public.audit_log l
        where l.post_id = c.post_id and l.action = 'comment.approve' and l.after -> 'comment_id' = to_jsonb(c.id)
      );
  end if;
end
$$;
comment on function public.restore_comment is
  'Restores a comment that the caller just deleted. If it needs approval by now, it awaits it.';
grant execute on function public.restore_comment to authenticated, service_role;

create function private.remove_deleted_comments() returns integer
language plpgsql set search_path = '' as $$
declare
  ids bigint[] := array(
    select c.id from public.comments c
    where c.deleted_by is not null and c.deleted_at <= private.undo_end() order by c.id
  );
begin
  perform 1 from public.posts p
  where p.id in (select c.post_id from public.comments c where c.id = any (ids)) order by p.id for key share;
  -- One of these comments may have just been restored.
  ids := array(
    select c.id from public.comments c
    where c.id = any (ids) and c.deleted_by is not null and c.deleted_at <= private.undo_end() order by c.id for update
  );
  perform private.remove_comment(id) from unnest(ids) id;
  return cardinality(ids);
end
$$;
comment on function private.remove_deleted_comments is 'Removes comments that can no longer be restored. Returns how many.';
grant execute on function private.remove_deleted_comments to service_role;
