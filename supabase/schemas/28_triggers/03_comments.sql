create function private.before_comment_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(true);
    perform private.spend_limit('comment');
  end if;
  new.body := private.clean_text(new.body);
  perform private.require_answerable(new);
  return new;
end
$$;
comment on function private.before_comment_insert is 'Refuses people who may not comment here, and cleans the comment.';

create function private.before_comment_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_hiding constant boolean := new.hidden_at is distinct from old.hidden_at;
  is_edit constant boolean := old.body is distinct from new.body;
begin
  new.body := private.clean_text(new.body);
  if pg_trigger_depth() = 1 and is_edit then
    if new.body <> '' then
      perform private.require_unblocked(false);
    end if;
    if not is_hiding then
      perform private.refuse_new_link(new.author_id, old.body, new.body, of_comment => new.id);
      if new.deleted_at is null then
        perform private.spend_limit('edit');
      end if;
    end if;
  end if;
  if is_edit and not is_hiding then
    new.revision := old.revision + 1;
  end if;
  if not is_hiding and new.deleted_at is null then
    perform private.hold_post(new.post_id);
    if new.body is distinct from old.body then
      new.edited_at := now();
    end if;
  end if;
  return new;
end
$$;
comment on function private.before_comment_update is 'Checks and cleans an edit and counts revisions.';

create function private.after_comment_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then
    perform private.log_event('comment.created', new.post_id, new.id);
  end if;
  perform private.look_at(new.post_id);
  return null;
end
$$;
comment on function private.after_comment_insert is
  'Logs the event of a new comment. A comment by the team marks the post as reviewed.';

create function private.audit_comment(old public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
begin
  if old.deleted_at is not null or old.author_id is not distinct from (select auth.uid())
     or not (select private.is_team()) then
    return;
  end if;
  select * into post from public.posts p where p.id = old.post_id;
  if post.id is not null then
    perform private.audit('comment.delete', post.id, post.title, jsonb_build_object(
      'comment_id', old.id, 'body', old.body, 'author_id', old.author_id, 'created_at', old.created_at
    ), null);
  end if;
end
$$;
comment on function private.audit_comment is 'Logs a deleted comment, unless it is deleted with its post.';

create function private.audit_restored_comment(new public.comments) returns void
language sql security definer set search_path = '' as $$
  select private.audit('comment.restore', p.id, p.title, null, jsonb_build_object('comment_id', new.id))
  from public.posts p
  where p.id = new.post_id and new.author_id is distinct from (select auth.uid()) and (select private.is_team())
$$;
comment on function private.audit_restored_comment is 'Logs that the team restored someone else''s comment.';

create function private.after_comment_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_shown constant boolean := new.deleted_at is null;
  was_shown constant boolean := old.deleted_at is null;
  step constant integer := is_shown::integer - was_shown::integer;
begin
  if step <> 0 then
    if old.hidden_at is null or old.hidden_reason is not null then
      update public.comments set replies_total = replies_total + step where id = new.parent_id;
    end if;
    if old.hidden_at is null then
      update public.posts set comments_total = comments_total + step where id = new.post_id;
    end if;
    if auth.uid() is not null then
      perform private.log_event(case when is_shown then 'comment.restored' else 'comment.deleted' end, new.post_id, new.id);
    end if;
  end if;
  if was_shown and not is_shown then
    perform private.audit_comment(old);
    perform private.settle_removed('{}', array[new.id]);
  elsif is_shown and not was_shown then
    perform private.audit_restored_comment(new);
    perform private.reopen(array(select r.id from private.reports r where r.comment_id = new.id and r.outcome = 'removed'));
  end if;
  if (is_shown or step <> 0) and (step <> 0 or old.hidden_at is not distinct from new.hidden_at) then
    perform private.index_changed_comment(new.id, not is_shown);
  end if;
  if not is_shown and new.deleted_by is null then
    perform private.take_back(array(select e.id from private.events e where e.comment_id = new.id));
  end if;
  return null;
end
$$;
comment on function private.after_comment_update is
  'Counts and indexes a comment that was edited, deleted or restored. Cancels notifications about one whose text is gone; as long as it can be restored, they wait.';

create function private.after_comment_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.audit_comment(old);
  delete from private.hidings h where h.comment_id = old.id;
  perform private.settle_removed('{}', array[old.id]);
  if auth.uid() is not null and pg_trigger_depth() = 1 and old.deleted_at is null then
    perform private.log_event('comment.deleted', old.post_id, old.id);
  end if;
  perform private.take_back(array(select e.id from private.events e where e.comment_id = old.id));
  return null;
end
$$;
comment on function private.after_comment_delete is 'Cancels notifications about a comment that is permanently deleted.';

create function private.after_comments() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
  step constant integer := case when is_new then 1 else -1 end;
begin
  update public.comments c set replies_total = c.replies_total + d.n
  from (
    select parent_id, step * count(*) as n from changed
    where parent_id is not null and deleted_at is null and (hidden_at is null or hidden_reason is not null)
    group by parent_id order by parent_id
  ) d
  where c.id = d.parent_id;
  update public.posts p
  set comments_total = p.comments_total + d.n,
      activity_at = case when is_new then greatest(p.activity_at, d.newest) else p.activity_at end
  from (
    select post_id, step * count(*) as n, max(created_at) as newest from changed
    where deleted_at is null and hidden_at is null group by post_id order by post_id
  ) d
  where p.id = d.post_id;
  if is_new then
    perform private.index_comments(array(select id from changed));
    perform private.conceal('{}', array[c.id], 'approval', 'waits for approval')
    from changed c
    where c.author_id = auth.uid() and private.needs_approval(c.author_id, c.body, this_comment => c.id);
  end if;
  return null;
end
$$;
comment on function private.after_comments is
  'Counts comments: a post counts its readable comments, a comment the replies below it, including lines in place of hidden ones. New comments are indexed. Those that need approval are hidden last, which undoes their counts.';

create trigger before_insert before insert on public.comments
  for each row execute function private.before_comment_insert();
create trigger before_update before update of body on public.comments
  for each row execute function private.before_comment_update();
create trigger after_insert after insert on public.comments
  for each row execute function private.after_comment_insert();
create trigger after_update after update of body, deleted_at on public.comments
  for each row when ((old.body, old.deleted_at) is distinct from (new.body, new.deleted_at))
  execute function private.after_comment_update();
create trigger after_delete after delete on public.comments
  for each row execute function private.after_comment_delete();
create trigger after_statement_insert after insert on public.comments
  referencing new table as changed for each statement execute function private.after_comments();
create trigger after_statement_delete after delete on public.comments
  referencing old table as changed for each statement execute function private.after_comments();

create trigger mark_unheard before insert on private.hidings
  for each row when (new.cause = 'approval') execute function private.mark_unheard();
create trigger send_approved after delete on private.hidings for each row execute function private.send_approved();
create trigger settle_reports after insert or update of cause on private.hidings
  for each row when (new.cause in ('team', 'block')) execute function private.settle_reports();
