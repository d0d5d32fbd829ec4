set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.admin_set_category(post_ids bigint[], new_category integer, seen jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(post_id bigint, outcome text, old_category_slug text, old_slug text, category_slug text, slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  new_category_slug constant text := (select c.slug from public.categories c where c.id = new_category);
  wanted bigint;
  current_category integer;
begin
  if new_category_slug is null then
    raise exception 'This category does not exist.' using errcode = '23503';
  end if;
  foreach wanted in array ids loop
    -- Locked alone first: a row of a join is dropped if the post moves to another category while this waits.
    perform from public.posts p where p.id = wanted for update;
    select p.category_id, c.slug, p.slug into current_category, old_category_slug, old_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    post_id := wanted;
    category_slug := old_category_slug;
    slug := old_slug;
    outcome := case
      when not found then 'missing'
      when current_category = new_category then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_category::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.posts p set category_id = new_category where p.id = wanted
      returning new_category_slug, p.slug into category_slug, slug;
    end if;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_plan(post_ids bigint[], plan jsonb, seen jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(post_id bigint, category_slug text, outcome text, before jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  given constant jsonb := private.read_plan(plan);
  known constant jsonb := private.read_plan(seen);
  wanted bigint;
  title text;
begin
  if given is null then
    raise exception 'A plan must be an object with assignee or quarter.' using errcode = '22023';
  end if;
  if given ->> 'assignee' is not null
     and not exists (select from public.roles r where r.user_id = (given ->> 'assignee')::uuid) then
    raise exception 'Only team members can be assigned to a post.' using errcode = '23514', hint = 'assignee_not_team';
  end if;
  -- Ordered by id, so that two of these calls wait for each other instead of deadlocking.
  foreach wanted in array ids loop
    -- Locked alone first: a row of a join is dropped if the post moves to another category while this waits.
    perform from public.posts p where p.id = wanted for update;
    select p.title, c.slug, jsonb_build_object('assignee', t.assignee_id, 'quarter', t.quarter)
    into title, category_slug, before
    from public.posts p
    join public.categories c on c.id = p.category_id
    join public.post_triage t on t.post_id = p.id
    where p.id = wanted and p.deleted_at is null for update of p, t;
    post_id := wanted;
    before := (select jsonb_object_agg(k, before -> k) from jsonb_object_keys(given) k);
    outcome := case
      when title is null then 'missing'
      when before = given then 'unchanged'
      when known is not null and before <> known then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      update public.post_triage t set
        assignee_id = case when given ? 'assignee' then (given ->> 'assignee')::uuid else t.assignee_id end,
        quarter = case when given ? 'quarter' then given ->> 'quarter' else t.quarter end
      where t.post_id = wanted;
      perform private.look_at(wanted);
      perform private.audit('post.plan', wanted, title, before, given);
    end if;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_set_state(post_ids bigint[], new_state public.post_state, public_note text DEFAULT NULL::text, seen jsonb DEFAULT NULL::jsonb)
 RETURNS TABLE(post_id bigint, outcome text, category_slug text, note text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  known constant jsonb := private.bulk_seen(seen);
  said constant text := nullif(private.clean_text(public_note), '');
  correctable constant timestamptz := now() - (select r.correction from private.notice_rules r);
  wanted bigint;
  current_state public.post_state;
  is_there boolean;
  latest public.post_events;
  is_correction boolean;
  kept text;
begin
  if new_state is null or char_length(said) > 1000 then
    raise exception 'Give a state, and a note of up to 1000 characters.' using errcode = '22023';
  end if;
  -- Ordered by id, so that two of these calls wait for each other instead of deadlocking.
  foreach wanted in array ids loop
    -- Locked alone first: a row of a join is dropped if the post moves to another category while this waits.
    perform from public.posts p where p.id = wanted for update;
    select p.state, c.slug into current_state, category_slug
    from public.posts p join public.categories c on c.id = p.category_id
    where p.id = wanted and p.deleted_at is null for update of p;
    is_there := found;
    select * into latest from public.post_events e where e.post_id = wanted order by e.id desc limit 1;
    is_correction := found and latest.actor_id is not distinct from (select auth.uid())
      and latest.to_state = current_state and latest.created_at > correctable;
    kept := case when public_note is not null then said when is_correction then latest.note end;
    post_id := wanted;
    note := null;
    outcome := case
      when not is_there then 'missing'
      when current_state = new_state and not (is_correction and kept is distinct from latest.note) then 'unchanged'
      when known is not null and known ->> wanted::text is distinct from current_state::text then 'conflict'
      else 'done'
    end;
    if outcome = 'done' then
      if current_state <> new_state then
        update public.posts p set state = new_state where p.id = wanted;
      end if;
      if not is_correction then
        insert into public.post_events (post_id, actor_id, from_state, to_state, note)
        values (wanted, (select auth.uid()), current_state, new_state, kept);
      else
        note := latest.note;
        if latest.from_state = new_state then
          delete from public.post_events e where e.id = latest.id;
        else
          update public.post_events e set to_state = new_state, note = kept where e.id = latest.id;
        end if;
      end if;
    end if;
    return next;
  end loop;
end
$function$;
