set local check_function_bodies = off;

CREATE OR REPLACE FUNCTION private.prepare_canned_answer()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := private.clean_line(new.name);
  new.body := private.clean_text(new.body);
  if tg_op = 'INSERT' and (select count(*) from public.canned_answers) >= 100 then
    raise exception 'There are 100 saved replies. Delete one first.' using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.prepare_view()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.name := private.clean_line(new.name);
  if tg_op = 'INSERT' and (select count(*) from public.dashboard_views v where v.owner_id = new.owner_id) >= 50 then
    raise exception 'You have 50 views. Delete one first.' using errcode = '23514';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION private.refuse_blocked_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 1));
  if exists (select from private.blocks b where b.person_id = new.user_id) then
    raise exception 'This person is blocked. End the block first.' using errcode = '23514', hint = 'role_blocked';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_give_vote(post_id bigint, person_id uuid, why text)
 RETURNS TABLE(given boolean, votes_total integer, category_slug text, on_post bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  reason constant text := private.given_reason(coalesce(why, ''));
  target bigint;
begin
  perform private.require_team();
  if person_id = auth.uid() then
    raise exception 'Use the vote button to vote for yourself.' using errcode = '23514', hint = 'vote_for_self';
  end if;
  if not exists (select from auth.users u join public.profiles p on p.id = u.id where u.id = person_id) then
    raise exception 'This person has no account.' using errcode = '23514', hint = 'voter_no_account';
  end if;
  if not exists (select from auth.users u where u.id = person_id and u.email_confirmed_at is not null) then
    raise exception 'This person hasn''t confirmed their email address.' using errcode = '23514', hint = 'voter_unconfirmed';
  end if;
  if exists (select from private.blocks b where b.person_id = admin_give_vote.person_id) then
    raise exception 'This person is blocked.' using errcode = '23514', hint = 'voter_blocked';
  end if;
  target := private.voted_post(admin_give_vote.post_id);
  given := private.add_given_vote(target, person_id, reason);
  return query
    select given, p.votes_total, c.slug, p.id
    from public.posts p join public.categories c on c.id = p.category_id where p.id = target;
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_save_label(label_id integer, new_name text)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  clean constant text := private.clean_line(new_name);
  base constant text := coalesce(nullif(private.slugify(new_name), ''), 'label');
  saved integer := label_id;
  candidate text := base;
  attempt integer := 1;
begin
  perform private.require_publisher();
  perform pg_advisory_xact_lock(hashtextextended('changelog labels', 0));
  if saved is not null then
    update public.changelog_labels l set name = clean where l.id = saved;
    return case when found then saved end;
  end if;
  if (select count(*) from public.changelog_labels) >= 30 then
    raise exception 'There are 30 labels. Delete one first.' using errcode = '23514';
  end if;
  -- The label's address must be unique.
  while candidate = 'all' or exists (select from public.changelog_labels l where l.slug = candidate) loop
    attempt := attempt + 1;
    candidate := base || '-' || attempt;
  end loop;
  insert into public.changelog_labels (name, slug, position)
  select clean, candidate, coalesce(max(l.position), 0) + 1 from public.changelog_labels l
  returning id into saved;
  return saved;
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
    raise exception 'A plan is an object with assignee or quarter.' using errcode = '22023';
  end if;
  if given ->> 'assignee' is not null
     and not exists (select from public.roles r where r.user_id = (given ->> 'assignee')::uuid) then
    raise exception 'Only team members can be assigned to a post.' using errcode = '23514', hint = 'assignee_not_team';
  end if;
  -- Ordered by id, so that two of these calls wait for each other instead of deadlocking.
  foreach wanted in array ids loop
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

CREATE OR REPLACE FUNCTION public.block_people(person_ids uuid[], reason text, ends_at timestamp with time zone DEFAULT NULL::timestamp with time zone, hides boolean DEFAULT false)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  people constant uuid[] := private.bulk_people(person_ids);
  why constant text := private.given_reason(reason);
  moment constant timestamptz := block_people.ends_at;
begin
  if moment <= now() then
    raise exception 'A block must end in the future.' using errcode = '23514';
  end if;
  if exists (select from private.voter_addresses a where a.person_id = any (people)) then
    raise exception 'No one has this account. Exclude the vote instead.' using errcode = '23514', hint = 'block_no_account';
  end if;
  perform private.wait_for_merges();
  perform pg_advisory_xact_lock(hashtextextended(p::text, 1)) from unnest(people) p;
  if exists (select from public.roles r where r.user_id = any (people)) then
    raise exception 'Team members can''t be blocked.' using errcode = '23514', hint = 'block_team';
  end if;
  perform private.hold_posts_of_people(people);
  insert into private.blocks as b (person_id, reason, ends_at, blocked_by)
  select p, why, moment, auth.uid() from unnest(people) p
  on conflict (person_id) do update
  set reason = excluded.reason, ends_at = excluded.ends_at, blocked_by = excluded.blocked_by, created_at = now();
  update public.votes v set is_blocked = true where v.user_id = any (people) and not v.is_blocked;
  update public.changelog_reactions r set is_blocked = true where r.user_id = any (people) and not r.is_blocked;
  if hides then
    perform private.conceal(
      array(select p.id from public.posts p where p.author_id = any (people) and p.deleted_at is null),
      array(
        select c.id from public.comments c
        where c.author_id = any (people) and c.deleted_at is null and c.hidden_at is null
      ),
      'block', why
    );
    perform private.block_reported(people);
  end if;
  perform private.audit('person.block', null, null, null, jsonb_strip_nulls(jsonb_build_object(
    'user_id', p, 'reason', why, 'ends_at', moment, 'hides', hides))) from unnest(people) p;
  return cardinality(people);
end
$function$;

CREATE OR REPLACE FUNCTION public.pin_posts(post_ids bigint[], wanted boolean)
 RETURNS TABLE(id bigint, category_slug text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_column
declare
  ids constant bigint[] := private.bulk_ids(post_ids);
  changed bigint[];
begin
  if wanted is null then
    raise exception 'Pinned is true or false.' using errcode = '22023';
  end if;
  -- One at a time, so that the counts stay true until the end.
  perform pg_advisory_xact_lock(hashtextextended('pins', 0));
  perform 1 from public.posts p where p.id = any (ids) order by p.id for update;
  with changing as (
    update public.posts p set pinned_at = case when wanted then now() end
    where p.id = any (ids) and p.deleted_at is null and (p.pinned_at is not null) <> wanted
    returning p.id
  )
  select coalesce(array_agg(c.id), '{}') into changed from changing c;
  if wanted and exists (
    select from public.posts p
    where p.pinned_at is not null
      and p.category_id in (select t.category_id from public.posts t where t.id = any (changed))
    group by p.category_id having count(*) > 3
  ) then
    raise exception 'A category can have at most 3 pinned posts. Unpin one first.' using errcode = '23514', hint = 'pins_full';
  end if;
  perform private.look_at(i) from unnest(changed) i;
  perform private.audit(case when wanted then 'post.pin' else 'post.unpin' end, p.id, p.title, null, null)
  from public.posts p where p.id = any (changed) order by p.id;
  return query
    select p.id, c.slug from public.posts p join public.categories c on c.id = p.category_id where p.id = any (changed);
end
$function$;

CREATE OR REPLACE FUNCTION public.set_role(person_id uuid, wanted text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Checked first, because the caller may be losing the role right now.
  perform pg_advisory_xact_lock(hashtextextended('roles', 0));
  perform private.require_admin();
  if wanted is null then
    delete from public.roles r where r.user_id = set_role.person_id;
    return;
  end if;
  if wanted not in ('admin', 'moderator') then
    raise exception 'There is no such role.' using errcode = '22023';
  end if;
  if not exists (
    select from auth.users u where u.id = set_role.person_id and u.email_confirmed_at is not null
  ) then
    raise exception 'This person has no account with a confirmed address.' using errcode = '23514', hint = 'role_no_account';
  end if;
  insert into public.roles as r (user_id, role) values (set_role.person_id, wanted)
  on conflict (user_id) do update set role = excluded.role where r.role <> excluded.role;
end
$function$;
