create function public.admin_posts_total(filter jsonb default '{}'::jsonb, most integer default 10000) returns table(
  total integer, is_exact boolean
)
language plpgsql stable security definer set search_path = '' set jit = off set max_parallel_workers_per_gather = 0
as $$
declare
  bound constant integer := least(greatest(coalesce(most, 10000), 1), 10000);
  f private.post_filter;
  of_text private.post_filter;
  of_rest private.post_filter;
  is_kept boolean;
  sources text[] := array['public.posts p'];
  conditions text;
  source text;
  found_here integer;
  looked_at integer;
  grain constant integer := greatest(bound / 100, 1);
begin
  perform private.require_team();
  f := private.read_post_filter(filter, every_post => null);
  is_kept := num_nonnulls(f.author_ids, f.from_time, f.to_time, f.votes_min, f.votes_max, f.unanswered, f.tag_ids, f.in_inbox,
    f.is_stale, f.assignee_id, f.is_unassigned, f.company, f.plan, f.value_min) = 0;
  if is_kept and f.text_typed is null then
    return query
      select coalesce(sum(t.posts), 0)::integer, true from public.post_totals t
      where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids));
    return;
  end if;
  if is_kept and f.states is null and f.category_ids is null then
    -- A text filter alone is counted where it is looked up. For symbols, the planner expects too many posts and would
    -- read all of them for a few.
    sources := array(
      select format(
        case when f.text_key is null then '(%s) found' else '(%s) found join public.posts p on p.id = found.post_id' end, l
      ) from unnest(private.text_lookups(f)) l
    );
    conditions := case when f.text_key is null then '(select p.deleted_at is null from public.posts p where p.id = found.post_id)'
      else 'p.deleted_at is null' end;
  else
    if f.text_typed is not null then
      f := private.filter_by_text(f, f.text_typed, every_post => false);
      if f.post_ids is null then
        of_text.text_key := f.text_key;
        of_text.text_signs := f.text_signs;
        of_rest := f;
        of_rest.text_key := null;
        of_rest.text_signs := null;
        execute format(
          'select count(*) filter (where %s), count(*)
           from (select p.id, p.deleted_at from public.posts p where %s limit $2) p',
          private.post_conditions(of_text), private.post_conditions(of_rest)
        ) into found_here, looked_at using f, bound + 1;
        if looked_at <= bound then
          return query select found_here, true;
          return;
        elsif found_here >= grain then
          return query select least(found_here - found_here % grain, bound), false;
          return;
        end if;
      end if;
    end if;
    conditions := private.post_conditions(f);
  end if;
  total := 0;
  foreach source in array sources loop
    -- One more than is reported, to see whether there are more.
    execute format('select count(*) from (select from %s where %s limit $2) few', source, conditions)
      into found_here using f, bound + 1 - total;
    total := total + found_here;
    exit when total > bound;
  end loop;
  is_exact := total <= bound;
  total := least(total, bound);
  return next;
end$$;
comment on function public.admin_posts_total is
  'How many posts a filter matches, and whether the number is exact. Counting stops at ten thousand posts, and if a common text is combined with other filters, after checking ten thousand posts. For states and categories alone, the stored total is used, which is exact. Runs without parallel workers, which would check different posts each time.';
grant execute on function public.admin_posts_total to authenticated, service_role;

create function public.admin_matching(
  filter jsonb default '{}'::jsonb, after_id bigint default 0, max_rows integer default 200
) returns table(id bigint, state public.post_state, category_id integer)
language plpgsql stable security definer set search_path = '' set jit = off as $$
#variable_conflict use_column
declare
  f private.post_filter;
begin
  perform private.require_team();
  f := private.read_post_filter(filter);
  return query execute format(
    'select p.id, p.state, p.category_id from public.posts p where %s and p.id > $2 order by p.id limit $3',
    private.post_conditions(f)
  ) using f, coalesce(after_id, 0), least(greatest(coalesce(max_rows, 200), 1), 200);
end
$$;
comment on function public.admin_matching is 'The ids of the posts that a filter matches, up to 200 at a time.';
grant execute on function public.admin_matching to authenticated;

create function public.admin_post(post_id bigint) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_team();
  return (
    select jsonb_build_object(
      'id', p.id, 'title', p.title, 'slug', p.slug, 'details', p.details, 'state', p.state,
      'category_id', p.category_id, 'category_slug', c.slug,
      'images', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.position, t.id), '[]') from (
          select i.id, i.path, i.alt, i.width, i.height, i.widths, i.position from public.images i where i.post_id = p.id
        ) t
      ),
      'comments', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at desc, t.id desc), '[]') from (
          select m.id, m.author_id, n.name as author_name, coalesce(n.is_team, false) as author_is_team, m.body, m.created_at
          from public.comments m left join public.profiles n on n.id = m.author_id
          where m.post_id = p.id and m.deleted_at is null and m.hidden_at is null
          order by m.created_at desc, m.id desc limit 5
        ) t
      ),
      'timeline', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.created_at, t.id), '[]') from (
          select e.id, e.from_state, e.to_state, e.note, e.created_at
          from public.post_events e where e.post_id = p.id
        ) t
      ),
      'audit', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.id desc), '[]') from (
          select l.id, l.actor_id, l.actor_name, l.key_name, l.action, l.before,
            l.after, l.created_at
          from public.audit_log l where l.post_id = p.id order by l.id desc limit 20
        ) t
      ),
      'voters_total', p.votes_total,
      'voters', (
        select coalesce(jsonb_agg(to_jsonb(t) order by t.voted_at, t.id), '[]') from (
          select v.user_id as id, n.name, v.created_at as voted_at
          from public.votes v join public.profiles n on n.id = v.user_id where v.post_id = p.id and v.counts
          order by v.created_at, v.user_id limit 50
        ) t
      )
    )
    from public.posts p
    join public.categories c on c.id = p.category_id
    where p.id = admin_post.post_id and p.deleted_at is null
  );
end
$$;
comment on function public.admin_post is 'A post with all its details, for its row in the dashboard.';
grant execute on function public.admin_post to authenticated;
