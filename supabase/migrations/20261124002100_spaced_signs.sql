-- Two signs with a space between were looked for in the text of every post that has both. They are kept now like two that
-- stand side by side.

create or replace function private.signs_of(value text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  signs text[] := array(
    select s from unnest(string_to_array('!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', null)) s where strpos(value, s) > 0
  );
begin
  if octet_length(value) > char_length(value) then
    signs := signs || array(
      select distinct m[1] from regexp_matches(value, '(?![\u0001-\u007f])[’' || private.search_gaps() || ']', 'g') m
    );
  end if;
  return signs
    || array(select a || b from unnest(signs) a, unnest(signs) b where strpos(value, a || b) > 0)
    || array(
      select a || ' ' || b
      from (select s as a from unnest(signs) s where strpos(value, s || ' ') > 0) before,
        (select s as b from unnest(signs) s where strpos(value, ' ' || s) > 0) after
      where strpos(value, a || ' ' || b) > 0
    );
end
$$;
update private.search_signs s set signs = found.signs
from (
  select p.id, private.signs_of(p.title || E'\n' || p.details) as signs from public.posts p
) found
where found.id = s.post_id and found.signs <> s.signs;
analyze private.search_signs;

comment on table private.search_signs is
  'The signs in title and details of each post as they were written, alone and in pairs with or without a space between: what the dashboard finds a text without words by.';

-- As before, but signs alone are counted without joining all posts.
create or replace function public.admin_posts_total(filter jsonb default '{}', most integer default 10000)
returns table (total integer, is_exact boolean)
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
    f.is_stale, f.assignee_id, f.is_unassigned) = 0;
  if is_kept and f.text_typed is null then
    return query
      select coalesce(sum(t.posts), 0)::integer, true from public.post_totals t
      where (f.states is null or t.state = any (f.states)) and (f.category_ids is null or t.category_id = any (f.category_ids));
    return;
  end if;
  if is_kept and f.states is null and f.category_ids is null then
    -- A text alone is counted where it is looked up. Of signs the planner expects too many posts, and would read all for a few.
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
    -- One more than is told, to see whether there are more.
    execute format('select count(*) from (select from %s where %s limit $2) few', source, conditions)
      into found_here using f, bound + 1 - total;
    total := total + found_here;
    exit when total > bound;
  end loop;
  is_exact := total <= bound;
  total := least(total, bound);
  return next;
end$$;
