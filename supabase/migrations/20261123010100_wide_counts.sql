-- Nearly every post of a large board is nobody's, or has waited for 90 days: what is not so is little, and is counted instead.
create index post_events_time_idx on public.post_events (created_at, post_id);

-- How many posts a filter finds, always exact: from kept totals where only states and categories are asked for, and from
-- those totals less the few that are left out where besides only stale posts or nobody's are.
create or replace function public.admin_posts_count(filter jsonb default '{}') returns integer
language plpgsql stable security definer set search_path = '' set jit = off
as $$
declare
  f private.post_filter;
  left_out text;
  total integer;
  less integer := 0;
begin
  perform private.require_team();
  f := private.read_post_filter(filter, every_post => true);
  if num_nonnulls(f.author_ids, f.from_time, f.to_time, f.votes_min, f.votes_max, f.post_ids, f.unanswered, f.tag_ids,
    f.in_inbox, f.assignee_id) > 0 then
    execute format('select count(*) from public.posts p where %s', private.post_conditions(f)) into total using f;
    return total;
  end if;
  left_out := concat_ws(' union ',
    case when f.is_unassigned then 'select t.post_id from public.post_triage t where t.assignee_id is not null' end,
    case when f.is_stale then
      'select n.id from public.posts n where n.created_at >= now() - interval ''90 days''
       union select e.post_id from public.post_events e where e.created_at > now() - interval ''90 days''
       union select c.post_id from public.comments c join public.roles r on r.user_id = c.author_id
         where c.deleted_at is null and c.created_at > now() - interval ''90 days''' end
  );
  if f.is_stale then
    f.states := array(
      select s from unnest(coalesce(f.states, enum_range(null::public.post_state))) s where s <> 'completed'
    );
  end if;
  total := (
    select coalesce(sum(t.posts), 0) from public.post_totals t
    where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids))
  );
  if left_out <> '' then
    f.is_stale := null;
    f.is_unassigned := null;
    execute format('select count(*) from public.posts p where %s and p.id in (%s)', private.post_conditions(f), left_out)
      into less using f;
  end if;
  return total - less;
end
$$;
