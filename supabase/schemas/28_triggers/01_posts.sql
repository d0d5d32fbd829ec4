-- What happens when a post, or something that belongs to it, changes. Each trigger event has one function, which does
-- everything in order.

create function private.before_post_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if pg_trigger_depth() = 1 then
    perform private.require_unblocked(true);
    perform private.spend_limit('post');
  end if;
  new.title := private.clean_line(new.title);
  new.details := private.clean_text(new.details);
  perform private.require_texts(new.title, new.details);
  new.slug := private.claim_address(new.category_id, new.id, new.title);
  new.trend := private.trend_weight(new.created_at);
  new.activity_at := new.created_at;
  new.updated_at := new.created_at;
  new.state_changed_at := greatest(new.created_at, least(new.state_changed_at, now()));
  -- Imports contain older content.
  if auth.uid() is not null and exists (
    select from public.categories c where c.id = new.category_id and c.archived_at is not null
  ) then
    raise exception 'This category doesn''t accept new posts.' using errcode = 'PT409', hint = 'category_closed';
  end if;
  return new;
end
$$;
comment on function private.before_post_insert is 'Checks and cleans a new post and claims its address.';

create function private.before_post_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_edit constant boolean := (old.title, old.details) is distinct from (new.title, new.details);
  is_person constant boolean := pg_trigger_depth() = 1;
  is_unheard constant boolean := exists (select from private.hidings h where h.post_id = new.id and h.is_unheard);
begin
  if is_edit then
    new.title := private.clean_line(new.title);
    new.details := private.clean_text(new.details);
  end if;
  if is_person and is_edit then
    perform private.require_unblocked(false);
    perform private.refuse_new_link(
      new.author_id, old.title || ' ' || old.details, new.title || ' ' || new.details, of_post => new.id
    );
    perform private.spend_limit('edit');
  end if;
  if is_person and old.deleted_at < 'infinity' and new.deleted_at is null and not private.is_admin() then
    perform private.spend_limit('edit');
  end if;
  if is_edit then
    new.revision := old.revision + 1;
    perform private.require_texts(new.title, new.details);
    if (new.title, new.details) is distinct from (old.title, old.details) and not is_unheard then
      new.edited_at := now();
    end if;
  end if;
  if is_unheard and new.title <> old.title then
    -- No one has seen the address of the title before.
    delete from public.post_addresses a where a.post_id = new.id;
  end if;
  if new.category_id <> old.category_id or is_unheard and new.title <> old.title then
    new.slug := private.claim_address(new.category_id, new.id, new.title);
  end if;
  if new.state <> old.state then
    new.state_changed_at := now();
  end if;
  if (new.title, new.details, new.category_id, new.state)
     is distinct from (old.title, old.details, old.category_id, old.state) then
    new.updated_at := now();
    new.activity_at := now();
  end if;
  if new.category_id <> old.category_id or new.deleted_at is not null then
    new.pinned_at := null;
  end if;
  return new;
end
$$;
comment on function private.before_post_update is 'Checks and cleans an edit and counts its revision. The address follows the title as long as the post has awaited approval from the start.';

create function private.after_post_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  is_team constant boolean := private.is_team();
begin
  insert into public.post_triage (post_id, looked_at, looked_by)
  values (new.id, case when new.state <> 'proposed' or is_team then now() end, case when is_team then me end);
  if me is not null then
    perform private.log_event('post.created', new.id);
  end if;
  if new.author_id = me then
    insert into public.votes (user_id, post_id) values (me, new.id);
  end if;
  return null;
end
$$;
comment on function private.after_post_insert is
  'A new post starts with its author''s vote, which can be removed like any other. Only for posts that their author sends: imports and operators bring their own votes.';

create function private.audit_post(old public.posts, new public.posts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  is_foreign boolean := old.author_id is distinct from (select auth.uid()) and (select private.is_team());
begin
  if is_foreign and old.deleted_at is null and new.deleted_at is not null then
    perform private.audit('post.delete', old.id, old.title, jsonb_build_object(
      'title', old.title, 'details', old.details, 'slug', old.slug, 'state', old.state,
      'category', (select c.slug from public.categories c where c.id = old.category_id),
      'author_id', old.author_id, 'votes_total', old.votes_total, 'comments_total', old.comments_total,
      'created_at', old.created_at
    ), null);
  end if;
  if is_foreign and old.deleted_at is not null and new.deleted_at is null then
    perform private.audit('post.restore', new.id, new.title, null, null);
  end if;
  if new.state <> old.state then
    perform private.audit('post.state', new.id, new.title,
      jsonb_build_object('state', old.state), jsonb_build_object('state', new.state));
  end if;
  if new.category_id <> old.category_id then
    perform private.audit('post.category', new.id, new.title,
      (select jsonb_build_object('category', c.slug, 'slug', old.slug) from public.categories c where c.id = old.category_id),
      (select jsonb_build_object('category', c.slug, 'slug', new.slug) from public.categories c where c.id = new.category_id));
  end if;
  if is_foreign and (new.title, new.details) is distinct from (old.title, old.details) then
    perform private.audit('post.edit', new.id, new.title,
      jsonb_strip_nulls(jsonb_build_object(
        'title', case when new.title <> old.title then old.title end,
        'details', case when new.details <> old.details then old.details end)),
      jsonb_strip_nulls(jsonb_build_object(
        'title', case when new.title <> old.title then new.title end,
        'details', case when new.details <> old.details then new.details end)));
  end if;
end
$$;
comment on function private.audit_post is 'Logs moves by the team, and what it does to other people''s posts.';

create function private.after_post_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_shown constant boolean := new.deleted_at is null;
  was_shown constant boolean := old.deleted_at is null;
  is_hiding constant boolean := coalesce(old.deleted_at, now()) = 'infinity' or coalesce(new.deleted_at, now()) = 'infinity';
  is_edit constant boolean := (old.title, old.details) is distinct from (new.title, new.details);
begin
  if not is_hiding then
    perform private.audit_post(old, new);
  end if;
  if is_edit then
    perform private.reindex_posts(array[new.id]);
  end if;
  if is_shown <> was_shown and old.hidden_at is not distinct from new.hidden_at then
    perform private.index_hidden_post(new.id, is_shown);
  end if;
  if is_shown <> was_shown and not is_hiding and auth.uid() is not null then
    perform private.log_event(case when is_shown then 'post.restored' else 'post.deleted' end, new.id);
  end if;
  if is_edit or (old.state, old.category_id) is distinct from (new.state, new.category_id) then
    perform private.look_at(new.id);
  end if;
  if is_shown <> was_shown and old.hidden_at is null and new.hidden_at is null then
    perform private.settle_reports_of_post(new);
  end if;
  return null;
end
$$;
comment on function private.after_post_update is
  'Audits and indexes a post that was edited, moved, deleted or restored, and logs its events.';

create function private.after_post_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and old.deleted_at is null then
    perform private.log_event('post.deleted', old.id);
  end if;
  perform private.settle_removed(array[old.id], '{}');
  perform private.take_back(array(select e.id from private.events e where e.post_id = old.id));
  return null;
end
$$;
comment on function private.after_post_delete is 'Cleans up after a post that is permanently deleted.';

create function private.after_posts_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null then
    perform private.hold_totals();
  end if;
  insert into public.post_totals as t (category_id, state, posts)
  select category_id, state, count(*) from new_rows group by 1, 2 order by 1, 2
  on conflict (category_id, state) do update set posts = t.posts + excluded.posts;
  perform private.index_posts(array(select id from new_rows));
  perform private.conceal(array[n.id], '{}', 'approval', 'waits for approval')
  from new_rows n
  where n.author_id = auth.uid() and private.needs_approval(n.author_id, n.title || ' ' || n.details, this_post => n.id);
  return null;
end
$$;
comment on function private.after_posts_insert is
  'Counts and indexes new posts, a whole import at once. Then hides those that need approval, which undoes their counts. Imports and operators need no approval.';

create function private.count_changed_post() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' and old.deleted_at is not null
     or tg_op = 'UPDATE' and (old.category_id, old.state, old.deleted_at is null)
       is not distinct from (new.category_id, new.state, new.deleted_at is null) then
    return null;
  end if;
  perform private.hold_totals();
  if old.deleted_at is null then
    update public.post_totals set posts = posts - 1 where category_id = old.category_id and state = old.state;
  end if;
  if tg_op = 'UPDATE' and new.deleted_at is null then
    insert into public.post_totals as t (category_id, state, posts) values (new.category_id, new.state, 1)
    on conflict (category_id, state) do update set posts = t.posts + 1;
  end if;
  return null;
end
$$;
comment on function private.count_changed_post is
  'Updates counts when a post is moved, deleted, restored or permanently deleted.';

create trigger before_insert before insert on public.posts for each row execute function private.before_post_insert();
create trigger before_update before update of title, details, category_id, state, deleted_at on public.posts
  for each row execute function private.before_post_update();
create trigger leave_merges before delete on public.posts for each row execute function private.leave_merges();
create trigger after_insert after insert on public.posts for each row execute function private.after_post_insert();
create trigger after_update after update of title, details, category_id, state, deleted_at on public.posts
  for each row when (
    (old.title, old.details, old.category_id, old.state, old.deleted_at)
    is distinct from (new.title, new.details, new.category_id, new.state, new.deleted_at)
  ) execute function private.after_post_update();
create trigger index_votes after update of votes_total on public.posts
  for each row execute function private.index_votes();
create trigger after_delete after delete on public.posts for each row execute function private.after_post_delete();
create trigger after_statement after insert on public.posts
  referencing new table as new_rows for each statement execute function private.after_posts_insert();
create constraint trigger count_changed_post after delete or update of category_id, state, deleted_at on public.posts
  deferrable initially deferred for each row execute function private.count_changed_post();
